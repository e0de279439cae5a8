// node engine.js WASM_EXEC ENGINE: the engine of the page, as a worker of a browser runs
// it. Each line of standard input is a message, each line of standard output a reply.
"use strict";
const { readFileSync } = require("fs");
const { createInterface } = require("readline");

require(process.argv[2]);
const go = new Go();
globalThis.wobblyReady = () => {
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  lines.on("line", (message) => globalThis.wobblyCall(message, (reply) => process.stdout.write(reply + "\n")));
  lines.on("close", () => process.exit(0));
};
WebAssembly.instantiate(readFileSync(process.argv[3]), go.importObject).then((made) => go.run(made.instance));
