import { defineConfig } from "vite";

// The sheet of all drawings, for who draws: `npm run drawings` serves it. It is no part of the page that is built.
export default defineConfig({
  base: "./",
  root: import.meta.dirname,
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  server: { fs: { allow: ["../.."] } },
  build: { outDir: "dist", target: "es2022", cssTarget: ["chrome123"], assetsInlineLimit: 1e6, modulePreload: false },
});
