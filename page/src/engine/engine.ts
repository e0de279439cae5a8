// One worker with the engine, as the page sees it. A worker runs one call at a time and reads no
// message meanwhile.
import type { Problem, Progress, Reply } from "../protocol";

/** Where the engine's files are, or its compiled module, and the memory it may use in bytes. */
export interface Start {
  exec: string;
  engine: string;
  memory: number;
  module?: WebAssembly.Module;
}

/** A string is a message of docs/page.md. */
export type ToWorker = { start: Start } | string;

/** module is for workers started later. A long reply arrives parsed, others as JSON text. */
export type FromWorker = { module: WebAssembly.Module } | { failed: string } | { reply: Reply } | string;

export class Cancelled extends Error {}

/** Rejects a call whose worker ended: out of memory, or a crash. */
export class Lost extends Error {}

/** Rejects a call that the engine answers with a problem: an illegal program, a limit. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

interface Call {
  resolve(answer: unknown): void;
  reject(reason: Error): void;
  progress: ((p: Progress) => void) | undefined;
}

export class Engine {
  private readonly port: Worker | MessagePort;
  private readonly calls = new Map<number, Call>();
  private lastID = 0;
  /** Why the worker ended; undefined while it runs. */
  ended: Error | undefined;

  constructor(
    script: string,
    start: Start,
    shared: boolean, // by all frames
    private readonly compiled: (module: WebAssembly.Module) => void,
  ) {
    const worker = shared ? new SharedWorker(script) : new Worker(script);
    this.port = "port" in worker ? worker.port : worker;
    this.port.addEventListener("message", (e: Event) => this.hear((e as MessageEvent<FromWorker>).data));
    if ("start" in this.port) this.port.start();
    worker.addEventListener("error", (e) => {
      e.preventDefault();
      this.end(new Lost((e instanceof ErrorEvent && e.message) || "the engine could not be loaded"));
    });
    this.port.postMessage({ start } satisfies ToWorker);
  }

  get busy(): boolean {
    return this.calls.size > 0;
  }

  call(what: object, progress: Call["progress"]): Promise<unknown> {
    const id = ++this.lastID;
    this.port.postMessage(JSON.stringify({ id, ...what }) satisfies ToWorker);
    return new Promise((resolve, reject) => this.calls.set(id, { resolve, reject, progress }));
  }

  /** Terminates the worker, or disconnects from the shared one, and rejects its calls. */
  end(reason: Error): void {
    if (this.ended) return;
    this.ended = reason;
    if ("terminate" in this.port) this.port.terminate();
    else this.port.close();
    for (const c of this.calls.values()) c.reject(reason);
    this.calls.clear();
  }

  private hear(m: FromWorker): void {
    if (typeof m === "string") this.reply(JSON.parse(m) as Reply);
    else if ("reply" in m) this.reply(m.reply);
    else if ("module" in m) this.compiled(m.module);
    else this.end(new Lost(m.failed));
  }

  private reply(r: Reply): void {
    const c = this.calls.get(r.id);
    if (!c) return;
    if (r.progress) return c.progress?.(r.progress);
    this.calls.delete(r.id);
    if (r.error) c.reject(new Refused(r.error));
    else c.resolve(r.ok);
  }
}
