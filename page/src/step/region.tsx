// The region Step: one session, or two beside each other.
import type { JSX } from "preact";
import { unready } from "../engine/client";
import { current } from "../store/programs";
import { Action, Failed, Slow, Working } from "../ui/parts";
import { helping } from "../ui/help";
import { embedded, go } from "../ui/state";
import { AnalysisPanel } from "./analysis";
import { AnswerPanel } from "./answer";
import { Claim } from "./claim";
import { ArgForm, Begin, Controls, listed, Play } from "./controls";
import { commandOf, typing } from "./keys";
import { folded } from "./fold";
import { Lanes } from "./lanes";
import { exporting } from "./export";
import { keptOf } from "./kept";
import { Memory, nextDetail } from "./memory";
import { acting, active, beside, openProgram, openStep, origin, stepper, takeAway } from "./open";
import { Other } from "./other";
import { parting } from "./parting";
import { enter, zoom, zoomed } from "./zoom";
import type { Stepper } from "./stepper";
import { Thread } from "./thread";

export function Step(): JSX.Element {
  const one = stepper.value;
  const two = beside.value;
  if (!one?.view.value) return <Empty />;
  return (
    <div class="steps" onFocusCapture={enter}>
      {embedded ? null : <Begin stepper={one} acting={acting() ?? one} />}
      {embedded ? null : <Other stepper={one} />}
      {origin.value ? (
        <div class="bar">
          <Action run={origin.value.go}>{origin.value.name}</Action>
        </div>
      ) : null}
      {two ? (
        <>
          <p class="note parting">{parting(one.view.value.schedule, two.view.value?.schedule ?? one.view.value.schedule)}</p>
          <div class="pair">
            <Side which="one" stepper={one} />
            <Side which="two" stepper={two} />
          </div>
        </>
      ) : (
        <StepView stepper={one} name="one" />
      )}
    </div>
  );
}

/** Keys of the terminal's screen that are no commands of the session. */
const screen: Record<string, () => void> = {
  "?": () => (listed.value = !listed.value),
  o: () => (folded.value = !folded.value),
  v: nextDetail,
  x: () => (exporting.value = !exporting.value),
  z: zoom,
  P: () => document.querySelector<HTMLElement>("[data-key=P]")?.focus(),
  H: () => document.querySelector<HTMLElement>("[data-key=H]")?.focus(),
};

/** press does what a key of the terminal does, wherever the focus is in the region. */
export const press = (e: KeyboardEvent): void => pressed(e, acting());

/** pressed does what a key of the terminal does, with a session. */
export function pressed(e: KeyboardEvent, s: Stepper | undefined): void {
  if (!s || typing(e)) return;
  const own = e.ctrlKey || e.altKey || e.metaKey ? undefined : screen[e.key];
  const command = commandOf(e);
  if (own) own();
  else if (command) s.press(command);
  else return;
  e.preventDefault();
}

function Side(p: { which: "one" | "two"; stepper: Stepper }): JSX.Element {
  const mine = active.value === p.which;
  const name = p.which === "one" ? "First schedule" : "Second schedule";
  return (
    <section class={`side ${mine ? "active" : ""}`} aria-label={name} onFocusCapture={() => (active.value = p.which)} onPointerDown={() => (active.value = p.which)}>
      <div class="bar">
        <h3>
          {name}
          {mine ? <span class="badge">keys</span> : null}
        </h3>
        <span class="grow" />
        {p.which === "two" ? <Action run={takeAway}>Take away</Action> : null}
      </div>
      <StepView stepper={p.stepper} name={p.which} />
    </section>
  );
}

/** StepView is one session. */
export function StepView(p: { stepper: Stepper; name: string; lesson?: boolean }): JSX.Element {
  const s = p.stepper;
  const v = s.view.value;
  if (!v) return s.problem.value ? <Failed problem={s.problem.value} /> : <Working what="Opening" progress={s.waiting.progress.value} cancel={s.waiting.cancel} />;
  const alone = zoomed.value === "analysis" && !s.showAnalysis.value ? "" : zoomed.value;
  return (
    <div class={`step ${s.busy.value ? "busy" : ""} ${alone ? `zoom ${alone}` : ""}`}>
      <Slow waiting={s.waiting} what="Working" />
      {v.claim ? <Claim claim={v.claim} /> : null}
      <div class={`state ${v.race ? "race" : ""}`}>
        <p class="headline">
          <strong>{v.headline}</strong>
          {v.predicted ? <span class="note"> Predictions: {v.predicted}.</span> : null}
        </p>
        {v.race ? (
          <p class="raceline">
            <span aria-hidden="true">!! </span>
            {v.race.text} {v.race.why}
          </p>
        ) : null}
        <p class="said" data-testid={`said-${p.name}`}>
          {s.said.value || "a steps thread A, b steps thread B."}
        </p>
      </div>
      <Controls stepper={s} />
      <ArgForm stepper={s} />
      {s.problem.value ? <Failed problem={s.problem.value} /> : null}
      {s.answer.value ? <AnswerPanel stepper={s} answer={s.answer.value} /> : null}
      <div class="threads">
        {v.threads.map((t) => (
          <Thread stepper={s} view={v} thread={t} />
        ))}
      </div>
      <AnalysisPanel stepper={s} name={p.name} />
      <Memory stepper={s} view={v} name={p.name} />
      <Lanes stepper={s} view={v} name={p.name} />
      {p.lesson ? null : <Play stepper={s} />}
    </div>
  );
}

function Empty(): JSX.Element {
  const one = stepper.value;
  const p = current.value;
  const off = unready() || (p ? "" : "There is no program.");
  const back = p && keptOf(p);
  return (
    <div class="empty">
      <h2 class="unseen">Step</h2>
      {one?.problem.value ? <Failed problem={one.problem.value} /> : null}
      {one ? <Slow waiting={one.waiting} what="Opening" /> : null}
      <p>You are the scheduler: two threads, and in each state you say which one takes its next step.</p>
      <p>
        The key <kbd>a</kbd> steps thread A, <kbd>b</kbd> steps thread B, <kbd>u</kbd> takes back. Or press “Step to it” beside a race.
      </p>
      <div class="row center">
        {back ? (
          <Action kind="primary" run={() => void openProgram(p, back, undefined)} off={off} title="At the state that this program was stepped to last, with all branches">
            Go on where you stood
          </Action>
        ) : null}
        <Action kind={back ? "" : "primary"} run={() => void openStep({})} off={off}>
          Step the program
        </Action>
        <Action run={() => (helping.value = true)}>What is this?</Action>
        <Action run={() => go("lab", true)}>Lessons</Action>
      </div>
    </div>
  );
}
