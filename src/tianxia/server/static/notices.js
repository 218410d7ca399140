// The button by which this browser is told when it is somebody's turn, also while no page is open.
(() => {
  "use strict";
  const root = document.documentElement.dataset.root;
  const part = document.getElementById("push");
  const button = part.querySelector("button");
  const said = part.querySelector("[role=status]");
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  const tell = (what) => (said.textContent = part.dataset[what]);
  if (!able) {
    tell("unable");
    return;
  }
  button.hidden = false;

  async function send(act, values) {
    const answer = await fetch(`${root}/account/notices/${act}`, { method: "POST", body: new URLSearchParams(values) });
    if (answer.ok) location.assign(answer.url);
    else tell("failed");
  }

  async function begin() {
    if ((await Notification.requestPermission()) !== "granted") {
      tell("denied");
      return;
    }
    const worker = await navigator.serviceWorker.ready;
    await (await worker.pushManager.getSubscription())?.unsubscribe(); // it may be of another key
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: part.dataset.key });
    const { endpoint, keys } = made.toJSON();
    await send("browser", { endpoint, key: keys.p256dh, secret: keys.auth });
  }

  async function end() {
    const worker = await navigator.serviceWorker.getRegistration(`${root}/`);
    await (await worker?.pushManager.getSubscription())?.unsubscribe();
    await send("quiet", {});
  }

  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await ("on" in part.dataset ? end() : begin());
    } catch {
      tell("failed");
    }
    button.disabled = false;
  });
})();
