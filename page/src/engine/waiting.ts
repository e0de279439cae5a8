// Progress, cancellation and failure of calls to the engine.
import { signal } from "@preact/signals";
import type { Problem, Progress } from "../protocol";
import { say } from "../ui/state";
import { cancel, type Lane, problemOf } from "./client";

const patience = 400; // milliseconds after which a wait is shown

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
    const mine = ++this.last;
    const timer = window.setTimeout(() => (this.slow.value = mine === this.last), patience);
    this.running.value = true;
    this.progress.value = undefined;
    this.cancelled.value = "";
    let failed: Problem | undefined;
    let well = true;
    try {
      await what();
    } catch (error) {
      well = false;
      failed = problemOf(error);
    }
    window.clearTimeout(timer);
    if (mine !== this.last) return well;
    this.problem.value = failed;
    const { text = "" } = this.progress.peek() ?? {};
    if (!well && !failed) this.cancelled.value = text ? `Cancelled after: ${text}.` : "Cancelled.";
    if (!well) say(failed?.message ?? this.cancelled.value);
    this.running.value = this.slow.value = false;
    return well;
  }
}
