"use strict";
// Runs the program on work that takes longer than a frame: on a copy of the files, and without a page.
// The program asks for its work, tells its results, and ends.

/** What the program asks for (src/store/page.rs, `Told`). */
const WORK = 3;
/** What the program says (`Said`). */
const [CONSOLE, RESULT, REFUSED] = [4, 6, 7];

const Encoder = new TextEncoder();

async function run({ module, work, files }) {
  let memory = null;
  const paths = [...files.keys()];
  const file = (number) => files.get(paths[number]);
  const copied = (at, length) => new Uint8Array(memory.buffer, at, length).slice();
  const text = (at, length) => new TextDecoder().decode(copied(at, length));
  const hand = (bytes, to, most) => {
    const length = Math.min(bytes.length, most);
    new Uint8Array(memory.buffer, to, length).set(bytes.subarray(0, length));
    return most > 0 ? length : bytes.length;
  };
  const nothing = new Uint8Array();
  const now = () => Date.now() / 1000;
  const env = {
    now,
    skirmish_now: now,
    skirmish_files: () => paths.length,
    skirmish_file_name: (number, to, most) => hand(Encoder.encode(paths[number]), to, most),
    skirmish_file_bytes: (number, to, most) => hand(file(number).bytes, to, most),
    skirmish_file_time: (number) => file(number).time,
    // nothing that a worker writes is kept
    skirmish_keep: () => {},
    skirmish_add: () => {},
    skirmish_remove: () => {},
    skirmish_text: (what, to, most) => hand(what === WORK ? work : nothing, to, most),
    skirmish_say: (what, at, length) => {
      if (what === RESULT) {
        const result = copied(at, length);
        postMessage({ result }, [result.buffer]);
      } else if (what === REFUSED) {
        postMessage({ refused: text(at, length) });
      } else if (what === CONSOLE) {
        console.log(text(at, length));
      }
    },
  };
  for (const { name } of WebAssembly.Module.imports(module)) {
    env[name] ??= () => {
      throw new Error(`there is no ${name} in a worker`);
    };
  }
  const program = await WebAssembly.instantiate(module, { env });
  memory = program.exports.memory;
  program.exports.main();
}

onmessage = ({ data }) =>
  run(data)
    .catch((error) => postMessage({ refused: String((error && error.message) || error) }))
    .finally(() => postMessage({ over: true }));
