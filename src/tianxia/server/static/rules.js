// Our rulings are folded. A link to one opens it; who prints, searches or wants them all has them open.
const rulings = [...document.querySelectorAll(".ruling")];
const button = document.querySelector(".unfold");
const openAll = (open) => {
  for (const ruling of rulings) ruling.open = open;
  button?.setAttribute("aria-pressed", String(open));
};
const openTarget = () => {
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const ruling = place?.nextElementSibling?.querySelector(".ruling");
  if (ruling) ruling.open = true;
};

addEventListener("hashchange", openTarget);
openTarget();
addEventListener("beforeprint", () => openAll(true));
addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && ["f", "g"].includes(event.key.toLowerCase())) openAll(true);
});
if (button && rulings.length > 0) {
  button.hidden = false;
  button.addEventListener("click", () => openAll(button.getAttribute("aria-pressed") !== "true"));
}
