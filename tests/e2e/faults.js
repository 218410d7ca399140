// What is wrong with where things lie on a table page; `own` finds the own cards, tiles or wagons.
(own) => {
  const faults = [];
  const shown = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility === 'visible';
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
  const called = (one) => one.dataset.part || one.dataset.kind || one.id || `.${one.getAttribute('class').replaceAll(' ', '.')}`;
  const inside = (a, b) => a.left >= b.left - 1 && a.top >= b.top - 1 && a.right <= b.right + 1 && a.bottom <= b.bottom + 1;
  const page = new DOMRect(0, 0, innerWidth, innerHeight);

  const room = document.querySelector('.table-page');
  const { scrollHeight, scrollWidth } = document.documentElement;
  if (scrollHeight > innerHeight || scrollWidth > innerWidth) faults.push('the page scrolls');
  if (room.scrollHeight > room.clientHeight || room.scrollWidth > room.clientWidth) faults.push('the room scrolls');

  const parts = [['bar', '.bar'], ['board', '.board'], ['tray', '.tray'], ['players', '.players'], ['recap', '.recap']]
    .flatMap(([part, selector]) => all(selector).map((one) => [part, one.getBoundingClientRect()]));
  for (const [part, box] of parts) if (!inside(box, page)) faults.push(`the ${part} is not in the window`);
  parts.forEach(([one, a], i) => parts.slice(i + 1).forEach(([other, b]) => {
    const apart = a.left >= b.right - 1 || b.left >= a.right - 1 || a.top >= b.bottom - 1 || b.top >= a.bottom - 1;
    if (!apart) faults.push(`the ${one} lies over the ${other}`);
  }));
  if (document.querySelector('.prompt').scrollHeight > document.querySelector('.bar').clientHeight) faults.push('the prompt is cut off');
  for (const strip of all('.recap ol')) {
    const box = strip.getBoundingClientRect(), told = all('.recap li').map((one) => one.getBoundingClientRect());
    const meets = (one) => one.top < box.bottom && one.bottom > box.top && one.left < box.right && one.right > box.left;
    if (told.some((one) => meets(one) && !inside(one, box))) faults.push('of what is told there is a part only');
  }
  for (const part of ['.board', '.hand-area', '.decide', '.bar']) {
    for (const one of all(part)) {
      if (one.scrollHeight > one.clientHeight + 1) faults.push(`${part} is too low for what it holds`);
      if (one.scrollWidth > one.clientWidth + 1) faults.push(`${part} is too narrow for what it holds`);
    }
  }
  const tray = document.querySelector('.tray').getBoundingClientRect();
  for (const one of all('.hand-area, .decide')) if (!inside(one.getBoundingClientRect(), tray)) faults.push(`${called(one)} does not fit the tray`);

  // what clips a thing: every box around it that scrolls or hides what goes beyond it
  const clips = (one) => {
    const found = [page];
    for (let box = one.parentElement; box && box !== room; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      if (overflowX !== 'visible' || overflowY !== 'visible') found.push(box.getBoundingClientRect());
    }
    return found;
  };
  const hit = (one, x, y) => {
    const top = document.elementFromPoint(x, y);
    return top && (one.contains(top) || top.contains(one) || (one.ownerSVGElement && one.ownerSVGElement === top.ownerSVGElement));
  };
  const asked = new Set(all(`:is([data-part], button)[data-lit="true"], .offers .main, .pinned > .button, ${own}`));
  for (const one of asked) {
    const box = one.getBoundingClientRect();
    if (!clips(one).every((clip) => inside(box, clip))) faults.push(`${called(one)} is not wholly in view`);
    const spots = [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((x) => [0.15, 0.5, 0.85].map((y) => [box.left + x * box.width, box.top + y * box.height]));
    if (!spots.some(([x, y]) => hit(one, x, y))) faults.push(`${called(one)} is covered`);
  }

  // a button is as large as its words and drawings: none of them is beyond its edge, nor cut by its round corners
  const drawn = (button) => {
    const found = [], nodes = document.createTreeWalker(button, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT), range = new Range();
    while (nodes.nextNode()) {
      const node = nodes.currentNode, one = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
      if (one.closest('.sr') || getComputedStyle(one).clipPath !== 'none' || one.parentElement.closest('svg')) continue;
      if (node.nodeType === Node.TEXT_NODE) {
        range.selectNodeContents(node);
        const air = 0.15 * parseFloat(getComputedStyle(one).fontSize); // above and below the letters
        for (const { x, y, width, height } of range.getClientRects()) found.push(new DOMRect(x, y + air, width, height - 2 * air));
      } else if (one.matches('svg, .mini')) found.push(one.getBoundingClientRect());
    }
    return found;
  };
  const holds = (button) => {
    const box = button.getBoundingClientRect(), round = Math.min(parseFloat(getComputedStyle(button).borderTopLeftRadius), box.width / 2, box.height / 2);
    return drawn(button).every(({ left, right, top, bottom }) => [[left, top], [right, top], [left, bottom], [right, bottom]].every(([x, y]) => {
      const dx = Math.max(0, box.left + round - x, x - box.right + round), dy = Math.max(0, box.top + round - y, y - box.bottom + round);
      return (dx === 0 || dy === 0 ? Math.max(dx, dy) : Math.hypot(dx, dy)) <= round + 1;
    }));
  };
  for (const one of all('.offers button, .pinned > .button')) if (!holds(one)) faults.push(`${called(one)} cuts what it says: ${one.textContent.slice(0, 30)}`);
  for (const row of all('.offers')) {
    if (row.scrollWidth > row.clientWidth + 1 && getComputedStyle(row).maskImage === 'none') faults.push('nothing shows that the offers go on');
  }
  return [...new Set(faults)];
}
