// The region Step: a program and its two threads, or two schedules side by side.
import type { ComponentChildren, JSX } from "preact";
import type { View, ThreadView } from "../protocol";
import { Code } from "../editor/code";
import { ProgramRegion } from "../editor/region";
import { unready } from "../engine/client";
import { known } from "../races/analysis";
import { current, show } from "../store/programs";
import { Action, CallState } from "../ui/parts";
import { embedded } from "../ui/state";
import { count, sentence } from "../ui/words";
import { folded } from "./fold";
import { Heap } from "./heap";
import { commandOf, typing } from "./keys";
import { Lanes } from "./lanes";
import { acting, beside, openStep, origin, openBeside, stepper, closeBeside } from "./open";
import { palette } from "../ui/palette";
import { AnalysisPanel, AnswerPanel, Claim, ObjectPanel } from "./panels";
import first from "./first.json";
import { story } from "./story";
import type { Stepper } from "./stepper";
import { sentenceOf, nextWords, optionWords, parting } from "./words";

export function Step() {
  const one = stepper.value;
  const two = beside.value;
  if (!one || !two) {
    const code = embedded ? undefined : <ProgramRegion />;
    return (
      <StepView stepper={one} code={code} verdict={one ? <Verdict stepper={one} /> : null}>
        {one?.view.value ? <Other stepper={one} /> : null}
      </StepView>
    );
  }
  const schedules = [one, two].map((s) => s.view.value?.schedule ?? "") as [string, string];
  return (
    <div class="steps">
      <h2 class="sentence parting">{parting(...schedules)}</h2>
      <div class="pair">
        <Side name="First schedule" stepper={one} />
        <Side name="Second schedule" stepper={two} close={closeBeside} />
      </div>
    </div>
  );
}

function Waits(p: { stepper: Stepper | undefined }) {
  const errors = known.value?.diagnoses.some((d) => d.severity === "error");
  const text = !current.value
    ? "No program is open."
    : errors
      ? "This program has errors."
      : "Two threads, and you decide who goes.";
  return (
    <>
      <h2 class="sentence">{text}</h2>
      {p.stepper ? <CallState of={p.stepper.waiting} what="Opening" /> : null}
    </>
  );
}

function Verdict(p: { stepper: Stepper }) {
  const sum = known.value?.text === p.stepper.text ? known.value.races : undefined;
  const drawn = sum ? undefined : story.value && first.verdict;
  if (!sum && !drawn) return null;
  const states = sum?.search?.states ?? drawn?.states;
  const number = sum?.number ?? String(drawn?.races);
  const real = sum && !sum.real ? "" : `, ${{ 1: "", 2: "both " }[number] ?? "all "}real`;
  const deadlocks = sum?.deadlocks.length ?? 0;
  return (
    <>
      <a href="#races" class={real || deadlocks > 0 ? "races" : ""}>
        {sum ? sum.text : count(number, "race")}
        {real}
        {deadlocks > 0 ? `, ${count(deadlocks, "deadlock")}` : ""}
      </a>
      {states === undefined ? "" : ` · ${count(states, "state")} searched`}
    </>
  );
}

/** Says that Step runs another text than the current one, and offers both. */
function Other({ stepper: s }: { stepper: Stepper }) {
  const now = current.value;
  const back = origin.value;
  const same = now?.id === s.program;
  const differs = s.program !== "" && now && !(same && now.text === s.text);
  if (!differs && !back) return null;
  const again = async (): Promise<void> => {
    const pair = s.view.peek()?.pair;
    if (!same || !pair || !(await openStep({ pair }))) await openStep({});
  };
  return (
    <div class="bar other">
      {back ? <Action run={back.go}>{back.name}</Action> : null}
      {differs ? (
        <>
          <p class="note">
            {same
              ? `This steps ${s.name} as it was when you began.`
              : `This steps ${s.name}; the program is ${now.name} now.`}
          </p>
          <Action run={() => again()} off={unready()}>{same ? "Step it as it is now" : `Step ${now.name}`}</Action>
          {same ? null : <Action run={() => show(s.program)}>Show {s.name}</Action>}
        </>
      ) : null}
    </div>
  );
}

/** Screen keys of the terminal, which are not commands of the session. */
const screen: Record<string, () => void> = {
  "?": () => (palette.value = { text: "" }),
  o: () => (folded.value = !folded.value),
  x: () => (palette.value = { text: "export" }),
  P: () => (palette.value = { text: "step the pair" }),
  H: () => (palette.value = { text: "begin from" }),
  "|": () => void openBeside(),
};

export const press = (e: KeyboardEvent): void => pressed(e, acting.value);

export function pressed(e: KeyboardEvent, s: Stepper | undefined): void {
  if (!s || typing(e)) return;
  const own = e.ctrlKey || e.altKey || e.metaKey ? undefined : screen[e.key];
  const command = commandOf(e);
  if (own) own();
  else if (command) s.press(command);
  else return;
  e.preventDefault();
}

function Side(p: { name: string; stepper: Stepper; close?: () => void }) {
  const mine = acting.value === p.stepper;
  const enter = (): void => void (acting.value = p.stepper);
  return (
    <section class={`side ${mine ? "active" : ""}`} aria-label={p.name} onFocusCapture={enter} onPointerDown={enter}>
      <div class="bar">
        <h2 class="title">
          {p.name} {mine ? <span class="badge">keys</span> : null}
        </h2>
        <span class="grow" />
        {p.close ? <Action run={p.close}>Close this schedule</Action> : null}
      </div>
      <StepView stepper={p.stepper} />
    </section>
  );
}

/** One session: state, two buttons, code, memory and trace. code replaces the stepped program, and
 * verdict follows the state's sentence. The element is the same with and without a state, so that
 * an editor in it stays in place. */
export function StepView(p: {
  stepper: Stepper | undefined;
  off?: string; // why no thread can move, if something else comes first
  code?: JSX.Element | undefined;
  verdict?: ComponentChildren;
  children?: ComponentChildren;
}) {
  const s = p.stepper;
  const v = s?.view.value;
  return (
    <div class="step">
      <div class="top" key="top">
        {p.children}
        {s && v ? <Top stepper={s} view={v} off={p.off ?? ""} verdict={p.verdict} /> : <Waits stepper={s} />}
      </div>
      {p.code ??
        (s ? <Code name={s.name} text={s.text} stepped={{ program: s.program, text: s.text, view: v }} /> : null)}
      {s && v ? (
        <div class="beside">
          <CallState of={s.waiting} what="Working" />
          {v.claim ? <Claim claim={v.claim} /> : null}
          <Heap view={v} session={s}><Why stepper={s} view={v} /></Heap>
          {s.answer.value ? <AnswerPanel stepper={s} answer={s.answer.value} /> : null}
          <AnalysisPanel stepper={s} />
          <ObjectPanel stepper={s} view={v} />
        </div>
      ) : null}
      {s && v ? <Lanes stepper={s} view={v} folded={folded.value} /> : null}
    </div>
  );
}

function Top(p: { stepper: Stepper; view: View; off: string; verdict: ComponentChildren }) {
  const { stepper: s, view: v } = p;
  return (
    <>
      <h2 class="sentence">
        {v.race ? (
          <>
            Both threads are about to touch <em>{v.race.cell}</em>.{" "}
            {story.value === s ? "You decide who goes." : "That is a race."}
          </>
        ) : (
          sentenceOf(v)
        )}
      </h2>
      <p class="sub">
        {v.race ? (
          <span class="raceline" title={v.race.text}>
            <span class="unseen">{v.race.text} </span>
            {sentence(v.race.why)}{" "}
          </span>
        ) : null}
        {p.verdict}
      </p>
      <div class="going">
        <div class="threads" role="group" aria-label="Who goes next">
          {v.threads.map((t) => <Thread stepper={s} thread={t} off={p.off} />)}
        </div>
        <p class="state">
          <span class="headline">
            {v.headline}
            {v.predicted ? ` Predictions: ${v.predicted}.` : ""}
          </span>{" "}
          <span class="said">{s.said}</span>
        </p>
      </div>
    </>
  );
}

/** Explains each test of a report by the state in which it holds. */
function reasons(v: View): Record<string, string> {
  const writes = v.threads.filter((t) => t.access === "W").map((t) => t.name);
  return {
    fields: `Both access ${v.race!.cell}, the same field of one object.`,
    write: writes.length === 2 ? "Both write it." : `${writes[0]} writes it.`,
    lock: sentence(v.race!.why),
    stable: "Nobody changes the path on the way to it: it is stable.",
  };
}

function Why(p: { stepper: Stepper; view: View }) {
  const a = p.stepper.analysis.value;
  if (!p.view.race || a?.place !== p.view.place || !a.view.pair) return null;
  return (
    <ul class="why" aria-label="Why they race">
      {a.view.pair.tests.map((t) => (
        <li>
          <span class={t.holds ? "met" : ""}>{t.holds ? "✓" : "✗"}</span>{" "}
          {t.holds ? (reasons(p.view)[t.name] ?? sentence(t.finding)) : sentence(t.finding)}
        </li>
      ))}
    </ul>
  );
}

function Thread(p: { stepper: Stepper; thread: ThreadView; off: string }) {
  const { stepper: s, thread: t } = p;
  const name = t.name.toLowerCase();
  const button = (does: string, run: () => void, off = "") => (
    <Action kind={`go ${name}`} run={run} off={p.off || off} title={t.text}>{t.name}: {does}</Action>
  );
  if (t.options.length > 0) return t.options.map((o) => button(optionWords(o), () => s.line(o.line)));
  return button(nextWords(t), () => s.command(`step-${name}`), t.stop === "steps" ? "" : t.text);
}
