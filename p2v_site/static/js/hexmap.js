/* A map of hexes that moves: by pointer, by touch with two fingers, by wheel and by keyboard. A tap looks at a hex. The
   links below the map do the same without this; a part that is drawn anew keeps the window that somebody has chosen. */

"use strict";

{
  const ACROSS = 15;
  const DOWN = 18;
  const NEAREST = 60; // units across at the closest
  const STEP = 0.25; // of the window
  const SLOP = 8; // pixels that a tap may move
  const root = document.getElementById("adventure");
  const place = `hexmap:${location.pathname}`;
  const pointers = new Map();
  let kept = null; // what the server put in the middle, and the window of it
  let moved = 0;
  let gap = 0;

  const map = () => root?.querySelector("[data-hexmap]");
  const drawing = () => map()?.querySelector("svg");

  const boxOf = (one) => {
    const { x, y, width, height } = one.viewBox.baseVal;
    return { x, y, width, height };
  };

  const keep = () => {
    try {
      sessionStorage.setItem(place, JSON.stringify(kept));
    } catch {
      // a browser that keeps nothing shows the usual window next time
    }
  };

  const show = (box) => {
    const one = map();
    const svg = drawing();
    const most = { width: Number(one.dataset.width), height: Number(one.dataset.height) };
    const width = Math.min(Math.max(box.width, NEAREST), Math.max(most.width, NEAREST) * 1.5);
    const height = (box.height * width) / box.width;
    const x = Math.min(Math.max(box.x, -width / 2), most.width - width / 2);
    const y = Math.min(Math.max(box.y, -height / 2), most.height - height / 2);
    svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    kept = { at: one.dataset.at, box: { x, y, width, height } };
    keep();
  };

  const restore = () => {
    const one = map();
    if (!one) return;
    if (kept?.at === one.dataset.at) show(kept.box);
    one.dataset.ready = "true";
  };

  const pan = (across, down) => {
    const box = boxOf(drawing());
    show({ ...box, x: box.x + across * box.width, y: box.y + down * box.height });
  };

  const zoom = (by, at = { x: 0.5, y: 0.5 }) => {
    const box = boxOf(drawing());
    const [width, height] = [box.width * by, box.height * by];
    show({ x: box.x + (box.width - width) * at.x, y: box.y + (box.height - height) * at.y, width, height });
  };

  const whole = () => {
    const one = map();
    show({ x: 0, y: 0, width: Number(one.dataset.width), height: Number(one.dataset.height) });
  };

  const MOVES = {
    n: () => pan(0, -STEP),
    s: () => pan(0, STEP),
    w: () => pan(-STEP, 0),
    e: () => pan(STEP, 0),
    in: () => zoom(0.7),
    out: () => zoom(1.4),
    all: whole,
  };
  const KEYS = {
    ArrowUp: "n",
    ArrowDown: "s",
    ArrowLeft: "w",
    ArrowRight: "e",
    "+": "in",
    "=": "in",
    "-": "out",
    0: "all",
  };

  const pointIn = (event) => {
    const matrix = drawing().getScreenCTM();
    return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : null;
  };

  const labelAt = (point) => {
    const near = Math.round((point.x - 10) / ACROSS) + 1;
    let best = { far: Number.POSITIVE_INFINITY, label: "" };
    for (const column of [near - 1, near, near + 1]) {
      const row = Math.round((point.y + (column % 2 ? 9 : 0)) / DOWN);
      const far = Math.hypot(point.x - (ACROSS * (column - 1) + 10), point.y - (DOWN * row - (column % 2 ? 9 : 0)));
      if (far < best.far) {
        const two = (number) => String(number).padStart(2, "0");
        best = { far, label: column > 0 && row > 0 ? two(column) + two(row) : "" };
      }
    }
    return best.far < 11 ? best.label : "";
  };

  const look = (label) => {
    const form = document.getElementById("look-hex")?.form;
    if (!form || !label) return;
    // The window stays where it is: the server puts this hex in its middle, and the script what was looked at.
    if (kept) {
      kept.at = `${label}/${form.elements.zoom.value}`;
      keep();
    }
    form.elements.hex.value = label;
    form.requestSubmit();
  };

  const spread = () => {
    const [one, other] = [...pointers.values()];
    return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  };

  if (map()) {
    try {
      kept = JSON.parse(sessionStorage.getItem(place) ?? "null");
    } catch {
      kept = null;
    }
    restore();
    new MutationObserver(restore).observe(root, { childList: true });
    root.addEventListener("click", (event) => {
      const link = event.target.closest("[data-hexmap-move]");
      if (!link) return;
      event.preventDefault();
      MOVES[link.dataset.hexmapMove]();
    });
    root.addEventListener("keydown", (event) => {
      const move = KEYS[event.key];
      if (!move || !event.target.matches("[data-hexmap]") || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      MOVES[move]();
    });
    root.addEventListener(
      "wheel",
      (event) => {
        const inside = event.target.closest("[data-hexmap]");
        // The page scrolls past a map that nobody works with.
        if (!inside || !(event.ctrlKey || inside.contains(document.activeElement))) return;
        event.preventDefault();
        const frame = inside.getBoundingClientRect();
        const at = { x: (event.clientX - frame.x) / frame.width, y: (event.clientY - frame.y) / frame.height };
        zoom(event.deltaY > 0 ? 1.15 : 0.87, at);
      },
      { passive: false },
    );
    root.addEventListener("pointerdown", (event) => {
      if (!event.target.closest("[data-hexmap] svg") || event.button) return;
      pointers.set(event.pointerId, event);
      moved = pointers.size > 1 ? SLOP + 1 : 0;
      gap = pointers.size === 2 ? spread() : 0;
    });
    root.addEventListener("pointermove", (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      pointers.set(event.pointerId, event);
      moved += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
      if (pointers.size === 2) {
        const now = spread();
        if (gap && now) zoom(gap / now);
        gap = now;
      } else if (moved > SLOP) {
        const frame = drawing().getBoundingClientRect();
        const box = boxOf(drawing());
        const scale = Math.max(box.width / frame.width, box.height / frame.height);
        show({
          ...box,
          x: box.x - (event.clientX - before.clientX) * scale,
          y: box.y - (event.clientY - before.clientY) * scale,
        });
      }
    });
    for (const end of ["pointerup", "pointercancel"]) {
      document.addEventListener(end, (event) => {
        if (!pointers.delete(event.pointerId) || end === "pointercancel" || moved > SLOP) return;
        const point = pointIn(event);
        if (point) look(labelAt(point));
      });
    }
  }
}
