// Calls to the engine. Anything long-running has its own lane and is cancelled by terminating its
// worker; a started spare makes the replacement immediate.
import { signal } from "@preact/signals";
import type { HelloView, Problem, Progress, Verbs } from "../protocol";
import { notify } from "../ui/notices";
import { embedded, say } from "../ui/state";
import { Cancelled, Engine, Lost, Refused } from "./engine";

/** Each lane is served in order by one worker. */
export type Lane = "check" | "session" | "search" | "lab" | "why";

/** The engine's description of itself; undefined until it has started. */
export const hello = signal<HelloView | undefined>(undefined);
let start: () => void;
/** Resolves once the engine has started. */
export const started = new Promise<void>((resolve) => (start = resolve));
/** Whether the engine cannot start at all. */
export const absent = signal(false);
/** How often the sessions' worker was lost. */
export const ended = signal(0);

/** Why the engine cannot be used yet; empty if it can. */
export const unready = (): string =>
  hello.value ? "" : absent.value ? "There is no engine." : "The engine has not started yet.";

const possible = typeof WebAssembly === "object" && typeof Worker === "function";
const impossible =
  "This browser has no WebAssembly, or its settings forbid it. Programs can be written, kept and saved here; " +
  "to analyse and step them, use another browser, or wobbly in a terminal.";

const engines = new Map<Lane, Engine>();
let spare: Engine | undefined;
let compiled: WebAssembly.Module | undefined;
let lost = ""; // why the last engine ended

/** The lanes served by one worker for all frames of a course page. It cannot be stopped, so it gets
 * nothing long-running. */
const shared = new Set<Lane>(embedded && typeof SharedWorker === "function" ? ["check", "session", "why"] : []);

let asleep = false;
let rouse: () => void;
let awake = new Promise<void>((resolve) => (rouse = resolve)); // calls wait for it

export function begin(): void {
  window.setTimeout(rouse);
  if (!possible) {
    absent.value = true;
    return notify("lost", "error", impossible);
  }
  call("check", { do: "hello" }).then(
    (h) => {
      hello.value = h as HelloView;
      start();
      window.setTimeout(() => embedded || warm(), 300);
    },
    () => {
      absent.value = true;
      notify("lost", "error", lost, { name: "Reload", run: () => window.location.reload() });
    },
  );
}

/** Ends all workers; calls made while asleep wait for wake. */
export function sleep(): void {
  if (asleep) return;
  asleep = true;
  awake = new Promise((resolve) => (rouse = resolve));
  for (const [lane, engine] of engines) {
    if (shared.has(lane)) continue;
    engine.end(new Cancelled());
    engines.delete(lane);
  }
  spare?.end(new Cancelled());
}

export function wake(): void {
  if (!asleep) return;
  asleep = false;
  rouse();
  if (!shared.has("session")) ended.value++; // a shared worker has kept its sessions
}

export async function ask<V extends keyof Verbs>(
  lane: Lane,
  verb: V,
  what: Verbs[V]["ask"],
  progress?: (p: Progress) => void,
): Promise<Verbs[V]["ok"]> {
  await awake;
  if (!possible) throw new Lost(impossible);
  return (await call(lane, { do: verb, ...what }, progress)) as Verbs[V]["ok"];
}

async function call(lane: Lane, what: object, progress?: (p: Progress) => void): Promise<unknown> {
  const engine = engineOf(lane);
  try {
    return await engine.call(what, progress);
  } catch (error) {
    if (error instanceof Lost && engines.get(lane) === engine) {
      drop(lane);
      lost = why(error.message);
      notify("lost", "error", lost);
    }
    throw error;
  }
}

export const busy = (lane: Lane): boolean => engines.get(lane)?.busy ?? false;

/** Cancels the work of a lane; its next call gets another worker. */
export function cancel(lane: Lane): void {
  if (asleep) return;
  const engine = engines.get(lane);
  drop(lane);
  engine?.end(new Cancelled());
  warm();
}

/** Takes a lane from its worker, whose sessions are then reopened where they stood. A shared worker
 * keeps running the call, unheard. */
function drop(lane: Lane): void {
  engines.delete(lane);
  shared.delete(lane);
  if (lane === "session") ended.value++;
}

/** Returns the problem to report for a failed call; undefined if it was cancelled. */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Cancelled) return undefined;
  if (error instanceof Refused) return error.problem;
  const message = error instanceof Error ? error.message : String(error);
  return { code: "internal", message, exit: 70 };
}

const patience = 400; // milliseconds after which a wait is shown

/** Progress, cancellation and failure of one caller's calls. */
export class Waiting {
  readonly running = signal(false);
  /** Whether the call has run for longer than patience. */
  readonly slow = signal(false);
  readonly progress = signal<Progress | undefined>(undefined);
  /** Why the last call failed; undefined if it succeeded or was cancelled. */
  readonly problem = signal<Problem | undefined>(undefined);
  readonly cancelled = signal("");
  private last = 0;

  constructor(private readonly lane: Lane) {}

  readonly hear = (p: Progress): void => void (this.progress.value = p);
  readonly cancel = (): void => cancel(this.lane);

  /** Runs a call and reports whether it succeeded. Only the latest call changes the signals. */
  async for(what: () => Promise<void>): Promise<boolean> {
    const call = ++this.last;
    const timer = window.setTimeout(() => (this.slow.value = call === this.last), patience);
    this.running.value = true;
    this.progress.value = undefined;
    this.cancelled.value = "";
    let failed: Problem | undefined;
    let succeeded = true;
    try {
      await what();
    } catch (error) {
      succeeded = false;
      failed = problemOf(error);
    }
    window.clearTimeout(timer);
    if (call !== this.last) return succeeded;
    this.problem.value = failed;
    const { text = "" } = this.progress.peek() ?? {};
    if (!succeeded && !failed) this.cancelled.value = text ? `Cancelled after: ${text}.` : "Cancelled.";
    if (!succeeded) say(failed?.message ?? this.cancelled.value);
    this.running.value = this.slow.value = false;
    return succeeded;
  }
}

function engineOf(lane: Lane): Engine {
  let engine = engines.get(lane);
  if (engine && !engine.ended) return engine;
  if (shared.has(lane)) engine = fresh(true);
  else {
    engine = spare && !spare.ended ? spare : fresh(false);
    spare = undefined;
  }
  engines.set(lane, engine);
  return engine;
}

function warm(): void {
  if (compiled && (!spare || spare.ended)) spare = fresh(false);
}

function fresh(shared: boolean): Engine {
  compiled ??= besides();
  const files = document.documentElement.dataset;
  const at = (name: string): string => new URL(files[name] ?? "", document.baseURI).href;
  const module = compiled && !shared ? { module: compiled } : {};
  const how = { exec: at("exec"), engine: at("engine"), memory: memory(), ...module };
  return new Engine(at("worker"), how, shared, (m) => (compiled ??= m));
}

/** Returns the engine compiled by another frame of the surrounding page. Frames of a course page
 * share one worker, but long computations need a second one, whose engine they load and compile
 * only once. */
function besides(): WebAssembly.Module | undefined {
  for (let i = 0; window.parent !== window && i < window.parent.frames.length; i++) {
    try {
      const frame = window.parent.frames[i] as Window & { wobblyEngine?: () => WebAssembly.Module | undefined };
      const module = frame.wobblyEngine?.();
      if (module) return module;
    } catch {
      // A frame from another origin.
    }
  }
  return undefined;
}

Object.assign(window, { wobblyEngine: () => compiled });

/** Bytes that a worker may use: 1.5 GB, or a quarter of the device's memory if that is less.
 * Browsers that do not report it are assumed to have 8 GB. */
function memory(): number {
  const { deviceMemory } = navigator as Navigator & { deviceMemory?: number };
  return Math.floor(Math.min(1.5, (deviceMemory ?? 8) / 4) * 2 ** 30);
}

function why(reason: string): string {
  const deep = /call stack/i.test(reason);
  if (!deep && !/memory/i.test(reason)) return `The engine has ended (${reason}). Your programs are kept.`;
  const what = deep ? "went deeper into calls than the browser allows" : "needed more memory than the browser gives";
  const help = deep ? "The command wobbly goes deeper." : "A smaller bound may help.";
  return `The engine ${what}, and has ended. Nothing is proved by that; your programs are kept. ${help}`;
}
