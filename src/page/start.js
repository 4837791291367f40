"use strict";
// Loads the program and begins it.

/** The program, compiled while it comes, with the bar that shows how much of it has come. */
async function compiled(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
  const bar = document.getElementById("progress");
  const size = Number(document.querySelector('meta[name="skirmish-bytes"]')?.content) || 0;
  let have = 0;
  const counter = new TransformStream({
    transform(part, to) {
      have += part.length;
      bar.value = size ? Math.min(have / size, 1) : 0;
      to.enqueue(part);
    },
  });
  const headers = { "content-type": "application/wasm" };
  const counted = new Response(answer.body.pipeThrough(counter), { headers });
  if (WebAssembly.compileStreaming) return WebAssembly.compileStreaming(counted);
  return WebAssembly.compile(await counted.arrayBuffer());
}

(async () => {
  miniquad_add_plugin({ register_plugin: register, version: 1, name: "skirmish" });
  const [module] = await Promise.all([compiled("skirmish.wasm"), Store.open()]);
  document.getElementById("step").textContent = "Starting";
  Workers.module = module;
  register_plugins(plugins);
  add_missing_functions_stabs(module);
  const program = await WebAssembly.instantiate(module, importObject);
  wasm_memory = program.exports.memory;
  wasm_exports = program.exports;
  init_plugins(plugins);
  program.exports.main();
})().catch((error) => fail(String(error.message || error)));
