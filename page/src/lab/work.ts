// Something long that the lab does: one at a time, with progress, and it can be
// cancelled, which ends the worker at once.
import { signal } from "@preact/signals";
import { askDocument, busy, cancel, problemOf } from "../engine/client";
import type { Problem, Progress, Verbs } from "../protocol";
import { say } from "../ui/state";

/** Work is what one tab of the lab asks for. */
export class Work<T> {
  readonly running = signal(false);
  readonly progress = signal<Progress | undefined>(undefined);
  readonly result = signal<{ document: T; exit: number } | undefined>(undefined);
  readonly problem = signal<Problem | undefined>(undefined);
  /** How far it had come when it was cancelled. */
  readonly cancelled = signal("");

  constructor(private readonly name: string) {}

  /** start asks, after ending what is still running in the lab. */
  async start<V extends keyof Verbs>(verb: V, what: Verbs[V]["ask"]): Promise<void> {
    if (busy("lab")) cancel("lab");
    this.running.value = true;
    this.progress.value = undefined;
    this.problem.value = undefined;
    this.cancelled.value = "";
    try {
      const answer = await askDocument("lab", verb, what, (p) => {
        this.progress.value = p;
      });
      this.result.value = { document: answer.document as T, exit: answer.exit };
      say(`${this.name}: there is an answer.`);
    } catch (error) {
      this.problem.value = problemOf(error);
      if (!this.problem.value) {
        this.cancelled.value = this.far();
        say(`${this.name}: cancelled.`);
      }
    }
    this.running.value = false;
  }

  private far(): string {
    return this.progress.value?.text || "nothing yet";
  }

  readonly cancel = (): void => {
    if (this.running.value) cancel("lab");
  };
}
