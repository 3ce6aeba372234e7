/* What is tapped in a battle while the network is away: kept in this browser, in order, until the site has taken or
   refused it. A reload, a closed tab or a phone that sleeps loses nothing. Each change is stored under a name of its
   own, so that two tabs never overwrite each other; the site knows the name and counts each change once. */

"use strict";

{
  const memory = new Map(); // where the browser stores nothing

  const put = (name, value) => {
    try {
      localStorage.setItem(name, JSON.stringify(value));
    } catch {
      memory.set(name, value); // private browsing, or no room
    }
  };

  const stored = (start) => {
    const found = [...memory].filter(([name]) => name.startsWith(start));
    try {
      for (const name of Object.keys(localStorage).filter((one) => one.startsWith(start))) {
        found.push([name, JSON.parse(localStorage.getItem(name))]);
      }
    } catch {
      // nothing can be read: what is in memory counts
    }
    // Names end in the time at which the change was made.
    found.sort(([one], [other]) => (one < other ? -1 : 1));
    return found.map(([, value]) => value);
  };

  const drop = (name) => {
    memory.delete(name);
    try {
      localStorage.removeItem(name);
    } catch {
      // nothing is stored there
    }
  };

  let last = 0;

  /** A name for a change: later ones come later in the alphabet, and no two phones make the same one. */
  const newKey = () => {
    last = Math.max(Date.now(), last + 1);
    return `${last.toString(36)}-${Math.random().toString(36).slice(2, 12).padEnd(10, "0")}`;
  };

  /** The changes of one battle that wait, made for the sides that this phone plays, and those that were refused. */
  class BattleQueue {
    constructor(battle, seats) {
      this.seats = seats;
      this.waits = `muster-battle/${battle}/waits/`;
      this.refused = `muster-battle/${battle}/refused/`;
    }

    add(action, body, words) {
      const key = newKey();
      body.set("sent", key);
      put(this.waits + key, { key, action, body: body.toString(), words, seats: this.seats });
    }

    /** A seat that another phone has now keeps its changes here, until it comes back. */
    get waiting() {
      return stored(this.waits).filter((one) => [...one.seats].every((seat) => this.seats.includes(seat)));
    }

    get refusals() {
      return stored(this.refused);
    }

    remove(command) {
      drop(this.waits + command.key);
    }

    refuse(command, reason) {
      put(this.refused + command.key, { key: command.key, words: command.words, reason });
      this.remove(command);
    }

    forgetRefusals() {
      for (const one of this.refusals) drop(this.refused + one.key);
    }
  }

  globalThis.muster = { BattleQueue, newKey };
}
