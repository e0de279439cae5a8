// Something that the engine is asked: how far it has come, how to end it, and why it failed.
import { signal } from "@preact/signals";
import type { Problem, Progress } from "../protocol";
import { say } from "../ui/state";
import { cancel, type Lane, problemOf } from "./client";

const patience = 400; // milliseconds after which a wait is shown

/** Waiting is what is waited for, one thing after the other. */
export class Waiting {
  readonly running = signal(false);
  /** Whether it takes long. */
  readonly slow = signal(false);
  readonly progress = signal<Progress | undefined>(undefined);
  /** Why the last thing failed; undefined if it did not, or was cancelled. */
  readonly problem = signal<Problem | undefined>(undefined);
  /** What to say of the last thing if it was cancelled. */
  readonly cancelled = signal("");
  private last = 0;

  constructor(private readonly lane: Lane) {}

  readonly hear = (p: Progress): void => void (this.progress.value = p);
  readonly cancel = (): void => cancel(this.lane);

  /** for does something, and reports whether it went well. Of what began before the last thing
   * nothing is kept. */
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
