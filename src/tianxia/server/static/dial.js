// Dials the table while the scripts of its page are still on their way; the page takes the line over (connection.ts).
(() => {
  "use strict";
  if (window.dialled !== undefined) return; // the page was faster
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}${document.currentScript.dataset.socket}`);
  const came = [];
  socket.onopen = () => socket.send(JSON.stringify({ type: "hello", last: 0 }));
  socket.onmessage = (message) => came.push(message);
  window.dialled = { socket, came };
})();
