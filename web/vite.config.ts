import { defineConfig } from "vite";

// One script and one style sheet with fixed names: the server's template links them and adds the version itself.
export default defineConfig({
  base: "./",
  publicDir: false,
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../src/tianxia/server/static/app",
    emptyOutDir: true,
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"], // these know light-dark()
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: "src/main.tsx",
      output: {
        format: "es",
        entryFileNames: "table.js",
        assetFileNames: "table[extname]",
      },
    },
  },
});
