// Workers by purpose. A worker runs one call at a time and reads no message meanwhile, so anything
// long-running has its own lane and is cancelled by terminating its worker. A started spare makes
// the replacement immediate.
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
export type FromWorker = { ready: true; module?: WebAssembly.Module } | { failed: string } | { reply: Reply } | string;

/** Each lane is served in order by one worker. */
const lanes = ["check", "session", "search", "lab", "why"] as const;
export type Lane = (typeof lanes)[number];

export class Cancelled extends Error {
  constructor() {
    super("cancelled");
  }
}

/** Rejects a call whose worker ended: out of memory, or a crash. */
export class Lost extends Error {}

/** Rejects a call that the engine answers with a problem: an illegal program, a limit. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

type Listener = (progress: Progress) => void;

interface Waiting {
  resolve(answer: unknown): void;
  reject(reason: Error): void;
  progress: Listener | undefined;
}

class Engine {
  private readonly port: Worker | MessagePort;
  readonly started: Promise<void>;
  private readonly waiting = new Map<number, Waiting>();
  private ended: Error | undefined;
  private start!: () => void;
  private fail!: (reason: Error) => void;
  constructor(
    script: string,
    start: Start,
    private readonly compiled: (module: WebAssembly.Module) => unknown,
    /** Whether all frames share this worker. */
    readonly shared: boolean,
  ) {
    this.started = new Promise((resolve, reject) => {
      this.start = resolve;
      this.fail = reject;
    });
    this.started.catch(() => undefined); // each call reports it
    const worker = shared ? new SharedWorker(script) : new Worker(script);
    this.port = "port" in worker ? worker.port : worker;
    const hear = (e: Event): void => this.hear((e as MessageEvent<FromWorker>).data);
    this.port.addEventListener("message", hear);
    if ("start" in this.port) this.port.start();
    worker.addEventListener("error", (e) => {
      e.preventDefault();
      this.end(new Lost((e instanceof ErrorEvent && e.message) || "the engine could not be loaded"));
    });
    this.send({ start });
  }

  get busy(): boolean {
    return this.waiting.size > 0;
  }

  get over(): boolean {
    return this.ended !== undefined;
  }

  async call(id: number, message: string, progress?: Listener): Promise<unknown> {
    const answer = new Promise<unknown>((resolve, reject) => this.waiting.set(id, { resolve, reject, progress }));
    void this.started.then(() => this.send(message)).catch(() => undefined);
    if (this.ended) this.reject(this.ended);
    return answer;
  }

  /** Terminates the worker, or disconnects from the shared one, and rejects its calls. */
  end(reason: Error): void {
    if (this.ended) return;
    this.ended = reason;
    if ("terminate" in this.port) this.port.terminate();
    else this.port.close();
    this.fail(reason);
    this.reject(reason);
  }

  private reject(reason: Error): void {
    for (const w of this.waiting.values()) w.reject(reason);
    this.waiting.clear();
  }

  private send(m: ToWorker): void {
    this.port.postMessage(m);
  }

  private hear(m: FromWorker): void {
    if (typeof m === "string") this.reply(JSON.parse(m) as Reply);
    else if ("reply" in m) this.reply(m.reply);
    else if ("ready" in m) {
      if (m.module) this.compiled(m.module);
      this.start();
    } else this.end(new Lost(m.failed));
  }

  private reply(r: Reply): void {
    const w = this.waiting.get(r.id);
    if (!w) return;
    if (r.progress) return w.progress?.(r.progress);
    this.waiting.delete(r.id);
    if (r.error) w.reject(new Refused(r.error));
    else w.resolve(r.ok);
  }
}

export class Lanes {
  private readonly engines = new Map<Lane, Engine>();
  private spare: Engine | undefined;
  compiled: WebAssembly.Module | undefined;
  private last = 0;
  /** Lanes with a worker of their own; the others use the shared one. */
  private readonly own: Set<Lane>;

  /** lost reports a worker that ended by itself; besides returns another frame's compiled
   * engine. */
  constructor(
    private readonly script: string,
    private readonly files: Start,
    private readonly lost: (lane: Lane, reason: Error) => void,
    private readonly besides: () => WebAssembly.Module | undefined,
    share: boolean,
  ) {
    // A shared worker cannot be stopped, so it gets nothing long-running.
    this.own = new Set(share ? ["search", "lab"] : lanes);
  }

  async call(lane: Lane, verb: string, ask: object, progress?: Listener): Promise<unknown> {
    const engine = this.engine(lane);
    const id = ++this.last;
    try {
      return await engine.call(id, JSON.stringify({ id, do: verb, ...ask }), progress);
    } catch (error) {
      if (error instanceof Lost && this.engines.get(lane) === engine) {
        this.engines.delete(lane);
        this.own.add(lane);
        this.lost(lane, error);
      }
      throw error;
    }
  }

  busy(lane: Lane): boolean {
    return this.engines.get(lane)?.busy ?? false;
  }

  /** Cancels the work of a lane; its next call gets another worker. */
  cancel(lane: Lane): void {
    const engine = this.engines.get(lane);
    this.engines.delete(lane);
    this.own.add(lane); // the shared worker keeps running it, unheard
    engine?.end(new Cancelled());
    this.warm();
  }

  end(): void {
    for (const [lane, engine] of this.engines) {
      if (engine.shared) continue;
      engine.end(new Cancelled());
      this.engines.delete(lane);
    }
    this.spare?.end(new Cancelled());
    this.spare = undefined;
  }

  shares(lane: Lane): boolean {
    return !this.own.has(lane);
  }

  warm(): void {
    if (!this.compiled || (this.spare && !this.spare.over)) return;
    this.spare = this.fresh();
  }

  private engine(lane: Lane): Engine {
    const old = this.engines.get(lane);
    if (old && !old.over) return old;
    let engine: Engine;
    if (this.shares(lane)) engine = this.fresh(true);
    else {
      engine = this.spare && !this.spare.over ? this.spare : this.fresh();
      this.spare = undefined;
    }
    this.engines.set(lane, engine);
    return engine;
  }

  private fresh(shared = false): Engine {
    this.compiled ??= this.besides();
    return new Engine(
      this.script,
      this.compiled && !shared ? { ...this.files, module: this.compiled } : this.files,
      (module) => (this.compiled ??= module),
      shared,
    );
  }
}
