import { existsSync, readdirSync } from "node:fs";
import { defineConfig } from "vite";

// A script and a style sheet for each game, one for games without drawings, the frame that all of them import, and the
// parts of people and scenery that some do. The names are fixed: the server's
// template links them, and a browser asks each time whether they are still the same. The figures of the pages that tell how to play
// (`vite build --mode figures`) are built apart, so that neither page loads what only the other needs.
const games = readdirSync("src/games").map((game) => [game.replaceAll("_", "-"), `src/games/${game}/`]);

export default defineConfig(({ mode }) => {
  const figures = mode === "figures";
  const scripts = games.map(([game, folder]) => [game, `${folder}${figures ? "figures" : "index"}.tsx`] as const);
  const entries = Object.fromEntries(scripts.filter(([, script]) => existsSync(script)));
  return {
    base: "./",
    publicDir: false,
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: {
      outDir: `../src/tianxia/server/static/app${figures ? "/figures" : ""}`,
      emptyOutDir: true,
      target: "es2022",
      cssTarget: ["chrome123", "firefox120", "safari17.5"], // these know light-dark()
      modulePreload: false,
      rolldownOptions: {
        input: figures ? entries : { ...entries, plain: "src/plain/index.tsx" },
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
  };
});
