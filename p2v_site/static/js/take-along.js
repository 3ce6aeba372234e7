/* The page "Take Muster along": asks the worker for one pack or page after the other, and says how far it is. It can be
   stopped and goes on where it was; the worker remembers what is there. The offline page uses none of this. */

"use strict";

{
  const RETRY = 5; // seconds until the site is asked again after it refused for having too much to do
  const BUSY = [429, 503];
  const GONE = [404, 410]; // what is not there any more needs no second try
  const FULL = "This device is full. Free some space, then go on.";
  const UNANSWERED = "The site did not answer. What was loaded is here; go on when you are online.";
  const SAFE = "keeps it until you remove it.";
  const UNSAFE = "may remove it when the device is full.";
  const part = (name) => document.getElementById(`take-${name}`);
  const plan = JSON.parse(part("plan").textContent);
  const [says, progress, start, remove] = ["says", "progress", "start", "remove"].map(part);
  const { tasks } = plan;
  let taken = new Set();
  let isRunning = false;
  let isOlder = false; // what is here is of an earlier state of the library

  /** What the worker answers to a question. */
  const ask = async (question) => {
    const { active } = await navigator.serviceWorker.ready;
    return new Promise((answer, fail) => {
      const channel = new MessageChannel();
      channel.port1.addEventListener("message", ({ data }) =>
        data?.fault ? fail(new Error(data.fault)) : answer(data),
      );
      channel.port1.start();
      active.postMessage(question, [channel.port2]);
    });
  };

  const say = (words) => {
    part("state").hidden = !words;
    if (says.textContent !== words) says.textContent = words;
  };

  const pause = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

  const show = (words = "") => {
    const left = tasks.filter((address) => !taken.has(address)).length;
    const isWhole = taken.size > 0 && left === 0;
    progress.hidden = !isRunning;
    progress.max = tasks.length;
    progress.value = tasks.length - left;
    const hasSome = taken.size > 0 || isOlder;
    start.textContent = "Take Muster along";
    if (isRunning) start.textContent = "Stop";
    else if (isWhole || (isOlder && !taken.size)) start.textContent = "Update";
    else if (taken.size) start.textContent = "Resume";
    remove.hidden = isRunning || !hasSome;
    let state = `${tasks.length - left} of ${tasks.length} parts are here.`;
    if (isWhole && !isRunning) state = "Muster is on this device.";
    else if (isOlder && !isRunning) state = "Muster is on this device. Some of it has changed since.";
    say(words || (hasSome || isRunning ? state : ""));
  };

  const take = async (address) => {
    const { status, wait } = await ask({ take: address });
    if (BUSY.includes(status)) {
      show("The site has much to do. Loading goes on in a moment.");
      await pause(wait || RETRY);
      return isRunning ? take(address) : "";
    }
    if (status === 0) return UNANSWERED;
    const isHere = (status >= 200 && status < 300) || GONE.includes(status);
    if (!isHere) return `The site refused a part (error ${status}). What was loaded is here; try again later.`;
    taken.add(address);
    return "";
  };

  /** Load what is missing; return what to say at the end. */
  const load = async () => {
    const isSafe = (await navigator.storage?.persist?.()) ?? false;
    taken = new Set(await ask({ begin: plan.version, anew: taken.size === 0 }));
    for (const address of tasks) {
      if (taken.has(address)) continue;
      const problem = isRunning ? await take(address) : "";
      if (problem || !isRunning) return problem;
      show();
    }
    await ask({ finish: plan.version });
    isOlder = false;
    return `Muster is on this device. Your browser ${isSafe ? SAFE : UNSAFE}`;
  };

  const run = async () => {
    if (tasks.every((address) => taken.has(address))) taken.clear();
    isRunning = true;
    show();
    const words = await load().catch(({ message }) => (message === "QuotaExceededError" ? FULL : UNANSWERED));
    isRunning = false;
    start.disabled = false;
    show(words);
  };

  const begin = async () => {
    const state = await ask({ state: plan.version });
    taken = new Set(state.taken);
    isOlder = state.isOlder;
    start.hidden = false;
    start.addEventListener("click", () => {
      if (!isRunning) return run();
      isRunning = false;
      start.disabled = true; // until the part that is on its way is here
      return show("Stopping …");
    });
    remove.addEventListener("click", async () => {
      await ask({ forget: true });
      taken.clear();
      isOlder = false;
      show("Removed from this device.");
    });
    show();
  };

  if (navigator.serviceWorker) {
    begin();
  } else {
    const impossible = part("impossible");
    impossible.hidden = false;
    impossible.textContent = globalThis.isSecureContext
      ? "This browser keeps no pages for you. A private window never does."
      : "This site is served without https, and browsers keep pages only with it. A page stays readable while it is open: " +
        "open what you need before you leave, and leave it open. What you enter in a battle waits in the open page.";
  }
}
