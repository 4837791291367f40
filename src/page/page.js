"use strict";
// What the page does for the program: files, address, log, clipboard, downloads. The program calls
// these functions with places in its memory (src/store/page.rs); they keep none of them.

// the bundle of macroquad sets this without declaring it
var register_plugin;

const Page = {
  /** Files that were chosen or dropped, until the program takes them. */
  given: [],
  /** How many have been taken in. */
  taken: 0,
  /** The file that is being handed to the program. */
  handing: null,
  failed: false,
  log: [],
};

/** The longest log that is read aloud, in lines. */
const LOG_LINES = 40;
/** The longest file that is taken in, in bytes. */
const LONGEST = 64 << 20;

const Encoder = new TextEncoder();

/** A copy of a part of the program's memory. */
function copied(at, length) {
  return new Uint8Array(wasm_memory.buffer, at, length).slice();
}

function text(at, length) {
  return new TextDecoder().decode(copied(at, length));
}

/** Writes bytes to where the program wants them; asked with no room, only their number is told. */
function hand(bytes, to, most) {
  if (most > 0) {
    const length = Math.min(bytes.length, most);
    new Uint8Array(wasm_memory.buffer, to, length).set(bytes.subarray(0, length));
    return length;
  }
  return bytes.length;
}

/** Lets the program draw a frame. */
function wake() {
  if (typeof importObject !== "undefined" && typeof wasm_exports !== "undefined" && wasm_exports)
    importObject.env.sapp_schedule_update();
}

/** The text behind `#` in the address. */
function address() {
  const hash = location.hash.slice(1);
  return hash.length > 40000 ? "" : hash;
}

/** The script of a page that was built for tests. */
function script() {
  const allowed = document.querySelector('meta[name="skirmish-test"]');
  const found = allowed && /(?:^|&)script=([^&]*)/.exec(location.hash.slice(1));
  return found ? decodeURIComponent(found[1].replace(/\+/g, " ")) : "";
}

const TOLD = [
  address,
  () => {
    const trouble = Store.trouble;
    Store.trouble = "";
    return trouble;
  },
  script,
  () => "",
];

/** Says that the program has ended, on the page itself. */
function fail(reason) {
  if (Page.failed) return;
  Page.failed = true;
  console.error(reason);
  const fault = document.getElementById("fault");
  fault.textContent = `skirmish has stopped.\n${reason}\nWhat was kept is still there.\n`;
  const again = document.createElement("button");
  again.textContent = "Load again";
  again.onclick = () => location.reload();
  fault.append(again);
  fault.hidden = false;
  document.getElementById("loading").hidden = true;
}

/** Opens the address of a new battle when it is typed while the program runs. */
let ownAddress = null;
window.addEventListener("hashchange", () => {
  if (location.hash !== ownAddress) location.reload();
});

const SAID = [
  (line) => {
    Page.log.push(line);
    if (Page.log.length > LOG_LINES) Page.log.shift();
    document.getElementById("log").textContent = Page.log.join("\n");
  },
  fail,
  (title) => (document.title = title),
  (hash) => {
    ownAddress = "#" + hash;
    history.replaceState(null, "", ownAddress);
    if (navigator.clipboard) navigator.clipboard.writeText(location.href).catch(() => {});
  },
  (line) => console.log(line),
  (copy) => {
    if (navigator.clipboard) navigator.clipboard.writeText(copy).catch(() => {});
  },
  // what a worker says is heard by workers.js
  () => {},
  () => {},
  () => {
    document.getElementById("loading").hidden = true;
    document.getElementById("glcanvas").focus();
  },
];

/** Takes in a file that was chosen or dropped. */
async function take(file) {
  if (file.size > LONGEST) {
    Store.trouble = `${file.name} is longer than 64 MiB and was not read.`;
  } else {
    const bytes = new Uint8Array(await file.arrayBuffer());
    Page.given.push(joined([Encoder.encode(file.name.replace(/\0/g, "")), new Uint8Array(1), bytes]));
  }
  wake();
}

function register(importObject) {
  const env = importObject.env;
  let paths = null;
  const path = (file) => {
    paths = paths || [...Store.files.keys()];
    return paths[file];
  };
  const now = () => Date.now() / 1000;
  env.skirmish_files = () => Store.files.size;
  env.skirmish_file_name = (file, to, most) => hand(Encoder.encode(path(file)), to, most);
  env.skirmish_file_bytes = (file, to, most) => hand(Store.files.get(path(file)).bytes, to, most);
  env.skirmish_file_time = (file) => Store.files.get(path(file)).time;
  env.skirmish_keep = (name, nameLength, at, length) =>
    Store.keep(text(name, nameLength), copied(at, length), now());
  env.skirmish_add = (name, nameLength, at, length) =>
    Store.add(text(name, nameLength), copied(at, length), now());
  env.skirmish_remove = (name, nameLength) => Store.remove(text(name, nameLength));
  let telling = null;
  env.skirmish_text = (what, to, most) => {
    if (most === 0) telling = Encoder.encode(TOLD[what]());
    return hand(telling, to, most);
  };
  env.skirmish_say = (what, at, length) => SAID[what](text(at, length));
  env.skirmish_now = now;
  env.skirmish_is_touched = () => Number(matchMedia("(pointer: coarse)").matches);
  env.skirmish_dots = () => window.devicePixelRatio || 1;
  env.skirmish_download = (name, nameLength, at, length) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([copied(at, length)]));
    link.download = text(name, nameLength);
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  };
  env.skirmish_ask_for_file = () => {
    // in the page, for some browsers ask for no file otherwise
    document.querySelectorAll("input[type=file]").forEach((old) => old.remove());
    const input = document.createElement("input");
    input.type = "file";
    input.multiple = true;
    input.hidden = true;
    input.onchange = () => {
      [...input.files].forEach(take);
      input.remove();
    };
    document.body.append(input);
    input.click();
  };
  env.skirmish_begin = (work, length) => Workers.begin(copied(work, length));
  env.skirmish_worked = (worker, to, most) => {
    if (most === 0) Page.handing = Workers.take(worker);
    return hand(Page.handing, to, most);
  };
  env.skirmish_is_over = (worker) => Number(Workers.isOver(worker));
  env.skirmish_stop = (worker) => Workers.stop(worker);
  env.skirmish_given = (to, most) => {
    if (most === 0) {
      Page.taken += Page.given.length > 0;
      Page.handing = Page.given.shift() || new Uint8Array();
    }
    return hand(Page.handing, to, most);
  };
}

/** Keys that belong to the browser: the program does not see them. */
function isBrowsers(event) {
  const held = event.ctrlKey || event.metaKey;
  return ["F5", "F11", "F12"].includes(event.key) || (held && "twnrlj0+-=".includes(event.key.toLowerCase()));
}

/** Keys with Ctrl that the program uses: the browser would print, save or select the page. */
function isPrograms(event) {
  return (event.ctrlKey || event.metaKey) && ["a", "p", "s", "y", "z", "enter"].includes(event.key.toLowerCase());
}

// Before the listeners of the bundle, which take every key for themselves.
window.addEventListener(
  "keydown",
  (event) => {
    if (isBrowsers(event)) {
      event.stopImmediatePropagation();
    } else if (isPrograms(event)) {
      event.preventDefault();
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "v") {
      // the text comes with the event `paste`, after this one
      event.stopImmediatePropagation();
    }
  },
  true,
);
window.addEventListener(
  "paste",
  () =>
    setTimeout(() => {
      const V = 86;
      const CONTROL = 2;
      wasm_exports.key_down(V, CONTROL, false);
      wasm_exports.key_up(V, 0);
    }, 0),
  true,
);
window.addEventListener("dragover", (event) => event.preventDefault(), true);
window.addEventListener(
  "drop",
  (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    [...event.dataTransfer.files].forEach(take);
  },
  true,
);
window.addEventListener("contextmenu", (event) => event.preventDefault());
for (const kind of ["resize", "orientationchange"])
  window.addEventListener(kind, () => setTimeout(wake, 0));
for (const kind of ["touchstart", "touchmove", "touchend", "touchcancel"])
  window.addEventListener(kind, () => wake(), { passive: true });
window.addEventListener("error", (event) => fail(event.message));
window.addEventListener("unhandledrejection", (event) =>
  fail(String((event.reason && event.reason.message) || event.reason)),
);
