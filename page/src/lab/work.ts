// Something long that the lab does: one at a time, with progress, and it can be cancelled, which ends
// the worker at once.
import { signal } from "@preact/signals";
import { ask, busy, cancel, problemOf } from "../engine/client";
import type { Problem, Progress, Verbs } from "../protocol";
import { say } from "../ui/state";

/** Work is what one tab of the lab asks for, by one verb. */
export class Work<V extends keyof Verbs> {
  readonly running = signal(false);
  readonly progress = signal<Progress | undefined>(undefined);
  /** The answer, and the text of the program that it is about, if it is about one. */
  readonly result = signal<{ answer: Verbs[V]["ok"]; program: string | undefined } | undefined>(undefined);
  readonly problem = signal<Problem | undefined>(undefined);
  /** How far it had come when it was cancelled. */
  readonly cancelled = signal("");
  private begun = 0;

  constructor(
    private readonly name: string,
    private readonly verb: V,
  ) {}

  /** start asks, after ending what is still running in the lab. */
  async start(what: Verbs[V]["ask"]): Promise<void> {
    if (busy("lab")) cancel("lab");
    const mine = ++this.begun;
    this.running.value = true;
    this.progress.value = undefined;
    this.problem.value = undefined;
    this.cancelled.value = "";
    try {
      const answer = await ask("lab", this.verb, what, (p) => {
        if (mine === this.begun) this.progress.value = p;
      });
      if (mine !== this.begun) return;
      this.result.value = { answer, program: "program" in what ? what.program : undefined };
      say(`${this.name}: there is an answer.`);
    } catch (error) {
      if (mine !== this.begun) return; // it was cancelled for this one
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
