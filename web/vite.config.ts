import { readdirSync } from "node:fs";
import { defineConfig } from "vite";

// A script and a style sheet for each game, one for games without drawings, the frame that all of them import, and the
// parts of people and scenery that some do. The names are fixed: the server's
// template links them, and a browser asks each time whether they are still the same.
const games = readdirSync("src/games").map((game) => [game.replaceAll("_", "-"), `src/games/${game}/index.tsx`]);

export default defineConfig({
  base: "./",
  publicDir: false,
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../src/tianxia/server/static/app",
    emptyOutDir: true,
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"], // these know light-dark()
    modulePreload: false,
    rolldownOptions: {
      input: { ...Object.fromEntries(games), plain: "src/plain/index.tsx" },
      output: {
        format: "es",
        entryFileNames: "[name].js",
        chunkFileNames: "[name].js",
        assetFileNames: "[name][extname]",
        codeSplitting: {
          groups: [
            { name: "people", test: /\/src\/people\// }, // parts of drawings that games share, apart from the script
            { name: "frame", test: (id) => !/\/src\/(games|plain|people)\//.test(id) },
          ],
        },
      },
    },
  },
});
