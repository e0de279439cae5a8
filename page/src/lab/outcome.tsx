// What came of a piece of work of the lab: how far it has come, why there is no answer, or the answer,
// and whether it is of the program that is shown.
import type { ComponentChildren } from "preact";
import type { Verbs } from "../protocol";
import { openSites } from "../step/open";
import { current } from "../store/programs";
import { Action, Failed, Working } from "../ui/parts";
import type { Work } from "./work";

/** Outcome shows a piece of work; during is what it shows while it goes on. */
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

/** StepTo leads to a race of two accesses. */
export function StepTo(p: { units: [string, string]; sites: [string, string] }) {
  const [left, right] = p.sites;
  return (
    <Action run={() => openSites(p.units, left, right)} aria-label={`${left} / ${right}, step to this race`}>
      {left} / {right}
    </Action>
  );
}
