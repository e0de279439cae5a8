import { signal } from "@preact/signals";
import type { HelloView, Problem, Progress, Verbs } from "../protocol";
import { notify } from "../ui/notices";
import { embedded } from "../ui/state";
import { Cancelled, type Lane, Lanes, Lost, Refused } from "./lanes";

/** The engine's description of itself; undefined until it has started. */
export const hello = signal<HelloView | undefined>(undefined);
/** Whether the engine cannot start at all. */
export const absent = signal(false);

/** Why the engine cannot be used yet; empty if it can. */
export const unready = (): string =>
  hello.value ? "" : absent.value ? "There is no engine." : "The engine has not started yet.";

let lanes: Lanes | undefined;
const waiting: (() => void)[] = []; // calls made before the engine exists

export function begin(): void {
  window.setTimeout(() => waiting.splice(0).forEach((go) => go()));
  const files = document.documentElement.dataset;
  const at = (name: string | undefined): string => new URL(name ?? "", document.baseURI).href;
  if (typeof WebAssembly !== "object" || typeof Worker !== "function") {
    absent.value = true;
    lost =
      "This browser has no WebAssembly, or its settings forbid it. Programs can be written, kept and saved here; " +
      "to analyse and step them, use another browser, or wobbly in a terminal.";
    return notify("lost", "error", lost);
  }
  lanes = new Lanes(
    at(files["worker"]),
    { exec: at(files["exec"]), engine: at(files["engine"]), memory: memory() },
    tell,
    besides,
    embedded && typeof SharedWorker === "function",
  );
  ask("check", "hello", {}).then(
    (h) => {
      hello.value = h;
      window.setTimeout(spare, 300);
    },
    () => {
      absent.value = true;
      notify("lost", "error", lost, { name: "Reload", run: () => window.location.reload() });
    },
  );
}

let lost = ""; // why there is no engine, or why the last one ended

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

Object.assign(window, { wobblyEngine: () => lanes?.compiled });

/** Bytes that a worker may use: 1.5 GB, or a quarter of the device's memory if that is less.
 * Browsers that do not report it are assumed to have 8 GB. */
function memory(): number {
  const { deviceMemory } = navigator as Navigator & { deviceMemory?: number };
  return Math.floor(Math.min(1.5, (deviceMemory ?? 8) / 4) * 2 ** 30);
}

function tell(lane: Lane, reason: Error): void {
  lost = why(reason.message);
  notify("lost", "error", lost);
  if (lane === "session") ended.value++;
}

function why(reason: string): string {
  const deep = /call stack/i.test(reason);
  if (!deep && !/memory/i.test(reason)) return `The engine has ended (${reason}). Your programs are kept.`;
  const what = deep ? "went deeper into calls than the browser allows" : "needed more memory than the browser gives";
  const help = deep ? "The command wobbly goes deeper." : "A smaller bound may help.";
  return `The engine ${what}, and has ended. Nothing is proved by that; your programs are kept. ${help}`;
}

/** How often the sessions' worker was lost. */
export const ended = signal(0);

export async function ask<V extends keyof Verbs>(
  lane: Lane,
  verb: V,
  what: Verbs[V]["ask"],
  progress?: (p: Progress) => void,
): Promise<Verbs[V]["ok"]> {
  if (asleep) await awake;
  if (!lanes && !absent.value) await new Promise<void>((resolve) => waiting.push(resolve));
  if (!lanes) throw new Lost(lost);
  return (await lanes.call(lane, verb, what, progress)) as Verbs[V]["ok"];
}

export const busy = (lane: Lane): boolean => lanes?.busy(lane) ?? false;

/** Cancels the work of a lane. Sessions are then reopened where they stood. */
export function cancel(lane: Lane): void {
  if (asleep) return lanes?.end();
  lanes?.cancel(lane);
  if (lane === "session") ended.value++;
}

/** Returns the problem to report for a failed call; undefined if it was cancelled. */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Cancelled) return undefined;
  if (error instanceof Refused) return error.problem;
  const message = error instanceof Error ? error.message : String(error);
  return { code: "internal", message, exit: 70 };
}

/** Ends all workers; calls made while asleep wait for wake. */
export function sleep(): void {
  if (asleep) return;
  asleep = true;
  awake = new Promise((resolve) => (rouse = resolve));
  lanes?.end();
}

export function wake(): void {
  if (!asleep) return;
  asleep = false;
  rouse();
  if (!lanes?.shares("session")) ended.value++; // a shared worker has kept its sessions
  window.setTimeout(spare, 300);
}

function spare(): void {
  if (!asleep && !embedded) lanes?.warm();
}

let asleep = false;
let awake = Promise.resolve();
let rouse = (): void => undefined;
