/* The table of a set-up. A mouse or a pen drags a piece or an objective to its new place; the server moves it, or says why
   not. A tap chooses it, a tap on a square fills in where it goes, and the form's button moves it, as without this. */

"use strict";

{
  const figure = document.querySelector(".setup-board");
  const drawing = figure?.querySelector("svg");
  const form = document.querySelector("form[data-movable]");

  if (drawing && form) {
    const square = Number(figure.dataset.square);
    const list = form.querySelector("select");
    const button = form.querySelector("button[value=move]");
    const ghost = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    let dragged = null;

    const boxOf = (option) => option.dataset.box.split(" ").map(Number);
    const squareAt = (event) => {
      const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
      return [Math.floor(place.x / square), Math.floor(place.y / square)];
    };
    const optionAt = ([x, y]) =>
      [...list.options].find((option) => {
        const [left, top, width, height] = boxOf(option);
        return left <= x && x < left + width && top <= y && y < top + height;
      });
    const show = (x, y, width, height) => {
      const box = { x: x * square, y: y * square, width: width * square, height: height * square };
      for (const [name, value] of Object.entries(box)) ghost.setAttribute(name, value);
      drawing.append(ghost);
    };
    const fill = (x, y) => {
      form.elements.x.value = Math.max(0, x);
      form.elements.y.value = Math.max(0, y);
    };

    ghost.setAttribute("class", "setup-ghost");
    drawing.addEventListener("pointerdown", (event) => {
      const start = squareAt(event);
      const option = optionAt(start);
      if (!option || event.pointerType === "touch" || event.button) return;
      event.preventDefault();
      drawing.setPointerCapture(event.pointerId);
      list.value = option.value;
      dragged = { start, box: boxOf(option) };
      show(...dragged.box);
    });
    drawing.addEventListener("pointermove", (event) => {
      if (!dragged) return;
      const [x, y] = squareAt(event);
      const [left, top, width, height] = dragged.box;
      show(left + x - dragged.start[0], top + y - dragged.start[1], width, height);
    });
    drawing.addEventListener("pointerup", (event) => {
      if (!dragged) return;
      const [x, y] = squareAt(event);
      const [dx, dy] = [x - dragged.start[0], y - dragged.start[1]];
      const [left, top] = dragged.box;
      dragged = null;
      if (!dx && !dy) return;
      fill(left + dx, top + dy);
      form.requestSubmit(button);
    });
    drawing.addEventListener("pointercancel", () => {
      dragged = null;
      ghost.remove();
    });
    drawing.addEventListener("click", (event) => {
      const place = squareAt(event);
      const option = optionAt(place);
      if (option) {
        list.value = option.value;
        show(...boxOf(option));
      } else if (ghost.isConnected) {
        const [, , width, height] = boxOf(list.selectedOptions[0]);
        fill(...place);
        show(...place, width, height);
        button.focus();
      }
    });
  }
}
