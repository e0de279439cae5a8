// Something long that the lab does: one at a time, and it can be cancelled, which ends the worker at
// once.
import { signal } from "@preact/signals";
import { ask, busy, cancel } from "../engine/client";
import { Waiting } from "../engine/waiting";
import type { Verbs } from "../protocol";
import { say } from "../ui/state";

/** Work is what one tab of the lab asks for, by one verb. */
export class Work<V extends keyof Verbs> {
  readonly waiting = new Waiting("lab");
  /** The answer, and the text of the program that it is about, if it is about one. */
  readonly result = signal<{ answer: Verbs[V]["ok"]; program: string | undefined } | undefined>(undefined);

  constructor(
    private readonly name: string,
    private readonly verb: V,
  ) {}

  get running(): boolean {
    return this.waiting.running.value;
  }

  /** start asks, after ending what is still running in the lab. */
  async start(what: Verbs[V]["ask"]): Promise<void> {
    if (busy("lab")) cancel("lab");
    await this.waiting.for(async () => {
      const answer = await ask("lab", this.verb, what, this.waiting.hear);
      this.result.value = { answer, program: "program" in what ? what.program : undefined };
      say(`${this.name}: there is an answer.`);
    });
  }
}
