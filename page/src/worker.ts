// The engine's worker: starts the Go program and relays messages and replies between it and the
// page, both as JSON text (docs/page.md).
import { Decompress } from "fzstd";
import type { Reply } from "./protocol";
import type { FromWorker, Start, ToWorker } from "./engine/engine";

interface EngineScope {
  Go: new () => {
    argv: string[];
    importObject: WebAssembly.Imports;
    run(instance: WebAssembly.Instance): Promise<void>;
  };
  wobblyReady?: () => void;
  wobblyCall?: (message: string, reply: (text: string) => void) => void;
  fs: { writeSync(fd: number, bytes: Uint8Array): number };
}

declare const self: EngineScope & DedicatedWorkerGlobalScope;

/** The owner of this worker, or one of the pages that share it. */
interface Page {
  postMessage(m: FromWorker): void;
  onmessage: ((e: MessageEvent<ToWorker>) => void) | null;
}

const pages: Page[] = [];
const shared = "onconnect" in self;
let started: Promise<WebAssembly.Module> | undefined;

function meet(page: Page): void {
  pages.push(page);
  page.onmessage = ({ data: m }) => {
    if (typeof m !== "string") started ??= new Promise((ready) => void start(m.start, ready).catch(fail));
    void started?.then((module) => {
      if (typeof m === "string") answer(page, m);
      else if (!shared && !m.start.module) page.postMessage({ module }); // a shared worker cannot post a module
    });
  };
}

if (shared) self.addEventListener("connect", (e) => meet((e as MessageEvent).ports[0]!));
else meet(self);

/** Compiles the engine, unless it is given compiled, and runs it. */
async function start(s: Start, ready: (module: WebAssembly.Module) => void): Promise<void> {
  if (typeof WebAssembly !== "object") throw new Error("this browser has no WebAssembly");
  self.importScripts(s.exec);
  let last = "";
  self.fs.writeSync = (_fd, bytes) => {
    last = (last + new TextDecoder().decode(bytes)).slice(-2000);
    return bytes.length;
  };
  const go = new self.Go();
  go.argv = ["wobbly-page", String(s.memory)];
  const module = s.module ?? (await compile(s.engine));
  const instance = await WebAssembly.instantiate(module, go.importObject);
  self.wobblyReady = () => ready(module);
  await go.run(instance);
  const lines = last.split("\n");
  fail(new Error(lines.find((l) => /^(fatal error|panic|runtime)/.test(l)) || lines[0] || "the engine ended"));
}

/** Replies of at least this many characters are parsed here, to keep the page responsive. */
const long = 50_000;

function answer(page: Page, message: string): void {
  try {
    self.wobblyCall?.(message, (text) =>
      page.postMessage(text.length < long ? text : { reply: JSON.parse(text) as Reply }),
    );
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  const failed = error instanceof Error ? error.message : String(error);
  for (const page of pages) page.postMessage({ failed });
  if (shared) self.close(); // the next page to connect gets a new one
}

/** Fetches and compiles the engine; the host may already have decompressed it. */
async function compile(address: string): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok || !response.body)
    throw new Error(`the engine could not be loaded: ${response.status} ${response.statusText}`);
  const headers = { "Content-Type": "application/wasm" };
  return WebAssembly.compileStreaming(new Response(response.body.pipeThrough(unpacking()), { headers }));
}

/** Decompresses Zstandard, which the supported browsers cannot do themselves, and passes on anything
 * else. */
function unpacking(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let first = true;
  let packed: Decompress | undefined;
  return new TransformStream({
    transform: (chunk, c) => {
      const begins = first && [0x28, 0xb5, 0x2f, 0xfd].every((byte, i) => chunk[i] === byte); // RFC 8878, 3.1.1
      if (begins) packed = new Decompress((part) => c.enqueue(part as Uint8Array<ArrayBuffer>));
      first = false;
      if (packed) packed.push(chunk);
      else c.enqueue(chunk);
    },
    flush: () => packed?.push(new Uint8Array(0), true),
  });
}
