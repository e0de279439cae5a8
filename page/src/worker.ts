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

/** A page that asks: the owner of this worker, or one of those that share it. */
interface Page {
  postMessage(m: FromWorker): void;
  onmessage: ((e: MessageEvent<ToWorker>) => void) | null;
}

const pages: Page[] = [];
/** Whether several pages share this worker. */
const shared = "onconnect" in scope;
/** The compiled engine, once it runs. */
let started: Promise<WebAssembly.Module> | undefined;

function meet(page: Page): void {
  pages.push(page);
  page.onmessage = ({ data: m }) => {
    if (typeof m === "string") return answer(page, m);
    started ??= new Promise((ready) => void start(m.start, ready).catch(fail));
    void started.then((module) =>
      // A compiled engine cannot leave a shared worker.
      page.postMessage(shared || m.start.module ? { ready: true } : { ready: true, module }),
    );
  };
}

if (shared) scope.addEventListener("connect", (e) => meet((e as MessageEvent).ports[0]!));
else meet(scope);

/** start compiles the engine, or takes the compiled one, and runs it. */
async function start(s: Start, ready: (module: WebAssembly.Module) => void): Promise<void> {
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
  scope.wobblyReady = () => ready(module);
  await go.run(instance);
  fail(new Error(last.trim() === "" ? "the engine ended" : firstLine(last)));
}

/** Replies from this length on are read here, since the page must not wait. */
const long = 50_000;

function answer(page: Page, message: string): void {
  try {
    scope.wobblyCall?.(message, (text) =>
      page.postMessage(text.length < long ? text : { reply: JSON.parse(text) as Reply }),
    );
  } catch (error) {
    fail(error);
  }
}

/** fail tells the pages that there is no engine any more. */
function fail(error: unknown): void {
  const failed = error instanceof Error ? error.message : String(error);
  for (const page of pages) page.postMessage({ failed });
  if (shared) scope.close(); // the next page that connects has a new one
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
