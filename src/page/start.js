"use strict";
// Loads the program and begins it.

/** The program's bytes, with the bar that shows how many have come. */
async function loaded(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
  const bar = document.getElementById("progress");
  const size = Number(document.querySelector('meta[name="skirmish-bytes"]')?.content) || 0;
  const reader = answer.body.getReader();
  const parts = [];
  let have = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    have += value.length;
    bar.value = size ? Math.min(have / size, 1) : 0;
  }
  return joined(parts);
}

(async () => {
  miniquad_add_plugin({ register_plugin: register, version: 1, name: "skirmish" });
  const [bytes] = await Promise.all([loaded("skirmish.wasm"), Store.open()]);
  document.getElementById("step").textContent = "Starting";
  const program = URL.createObjectURL(new Blob([bytes], { type: "application/wasm" }));
  load(program);
  const begun = setInterval(() => {
    if (typeof wasm_exports !== "undefined" && wasm_exports) {
      clearInterval(begun);
      requestAnimationFrame(() => {
        document.getElementById("loading").hidden = true;
        document.getElementById("glcanvas").focus();
      });
    }
  }, 20);
})().catch((error) => fail(String(error.message || error)));
