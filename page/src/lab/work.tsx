// A piece of work in the lab: its progress, failure or answer, and the program that it is about.
import type { ComponentChildren } from "preact";
import type { Verbs } from "../protocol";
import { openSites } from "../step/open";
import { current } from "../store/programs";
import { Action, Failed, Working } from "../ui/parts";
import { signal } from "@preact/signals";
import { ask, busy, cancel, Waiting } from "../engine/client";
import { say } from "../ui/state";

export function Outcome<V extends keyof Verbs>(p: {
  work: Work<V>;
  what: string;
  during?: ComponentChildren;
  children: (answer: Verbs[V]["ok"]) => ComponentChildren;
}) {
  const { running, progress, cancelled, problem, cancel } = p.work.waiting;
  const r = p.work.result.value;
  const stale = r?.program !== undefined && r.program !== current.value?.text;
  if (running.value)
    return (
      <>
        <Working what={p.what} progress={progress.value} cancel={cancel} />
        {p.during}
      </>
    );
  return (
    <>
      {cancelled.value ? <p class="note">{cancelled.value} Nothing is known from it.</p> : null}
      {problem.value ? <Failed problem={problem.value} /> : null}
      {r ? (
        <div class={`outcome ${stale ? "stale" : ""}`}>
          {stale ? <p class="note">This is of an earlier text.</p> : null}
          {p.children(r.answer)}
        </div>
      ) : null}
    </>
  );
}

export function StepTo(p: { units: [string, string]; sites: [string, string] }) {
  const sites = p.sites.join(" / ");
  return <Action run={() => openSites(p.units, ...p.sites)} aria-label={`${sites}, step to this race`}>{sites}</Action>;
}

export class Work<V extends keyof Verbs> {
  readonly waiting = new Waiting("lab");
  /** The answer, and the program text it is about, if any. */
  readonly result = signal<{ answer: Verbs[V]["ok"]; program: string | undefined } | undefined>(undefined);

  constructor(
    private readonly name: string,
    private readonly verb: V,
  ) {}

  get running(): boolean {
    return this.waiting.running.value;
  }

  /** Starts a call, after cancelling any other in the lab. */
  async start(what: Verbs[V]["ask"]): Promise<void> {
    if (busy("lab")) cancel("lab");
    await this.waiting.for(async () => {
      const answer = await ask("lab", this.verb, what, this.waiting.hear);
      this.result.value = { answer, program: "program" in what ? what.program : undefined };
      say(`${this.name}: there is an answer.`);
    });
  }
}
