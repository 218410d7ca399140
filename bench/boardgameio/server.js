// A server of boardgame.io with a game of cards for two: hidden hands, one card a turn, dealt anew when all are played.
// node server.js PORT [FOLDER]: games are kept in memory, or as files in a folder.
// The package holds koa-compose at 4.1: with 4.2 the pages under /games, which are added late, are not found.

const { FlatFile, Origins, Server } = require("boardgame.io/server");

const CARDS = 54;

function deal(random) {
  const cards = random.Shuffle([...Array(CARDS).keys()]);
  return { 0: cards.slice(0, CARDS / 2), 1: cards.slice(CARDS / 2) };
}

const duel = {
  name: "duel",
  disableUndo: true,
  setup: ({ random }) => ({ hands: deal(random), table: [], points: { 0: 0, 1: 0 }, moves: 0 }),
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: Object.fromEntries(
      Object.entries(G.hands).map(([seat, hand]) => [seat, seat === playerID ? hand : hand.length]),
    ),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, playerID, random }, place) => {
      const [card] = G.hands[playerID].splice(place, 1);
      if (card === undefined) return "INVALID_MOVE";
      G.table.push([playerID, card]);
      G.moves += 1;
      if (G.table.length === 2) {
        const [first, second] = G.table;
        G.points[first[1] > second[1] ? first[0] : second[0]] += 1;
        G.table = [];
      }
      if (!G.hands[0].length && !G.hands[1].length) G.hands = deal(random);
    },
  },
};

const [port, dir] = process.argv.slice(2);
Server({ games: [duel], origins: [Origins.LOCALHOST], db: dir && new FlatFile({ dir }) }).run(Number(port), () => console.log("ready"));
