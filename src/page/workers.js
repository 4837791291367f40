"use strict";
// Work beside the page: each piece has a worker of its own (worker.js), which ends with it.

const Workers = {
  /** The compiled program; none until it is loaded. */
  module: null,
  last: 0,
  /** number -> { worker, told, over }; `told` is the newest result, behind a mark. */
  all: new Map(),

  /** Begins a piece of work; its number, or 0 where there are no workers. */
  begin(work) {
    let worker;
    try {
      worker = new Worker("worker.js");
    } catch {
      return 0;
    }
    const state = { worker, told: null, over: false };
    const refused = (why) => {
      state.told = Encoder.encode("-" + why);
    };
    const over = () => {
      state.over = true;
      worker.terminate();
    };
    worker.onmessage = ({ data }) => {
      if (data.result) state.told = joined([Encoder.encode("+"), data.result]);
      // the first reason counts: what follows comes of it
      else if (data.refused && !(state.told && state.told[0] === "-".charCodeAt(0))) refused(data.refused);
      if (data.over) over();
      wake();
    };
    worker.onerror = (event) => {
      refused(event.message || "the browser cannot run it");
      over();
      wake();
    };
    worker.postMessage({ module: this.module, work, files: Store.copies() });
    this.last += 1;
    this.all.set(this.last, state);
    return this.last;
  },

  /** The newest result that was not taken. */
  take(number) {
    const state = this.all.get(number);
    const told = state && state.told;
    if (state) state.told = null;
    return told || new Uint8Array();
  },

  isOver(number) {
    const state = this.all.get(number);
    return !state || state.over;
  },

  stop(number) {
    this.all.get(number)?.worker.terminate();
    this.all.delete(number);
  },
};
