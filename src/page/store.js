"use strict";
// Files that outlive the page: IndexedDB, a row for every text that was written. A file that grows
// gets a row more for each part, so that closing the page loses at most the part on its way.
// The rows of a file are joined into one when the page opens.

const Store = {
  /** How long another page may take to let go of the store, in milliseconds. */
  PATIENCE: 2000,
  database: null,
  /** Why nothing is kept; empty while it is. */
  trouble: "",
  /** path -> { bytes, time, next } ; `next` is the number of its next row. */
  files: new Map(),

  /** Opens the store and reads all files. */
  async open() {
    try {
      await this.alone();
      this.database = await asked(this.request());
      const rows = await asked(this.table("readonly").getAll());
      rows.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.row - b.row));
      const parts = new Map();
      for (const row of rows) {
        if (!parts.has(row.path)) parts.set(row.path, []);
        parts.get(row.path).push(row);
      }
      for (const [path, all] of parts) {
        const bytes = joined(all.map((row) => row.bytes));
        const last = all[all.length - 1];
        this.files.set(path, { bytes, time: last.time, next: last.row + 1 });
        if (all.length > 50) this.keep(path, bytes, last.time);
      }
      if (navigator.storage && navigator.storage.persist) navigator.storage.persist().catch(() => {});
    } catch (error) {
      this.database = null;
      this.trouble = this.trouble || `Nothing can be kept in this browser (${error.message || error}).`;
    }
  },

  /** Takes the lock of this store; another page that has it keeps it. */
  async alone() {
    if (!navigator.locks) return;
    // a page that was just left, such as the one before a reload, may have it for a moment more
    const signal = AbortSignal.timeout(this.PATIENCE);
    const held = new Promise((resolve, reject) => {
      const forEver = () => {
        resolve();
        return new Promise(() => {});
      };
      navigator.locks.request("skirmish " + location.pathname, { signal }, forEver).catch(reject);
    });
    try {
      await held;
    } catch (error) {
      if (signal.aborted) this.trouble = "skirmish is open in another tab: what is done here is not kept.";
      throw error;
    }
  },

  request() {
    const request = indexedDB.open("skirmish", 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore("parts", { keyPath: ["path", "row"] });
    return request;
  },

  table(mode) {
    const options = { durability: "relaxed" };
    return this.database.transaction("parts", mode, options).objectStore("parts");
  },

  change(run) {
    if (!this.database) return;
    try {
      const table = this.table("readwrite");
      table.transaction.onabort = () => {
        const error = table.transaction.error;
        const full = error && error.name === "QuotaExceededError";
        this.trouble = full
          ? "The browser's storage is full: from now on nothing is kept. Download your battle."
          : `The browser refused to keep a file (${error ? error.message : "unknown"}).`;
        wake();
      };
      run(table);
    } catch (error) {
      this.trouble = `The browser refused to keep a file (${error.message || error}).`;
    }
  },

  /** Every row of a path. */
  rows(path) {
    return IDBKeyRange.bound([path, 0], [path, Number.MAX_SAFE_INTEGER]);
  },

  keep(path, bytes, time) {
    this.change((table) => {
      table.delete(this.rows(path));
      table.put({ path, row: 0, bytes, time });
    });
    this.files.set(path, { bytes, time, next: 1 });
  },

  add(path, bytes, time) {
    const file = this.files.get(path) || { bytes: new Uint8Array(), time, next: 0 };
    const row = file.next;
    this.change((table) => table.put({ path, row, bytes, time }));
    // the program has the bytes; only the number of the next row is needed here
    this.files.set(path, { bytes: file.bytes, time, next: row + 1 });
  },

  /** Copies of the files that a worker may need: all but battles. */
  copies() {
    const isBattle = ([path]) => path.startsWith("/skirmish/records/");
    return new Map([...this.files].filter((file) => !isBattle(file)));
  },

  remove(path) {
    this.change((table) => table.delete(this.rows(path)));
    this.files.delete(path);
  },
};

/** The answer of a request. */
function asked(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("another tab holds it"));
  });
}

function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
