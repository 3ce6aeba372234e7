/* The board of a battle. Its ground stays while the page's part is drawn anew, and so do the window that somebody has chosen
   and the square. Zoom by wheel, two fingers, keys and buttons; squares by tap, keys and the arrows of the bar. Everything
   that can be chosen is in the list of squares and in the links of the tokens, which work without this. */

"use strict";

{
  const NEAR = 34; // pixels of a square from which a tap finds it
  const SLOP = 8; // pixels that a tap may move
  const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  const pointers = new Map();
  const GROUND = ["board-ground", "board-words"];
  const grounds = {}; // the ground as it was drawn, and in words
  let box = null; // the window that somebody has chosen
  let nears = ""; // the creature that was tapped: its reach is shown large
  let moved = 0;
  let touch = null; // where the last pointer touched
  let gap = 0;
  let area = null; // the area that was last asked for
  let turns = 0; // which of the placements at its square
  let questions = 0;
  let drawn = null; // the squares of a way by hand, null while the best one is taken
  let drawnFor = ""; // whose it is, and from where
  const TURNED = `turned ${location.pathname}`;
  let isTurned = false; // the board as the other side sees it
  try {
    isTurned = sessionStorage.getItem(TURNED) !== null;
  } catch {
    // a browser that keeps nothing shows the board as it is drawn
  }

  const KEYS_OFF = "single keys of boards are off";
  let areKeysOff = false;
  try {
    areKeysOff = localStorage.getItem(KEYS_OFF) !== null;
  } catch {
    // a browser that keeps nothing has them on
  }

  const board = () => document.getElementById("play-board");
  const figure = () => board()?.querySelector("svg");
  const list = () => document.getElementById("board-square"); // a list, or a field that suggests the cheapest squares
  const mover = () => tokens().find(({ dataset }) => dataset.focus === list()?.dataset.creature);
  const areaField = () => (list()?.matches("[data-is-area]") ? list() : null);
  const options = () => [...((list()?.list ?? list())?.options ?? [])];
  const side = () => Number(figure().dataset.square);
  const tokens = () => [...figure().querySelectorAll(".board-token")];
  const placeOf = (token) => token.dataset.at.split(",").map(Number);
  const element = (name, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };

  // The names of squares

  const letters = (column) =>
    (column < 26 ? "" : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));
  const squareOf = (name) => {
    const [, column, row] = /^([A-Z]+)([0-9]+)$/.exec(name);
    return [[...column].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1, Number(row) - 1];
  };

  // The other side's view: the figure is turned by its style; what is read stays upright.

  const upright = (shape, x, y) => shape.setAttribute("transform", isTurned ? `rotate(180 ${x} ${y})` : "");
  const standUp = (shape, [x, y, width]) => upright(shape, (x + width / 2) * side(), (y + width / 2) * side());
  const turn = () => {
    board().classList.toggle("is-turned", isTurned);
    board().querySelector("[data-turn]")?.setAttribute("aria-pressed", String(isTurned));
    for (const token of tokens()) standUp(token, placeOf(token));
    drawChoice();
  };
  const turned = (direction) => direction.map((along) => (isTurned ? -along : along));

  // The window

  const whole = () => {
    const [x, y, width, height] = figure().dataset.view.split(" ").map(Number);
    return { x, y, width, height };
  };
  const pixels = () => (figure().clientWidth / (box ?? whole()).width) * side();

  const show = (wanted) => {
    const most = whole();
    const width = Math.min(Math.max(wanted.width, 5 * side()), most.width);
    const height = (width * most.height) / most.width;
    const inside = (at, from, length, of) => Math.min(Math.max(at, from), from + of - length);
    const x = inside(wanted.x, most.x, width, most.width);
    const y = inside(wanted.y, most.y, height, most.height);
    box = width < most.width ? { x, y, width, height } : null;
    figure().setAttribute("viewBox", box ? `${x} ${y} ${width} ${height}` : figure().dataset.view);
    board().classList.toggle("is-near", pixels() >= NEAR);
    board().classList.toggle("is-entered", box !== null);
  };
  const zoom = (by, at = { x: 0.5, y: 0.5 }) => {
    const now = box ?? whole();
    const [width, height] = [now.width * by, now.height * by];
    const [left, upper] = isTurned ? [1 - at.x, 1 - at.y] : [at.x, at.y];
    show({ x: now.x + (now.width - width) * left, y: now.y + (now.height - height) * upper, width, height });
  };
  const around = (places, least) => {
    const ends = places.flatMap(([x, y, width = 1]) => [
      [x, y],
      [x + width, y + width],
    ]);
    const [xs, ys] = [ends.map(([x]) => x * side()), ends.map(([, y]) => y * side())];
    const most = whole();
    const across = Math.max(...xs) - Math.min(...xs) + 2 * side();
    const down = Math.max(...ys) - Math.min(...ys) + 2 * side();
    // All of them, but no square smaller than a finger needs.
    const width = Math.min(
      Math.max(across, (down * most.width) / most.height),
      (figure().clientWidth / least) * side(),
    );
    const height = (width * most.height) / most.width;
    const [token] = places;
    const middle = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
    const fits = width >= across && height >= down;
    const [x, y] = fits ? middle : [(token[0] + 0.5) * side(), (token[1] + 0.5) * side()];
    show({ x: x - width / 2, y: y - height / 2, width, height });
  };

  // The square that is chosen

  const squares = () =>
    options()
      .filter((option) => option.value)
      .map((option) => ({ option, at: squareOf(option.value) }));
  const chosen = () => {
    const name = list()?.value.trim().toUpperCase();
    const option = options().find(({ value }) => value === name);
    if (option || !list()?.list || !/^[A-Z]{1,2}[1-9][0-9]{0,2}$/.test(name)) return option;
    list().list.append(new Option(name, name));
    return options().at(-1);
  };

  const drawChoice = () => {
    for (const shape of figure().querySelectorAll(".board-choice, .board-area")) shape.remove();
    if (areaField() && area?.path)
      figure().append(element("path", { class: "board-area board-choice", d: area.path, "aria-hidden": "true" }));
    const option = chosen();
    if (!option?.value) return;
    const [x, y] = squareOf(option.value);
    const isArea = areaField() !== null;
    const token = isArea ? null : tokens().find(({ dataset }) => dataset.focus === list().dataset.creature);
    const width = token ? placeOf(token)[2] : 1;
    const shape = element("g", {
      class: "board-choice",
      "aria-hidden": "true",
      "data-side": token?.dataset.side ?? "",
    });
    if (option.dataset.path) shape.append(element("path", { class: "board-way", d: option.dataset.path }));
    const [left, upper] = [x * side(), y * side()];
    shape.append(element("rect", { x: left, y: upper, width: width * side(), height: width * side() }));
    if (token) {
      const ghost = token.querySelector("g").cloneNode(true);
      const scale = ghost.getAttribute("transform").replace(/.*scale/, "scale");
      ghost.setAttribute("transform", `translate(${left + 1} ${upper + 1}) ${scale}`);
      const standing = element("g", {});
      standUp(standing, [x, y, width]);
      standing.append(ghost);
      shape.append(standing);
    }
    figure().append(shape);
  };

  // A way by hand: one square after the other, of which the last is in the field and the others are sent before it.
  const showDrawn = () => {
    const button = document.querySelector("[data-draw]");
    if (!button) return;
    button.setAttribute("aria-pressed", String(drawn !== null));
    for (const sent of list().form.querySelectorAll("[data-via]")) sent.remove();
    for (const name of drawn?.slice(0, -1) ?? []) {
      const sent = Object.assign(document.createElement("input"), { type: "hidden", name: "way_to", value: name });
      sent.dataset.via = "";
      list().before(sent);
    }
    const last = drawn?.at(-1) ?? "";
    if (last && !options().some(({ value }) => value === last)) (list().list ?? list()).append(new Option(last, last));
    list().value = last;
    delete chosen()?.dataset.words;
    delete chosen()?.dataset.path;
  };
  const drawOn = (name) => {
    if (drawn.at(-2) === name) drawn.pop();
    else if (drawn.at(-1) !== name) drawn.push(name);
    showDrawn();
    list().dispatchEvent(new Event("change", { bubbles: true }));
  };

  // What the way there brings is asked once a square, and only the last question is answered.
  const askWay = async () => {
    const option = chosen();
    if (!option?.value) return;
    const said = new FormData(list().form);
    const asked = new URLSearchParams(
      ["creature", "action", "way", "way_to"].flatMap((name) => said.getAll(name).map((value) => [name, value])),
    );
    const sent = String(drawn);
    const answer = option.dataset.words ? null : await fetch(`${list().dataset.ask}?${asked}`);
    if (sent !== String(drawn)) return;
    if (answer?.status === 200) Object.assign(option.dataset, await answer.json());
    if (chosen() !== option) return;
    const words = document.getElementById("way-words");
    if (words && option.dataset.words) words.textContent = option.dataset.words;
    drawChoice();
  };

  // Where an area lies, and whom it catches: only the last question is answered.
  const askArea = async (name, value) => {
    const said = new FormData(list().form);
    const asked = new URLSearchParams(["creature", "action", "way"].map((part) => [part, said.get(part) ?? ""]));
    asked.set(name, value);
    asked.set("turn", turns);
    questions += 1;
    const number = questions;
    const answer = await fetch(`${list().dataset.ask}?${asked}`);
    const answered = answer.status === 200 ? await answer.json() : null;
    const field = areaField();
    if (!answered || number !== questions || !field) return;
    area = answered;
    document.getElementById("way-words").textContent = area.words;
    const caught = document.getElementById("area-caught");
    caught.value = area.targets.join(" ");
    if (caught.selectedIndex < 0) caught.value = "";
    for (const target of field.form.querySelectorAll("[name=target]"))
      target.checked = area.targets.includes(target.value);
    field.form.dispatchEvent(new Event("change", { bubbles: true })); // its odds are asked anew
    drawChoice();
  };

  const choose = (square) => {
    if (!square) return;
    turns = 0;
    if (drawn) return drawOn(square.option?.value ?? `${letters(square.at[0])}${square.at[1] + 1}`);
    list().value = square.option?.value ?? `${letters(square.at[0])}${square.at[1] + 1}`;
    list().dispatchEvent(new Event("change", { bubbles: true }));
  };
  const nearest = (x, y) => {
    const far = ({ at }) => Math.hypot(at[0] - x, at[1] - y);
    return squares().reduce((best, square) => (best && far(best) <= far(square) ? best : square), null);
  };
  const step = (arrow) => {
    const [dx, dy] = turned(arrow);
    const token = tokens().find(({ dataset }) => dataset.focus === list().dataset.creature);
    const now = chosen()?.value ? squareOf(chosen().value) : token ? placeOf(token) : [0, 0];
    if (areaField() || drawn) return choose({ at: [Math.max(0, now[0] + dx), Math.max(0, now[1] + dy)] });
    const rank = ({ at }) => {
      const [x, y] = [at[0] - now[0], at[1] - now[1]];
      const along = x * dx + y * dy;
      return along > 0 ? along + 2 * Math.abs(x * dy + y * dx) : Number.POSITIVE_INFINITY;
    };
    const ranked = squares().filter((square) => Number.isFinite(rank(square)));
    choose(ranked.reduce((best, square) => (best && rank(best) <= rank(square) ? best : square), null));
  };

  // Places by hand: the fields of creatures, which a tap on a creature and then on a square fills in, or a drag.

  const fieldOf = (token) => token && document.querySelector(`[data-place="${CSS.escape(token.dataset.focus)}"]`);
  const squareAt = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(figure().getScreenCTM().inverse());
    return [Math.floor(point.x / side()), Math.floor(point.y / side())];
  };
  const putAt = (token, [x, y]) => {
    const width = placeOf(token)[2];
    const [left, upper] = [x - (width >> 1), y - (width >> 1)];
    if (left < 0 || upper < 0) return;
    fieldOf(token).value = `${letters(left)}${upper + 1}`;
    token.dataset.at = `${left},${upper},${width}`;
    const shape = token.querySelector("g");
    const scale = shape.getAttribute("transform").replace(/.*scale/, "scale");
    shape.setAttribute("transform", `translate(${left * side() + 1} ${upper * side() + 1}) ${scale}`);
    standUp(token, [left, upper, width]);
  };
  const placeByTap = (event, token) => {
    const other = tokens().find((each) => each.classList.contains("is-placed"));
    other?.classList.remove("is-placed");
    if (token && token !== other) token.classList.add("is-placed");
    else if (other && !token) putAt(other, squareAt(event));
  };

  // What a typed line may go on with: the page's actions, creatures and squares.

  const suggest = (field) => {
    const [, before, typed] = /^(.*[\s,])?(.*)$/.exec(field.value);
    const texts = [...document.querySelectorAll(".option-words b, #board-square option")].map((each) =>
      (each.value || each.textContent).trim(),
    );
    const known = new Set([...texts, ...tokens().map((token) => token.getAttribute("aria-label").split(",")[0])]);
    const fits = [...known].filter((word) => word && word.toLowerCase().startsWith(typed.toLowerCase()));
    field.list.replaceChildren(...fits.slice(0, 20).map((word) => new Option("", `${before ?? ""}${word}`)));
  };

  // What holds between two: lines of targets that are chosen, and the question of the fold.

  const drawLines = (lines) => {
    for (const line of figure().querySelectorAll(".board-line")) line.remove();
    for (const d of lines) figure().append(element("path", { class: "board-line", d, "aria-hidden": "true" }));
  };
  const drawAims = () => {
    const aims = [...document.querySelectorAll("[name=target]:checked[data-line]")];
    drawLines(aims.map(({ dataset }) => dataset.line));
  };
  const askBetween = async (form) => {
    const asked = new URLSearchParams(new FormData(form));
    const answer = await fetch(`${form.action}?${asked}`, { headers: { "HX-Request": "true" } });
    const place = document.getElementById("between-answer");
    if (answer.status !== 200 || !place) return;
    place.innerHTML = await answer.text();
    const line = place.querySelector("[data-line]")?.dataset.line;
    drawLines(line ? [line] : []);
  };
  const pointAt = (token) => {
    const { form } = document.getElementById("between-from");
    form.elements[form.dataset.isBegun ? "to" : "from"].value = token.dataset.focus;
    if (form.dataset.isBegun) form.requestSubmit();
    form.dataset.isBegun = form.dataset.isBegun ? "" : "1";
  };

  // A finger that misses a square by a little would be led to the next token: what counts is where it touched.
  const tokenAt = ([x, y]) =>
    tokens().findLast((token) => {
      const [left, upper, width] = placeOf(token);
      return x >= left && x < left + width && y >= upper && y < upper + width;
    });

  const tap = (event) => {
    const touched = event.detail && touch ? squareAt(touch) : null;
    const under = touched && tokenAt(touched);
    const token = under ?? (list() && touched ? null : event.target.closest(".board-token"));
    if (areaField() && touched?.every((at) => at >= 0)) {
      choose({ at: touched });
      return true;
    }
    const target = token && document.querySelector(`[name="target"][value="${CSS.escape(token.dataset.focus)}"]`);
    if (target) {
      target.click();
      return true;
    }
    if (token && document.querySelector("#may-i[open]")) {
      pointAt(token);
      return true;
    }
    if (token?.dataset.strike) {
      // An enemy in reach is aimed at: its panel opens from the list of its side.
      const link = Object.assign(document.createElement("a"), { href: `?${token.dataset.strike}`, hidden: true });
      link.dataset.part = "";
      board().append(link);
      link.click();
      return true;
    }
    if (document.querySelector("[data-place]")) {
      placeByTap(touch ?? event, token);
      return true;
    }
    if (token || !list() || !touched) return false;
    choose((list().list || drawn) && touched.every((at) => at >= 0) ? { at: touched } : nearest(...touched));
    return true;
  };

  // What is drawn anew keeps the ground, the window and the square.

  const keepGround = async () => {
    const empty = GROUND.map((id) => document.getElementById(id)).filter((holder) => {
      if (!holder || holder.childElementCount) grounds[holder?.id] = holder;
      else if (grounds[holder.id]?.dataset.ground === holder.dataset.ground) holder.replaceWith(grounds[holder.id]);
      else return true;
      return false;
    });
    if (empty.length === 0) return;
    const answer = await fetch(location.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const { id, dataset } of empty) {
      const made = page.getElementById(id);
      if (made?.dataset.ground === dataset.ground)
        document.getElementById(id)?.replaceWith(document.importNode(made, true));
    }
  };

  const rove = () => {
    const all = tokens();
    const first = all.find((token) => token.matches("[aria-current], .is-acting")) ?? all[0];
    for (const token of all) token.setAttribute("tabindex", token === first ? "0" : "-1");
  };

  const settle = () => {
    if (!figure()) return;
    keepGround().then(turn, () => {}); // without a network it is drawn the next time
    figure().dataset.view ??= figure().getAttribute("viewBox");
    for (const tool of document.querySelectorAll("[data-board-tool]")) tool.hidden = false;
    if (list() && list().selectedIndex < 0) list().selectedIndex = 0;
    if (nears) {
      const token = tokens().find(({ dataset }) => dataset.focus === nears);
      if (token && squares().length) around([placeOf(token), ...squares().map(({ at }) => at)], NEAR);
      nears = "";
    } else if (box) {
      show(box);
    }
    rove();
    turn();
    const single = document.getElementById("single-keys");
    if (single) single.checked = !areKeysOff;
    const button = document.querySelector("[data-draw]");
    if (button) button.hidden = !list() || areaField() !== null;
    if (drawn && drawnFor !== `${mover()?.dataset.focus} ${mover()?.dataset.at}`) drawn = null;
    if (drawn) {
      showDrawn();
      askWay().catch(() => {});
    }
    if (!areaField()) area = null;
    else if (areaField().value) askArea("area_at", areaField().value).catch(() => {});
    if (document.querySelector("[name=target]:checked")) drawAims();
  };

  const isHere = (event) => figure()?.contains(event.target);
  const spread = () => {
    const [first, second] = [...pointers.values()];
    return Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY);
  };

  document.addEventListener("muster:answered", settle);
  document.addEventListener("change", (event) => {
    if (event.target.id === "single-keys") {
      areKeysOff = !event.target.checked;
      try {
        if (areKeysOff) localStorage.setItem(KEYS_OFF, "");
        else localStorage.removeItem(KEYS_OFF);
      } catch {
        // they are off until the page is left
      }
    }
    if (event.target.id === "area-caught" && event.target.value) {
      list().value = "";
      turns = 0;
      askArea("area", event.target.value).catch(() => {}); // without a network the list stands alone
    } else if (event.target === areaField()) {
      if (chosen()) askArea("area_at", chosen().value).catch(() => {});
      drawChoice();
    } else if (event.target === list()) {
      drawChoice();
      askWay().catch(() => {}); // without a network the way is not shown
    }
    if (event.target.matches("[name=target]") && figure()) drawAims();
  });
  document.addEventListener("input", ({ target }) => target.id === "typed-line" && suggest(target));
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-between]")) return;
    event.preventDefault();
    askBetween(event.target).catch(() => {}); // without a network there is no answer to show
  });
  // Before the page's own script follows the link of a token.
  document.addEventListener(
    "click",
    (event) => {
      const tool = event.target.closest("[data-board-tool] button");
      if (tool?.dataset.arrow) return step(ARROWS[tool.dataset.arrow]);
      if (event.target.closest("[data-another]") && areaField()) {
        const caught = document.getElementById("area-caught");
        turns += 1;
        return askArea(...(list().value ? ["area_at", list().value] : ["area", caught.value])).catch(() => {});
      }
      if (event.target.closest("[data-draw]")) {
        drawn = drawn ? null : [];
        drawnFor = `${mover()?.dataset.focus} ${mover()?.dataset.at}`;
        showDrawn();
        return drawChoice();
      }
      if (tool?.matches("[data-turn]")) {
        isTurned = !isTurned;
        try {
          if (isTurned) sessionStorage.setItem(TURNED, "");
          else sessionStorage.removeItem(TURNED);
        } catch {
          // it is turned until the page is left
        }
        return turn();
      }
      if (tool) return tool.dataset.zoom === "0" ? show(whole()) : zoom(Number(tool.dataset.zoom));
      if (!isHere(event)) return;
      if (moved > SLOP || tap(event)) {
        event.preventDefault();
        event.stopPropagation();
      } else {
        nears = event.target.closest(".board-token")?.dataset.focus ?? "";
      }
    },
    true,
  );
  document.addEventListener("keydown", (event) => {
    if (!isHere(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (areKeysOff && event.key.length === 1) return;
    const arrow = ARROWS[event.key];
    const keys = event.key === "?" && document.getElementById("board-keys");
    if (keys) {
      keys.open = true;
      keys.querySelector("summary").focus();
    } else if (arrow && list()) {
      step(arrow);
    } else if (arrow) {
      const all = tokens();
      const place = all.indexOf(event.target.closest(".board-token"));
      all[(place + (arrow[0] + arrow[1]) + all.length) % all.length].focus();
    } else if (event.key === "Enter" && areaField()?.value) {
      areaField().form.querySelector(".choice-bar .primary").focus();
    } else if (event.key === "Enter" && list()?.value) {
      list().form.requestSubmit();
    } else if ("+=-0".includes(event.key)) {
      if (event.key === "0") show(whole());
      else zoom(event.key === "-" ? 1.4 : 0.7);
    } else {
      return;
    }
    event.preventDefault();
  });
  document.addEventListener(
    "wheel",
    (event) => {
      if (!isHere(event) || !(event.ctrlKey || box)) return; // the page scrolls past a board that is not entered
      event.preventDefault();
      const frame = figure().getBoundingClientRect();
      const at = { x: (event.clientX - frame.x) / frame.width, y: (event.clientY - frame.y) / frame.height };
      zoom(event.deltaY > 0 ? 1.15 : 0.87, at);
    },
    { passive: false },
  );
  document.addEventListener("pointerdown", (event) => {
    if (!isHere(event) || event.button) return;
    if (event.pointerType === "mouse") event.preventDefault(); // a link is not dragged, nor text selected
    const token = event.target.closest(".board-token");
    touch = { clientX: event.clientX, clientY: event.clientY };
    pointers.set(event.pointerId, { clientX: event.clientX, clientY: event.clientY, token });
    moved = pointers.size > 1 ? SLOP + 1 : 0;
    gap = pointers.size === 2 ? spread() : 0;
  });
  document.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before || !figure()) return;
    pointers.set(event.pointerId, { ...before, clientX: event.clientX, clientY: event.clientY });
    moved += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
    if (pointers.size === 2) {
      const now = spread();
      if (gap && now) zoom(gap / now);
      gap = now;
    } else if (moved > SLOP && fieldOf(before.token)) {
      putAt(before.token, squareAt(event));
    } else if (box && moved > SLOP) {
      const scale = box.width / figure().clientWidth;
      const [x, y] = turned([event.clientX - before.clientX, event.clientY - before.clientY]);
      show({ ...box, x: box.x - x * scale, y: box.y - y * scale });
    }
  });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, (event) => pointers.delete(event.pointerId));
  }
  settle();
}
