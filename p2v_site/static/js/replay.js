/* A battle that runs by itself. Its frames come some hundred at a time, as places, HP and words; where a frame has a creature
   or a ground that is not drawn, the page of that frame is asked for. The page's links do the same without this. */

"use strict";

{
  const PAUSE = 1400; // milliseconds of a frame at the usual speed
  const root = document.getElementById("replay");
  const slider = document.getElementById("replay-at");
  const run = root.querySelector("[data-go=run]");
  const most = Number(root.dataset.most);
  const frames = [];
  let last = Number(root.dataset.last);
  let at = Number(root.dataset.first);
  let wanted = at;
  let timer = 0;
  let address = 0;

  const figure = () => root.querySelector("svg.drawing");
  const tokenOf = (creature) => figure()?.querySelector(`.board-token[data-focus="${CSS.escape(creature)}"]`);
  const lineOf = (creature) => root.querySelector(`[data-creature="${CSS.escape(creature)}"]`);

  const load = async (place) => {
    const first = place - (place % most);
    const answer = await fetch(`${root.dataset.frames}?frame=${first}`);
    if (answer.status !== 200) throw new Error("there are no frames");
    const got = await answer.json();
    let creatures = {};
    for (const [number, frame] of got.frames.entries()) {
      creatures = { ...creatures, ...frame.creatures };
      frames[got.first + number] = { ...frame, creatures };
    }
    last = got.last;
    slider.max = last;
  };

  const asTransform = (place) =>
    place.replace(/translate\(([^ )]+) ([^)]+)\)/, (_, x, y) => `translate(${x}px, ${y}px)`);
  const move = (token, place) => {
    const drawn = token.querySelector("g");
    const before = drawn.getAttribute("transform");
    if (before === place) return;
    drawn.setAttribute("transform", place);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const ends = [before, place].map((each) => ({ transform: asTransform(each) }));
    drawn.animate(ends, { duration: 350, easing: "ease-out" });
  };

  const drawBoard = ({ creatures, objectives = [], walked }) => {
    for (const token of figure().querySelectorAll(".board-token")) {
      const creature = creatures[token.dataset.focus];
      token.toggleAttribute("hidden", !creature?.place);
      if (!creature?.place) continue;
      token.setAttribute("class", creature.look);
      token.setAttribute("aria-label", creature.words);
      token.querySelector("title").textContent = creature.words;
      token.querySelector(".token-arc").setAttribute("stroke-dasharray", `${creature.percent} 100`);
      move(token, creature.place);
    }
    for (const [place, mark] of figure().querySelectorAll(".board-objective").entries()) {
      const [side, words] = objectives[place];
      mark.dataset.side = side;
      mark.setAttribute("aria-label", words);
    }
    for (const line of figure().querySelectorAll(".board-walked")) line.remove();
    for (const [side, d] of walked) {
      const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
      for (const [name, value] of Object.entries({ class: "board-walked", "data-side": side, d }))
        line.setAttribute(name, value);
      figure().append(line);
    }
  };

  const draw = (frame) => {
    const says = root.querySelector("[data-says]");
    says.closest("[data-side]").dataset.side = frame.side;
    says.replaceChildren(
      ...frame.says.map(([who, text]) => {
        const sentence = document.createElement("p");
        const name = Object.assign(document.createElement("b"), { textContent: who });
        sentence.append(...(who ? [name] : []), text);
        return sentence;
      }),
    );
    for (const [creature, { words, percent, hp }] of Object.entries(frame.creatures)) {
      const line = lineOf(creature);
      line.querySelector("span").textContent = words;
      line.querySelector("svg").setAttribute("class", `hp-bar hp-${hp}`);
      line.querySelector(".hp-left").setAttribute("width", percent);
    }
    if (frame.ground) drawBoard(frame);
  };

  // Whether everything of a frame has its place on the page.
  const fits = ({ ground, creatures, objectives = [] }) =>
    (figure()?.querySelector("[data-ground]").dataset.ground ?? "") === ground &&
    (figure()?.querySelectorAll(".board-objective").length ?? 0) === objectives.length &&
    Object.entries(creatures).every(([creature, { place }]) => lineOf(creature) && (!place || tokenOf(creature)));
  const drawPage = async (place) => {
    const answer = await fetch(`?frame=${place}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const part = document.getElementById("replay-part");
    if (wanted === place) part.replaceWith(document.importNode(page.getElementById("replay-part"), true));
  };

  const show = async (place) => {
    wanted = Math.min(Math.max(place, 0), last);
    const own = wanted;
    if (!frames[own]) await load(own);
    if (wanted !== own) return;
    const frame = frames[own];
    if (fits(frame)) draw(frame);
    else await drawPage(own);
    if (wanted !== own) return;
    at = own;
    slider.value = at;
    const where = `${frame.round ? `Round ${frame.round} · ` : ""}${at} of ${last}`;
    root.querySelector("[data-where]").textContent = where;
    slider.setAttribute("aria-valuetext", where);
    const playOn = document.querySelector("button[data-step]");
    if (playOn) Object.assign(playOn, { value: frame.entry, disabled: !frame.entry });
    clearTimeout(address); // browsers limit how often an address may change
    address = setTimeout(() => history.replaceState(null, "", `?entry=${frame.entry}`), 300);
  };

  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    run.textContent = "Play";
  };
  const go = (place) =>
    show(place).catch(() => {
      wanted = at; // without a network it stands
      stop();
    });
  const tick = () => {
    const pause = PAUSE / Number(document.getElementById("replay-speed").value);
    const own = setTimeout(async () => {
      await go(wanted + 1);
      if (timer !== own) return;
      if (wanted < last) tick();
      else stop();
    }, pause);
    timer = own;
  };
  const start = () => {
    run.textContent = "Pause";
    if (at >= last) go(0);
    tick();
  };
  const WAYS = { first: () => 0, back: () => wanted - 1, next: () => wanted + 1, last: () => last };

  root.addEventListener("click", (event) => {
    const way = event.target.closest("[data-go]")?.dataset.go;
    if (!way || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (way === "run") return timer ? stop() : start();
    stop();
    go(WAYS[way]());
  });
  slider.addEventListener("input", () => {
    stop();
    go(Number(slider.value));
  });
  for (const part of root.querySelectorAll("[data-run], [data-go=run]")) part.hidden = false;
}
