// The engine's worker: starts the Go program, and passes messages and replies
// between it and the page, both texts of JSON (docs/page.md).
import { Decompress } from "fzstd";
import type { Reply } from "./protocol";
import type { FromWorker, Start, ToWorker } from "./engine/messages";

interface GoProgram {
  argv: string[];
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

interface EngineScope {
  Go: new () => GoProgram;
  wobblyReady?: () => void;
  wobblyCall?: (message: string, reply: (text: string) => void) => void;
  fs: { writeSync(fd: number, bytes: Uint8Array): number };
  importScripts(name: string): void;
}

declare const self: EngineScope & DedicatedWorkerGlobalScope;
const scope = self;
const say = (m: FromWorker): void => scope.postMessage(m);

scope.addEventListener("message", (event: MessageEvent<ToWorker>) => {
  const m = event.data;
  if (typeof m === "string") answer(m);
  else start(m.start).catch(fail);
});

/** start compiles the engine, or takes the compiled one, and runs it. */
async function start(s: Start): Promise<void> {
  if (typeof WebAssembly !== "object") throw new Error("this browser has no WebAssembly");
  scope.importScripts(s.exec);
  let last = "";
  scope.fs.writeSync = (_fd, bytes) => {
    last = (last + new TextDecoder().decode(bytes)).slice(-2000);
    return bytes.length;
  };
  const go = new scope.Go();
  go.argv = ["wobbly-page", String(s.memory)];
  const module = s.module ?? (await compile(s.engine));
  const instance = await WebAssembly.instantiate(module, go.importObject);
  scope.wobblyReady = () => say(s.module ? { ready: true } : { ready: true, module });
  await go.run(instance);
  say({ failed: last.trim() === "" ? "the engine ended" : firstLine(last) });
}

/** Replies from this length on are read here, since the page must not wait. */
const long = 50_000;

/** answer has the engine answer a message. */
function answer(message: string): void {
  try {
    scope.wobblyCall?.(message, (text) =>
      say(text.length < long ? text : { reply: JSON.parse(text) as Reply }),
    );
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  say({ failed: error instanceof Error ? error.message : String(error) });
}

/** compile reads the engine, packed or not: a host may have unpacked it. */
async function compile(address: string): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok || !response.body)
    throw new Error(`the engine could not be loaded: ${response.status} ${response.statusText}`);
  const reader = response.body.getReader();
  const first = await reader.read();
  if (first.done) throw new Error("the engine could not be loaded: its file is empty");
  const packed = [0x28, 0xb5, 0x2f, 0xfd].every((byte, i) => first.value[i] === byte); // RFC 8878, section 3.1.1
  const whole = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (c) => c.enqueue(first.value),
    pull: async (c) => {
      const next = await reader.read();
      if (next.done) c.close();
      else c.enqueue(next.value);
    },
  });
  const bytes = packed ? whole.pipeThrough(unpacking()) : whole;
  return WebAssembly.compileStreaming(new Response(bytes, { headers: { "Content-Type": "application/wasm" } }));
}

/** unpacking undoes Zstandard, which browsers do not do of themselves. */
function unpacking(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let unpacked: Decompress;
  return new TransformStream({
    start: (c) => void (unpacked = new Decompress((chunk) => c.enqueue(chunk as Uint8Array<ArrayBuffer>))),
    transform: (chunk) => unpacked.push(chunk),
    flush: () => unpacked.push(new Uint8Array(0), true),
  });
}

/** firstLine is what a crash begins with: "fatal error: out of memory". */
function firstLine(text: string): string {
  const line = text.split("\n").find((l) => /^(fatal error|panic|runtime)/.test(l));
  return line ?? text.split("\n")[0] ?? text;
}
