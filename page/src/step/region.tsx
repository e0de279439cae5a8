// The region Step: a program and its two threads, or two schedules beside each other.
import { signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { View } from "../protocol";
import { Code } from "../editor/code";
import { ProgramRegion } from "../editor/region";
import { unready } from "../engine/client";
import { known, summed } from "../races/analysis";
import { current, show } from "../store/programs";
import { Action, Failed, Slow } from "../ui/parts";
import { embedded, say } from "../ui/state";
import { count, sentence } from "../ui/words";
import { AnalysisPanel } from "./analysis";
import { AnswerPanel } from "./answer";
import { Claim } from "./claim";
import { folded } from "./fold";
import { Heap } from "./heap";
import { commandOf, typing } from "./keys";
import { Lanes } from "./lanes";
import { type Detail, details } from "./layout";
import { ObjectPanel } from "./object";
import { acting, active, beside, openStep, origin, putBeside, stepper, takeAway } from "./open";
import { palette } from "../ui/palette";
import { parting } from "./parting";
import { story } from "./story";
import type { Stepper } from "./stepper";
import { Threads } from "./threads";
import { sentenceOf } from "./words";

/** What is drawn in full of the memory. */
export const detail = signal<Detail>("all");

/** nextDetail shows the memory otherwise. */
export function nextDetail(): void {
  const at = details.findIndex((d) => d.id === detail.value);
  const next = details[(at + 1) % details.length]!;
  detail.value = next.id;
  say(`The memory shows ${next.name}.`);
}

export function Step() {
  const one = stepper.value;
  const two = beside.value;
  if (!one || !two) {
    const code = embedded ? undefined : <ProgramRegion />;
    return (
      <StepView stepper={one} name="one" code={code} verdict={one ? <Verdict stepper={one} /> : null}>
        {one?.view.value ? <Other stepper={one} /> : null}
      </StepView>
    );
  }
  const schedules = [one, two].map((s) => s.view.value?.schedule ?? "") as [string, string];
  return (
    <div class="steps">
      <p class="note parting">{parting(...schedules)}</p>
      <div class="pair">
        <Side which="one" stepper={one} />
        <Side which="two" stepper={two} />
      </div>
    </div>
  );
}

/** Waits stands where there is no state yet. */
function Waits(p: { stepper: Stepper | undefined }) {
  const errors = known.value?.diagnoses.length ?? 0;
  const problem = p.stepper?.problem.value;
  const text = !current.value
    ? "No program is open."
    : errors > 0
      ? "This program has errors."
      : "Two threads, and you decide who goes.";
  return (
    <>
      <h2 class="sentence">{text}</h2>
      {problem ? <Failed problem={problem} /> : null}
      {p.stepper ? <Slow waiting={p.stepper.waiting} what="Opening" /> : null}
    </>
  );
}

/** Verdict says how many races and deadlocks the program has, in one sentence. */
function Verdict(p: { stepper: Stepper }) {
  const drawn = story.value?.verdict;
  const k = known.value;
  const sum = summed.value;
  if (k?.text !== p.stepper.text || !sum) {
    return drawn ? (
      <>
        <a href="#races" class="races">
          {count(drawn.races, "race")}, {drawn.races === 2 ? "both" : "all"} real
        </a>{" "}
        · {count(drawn.states, "state")} searched
      </>
    ) : null;
  }
  const states = sum.search?.states;
  const real = sum.real ? `, ${sum.number === "1" ? "" : sum.number === "2" ? "both " : "all "}real` : "";
  return (
    <>
      <a href="#races" class={sum.real || sum.deadlocks.length ? "races" : ""}>
        {sum.text}
        {real}
        {sum.deadlocks.length ? `, ${count(sum.deadlocks.length, "deadlock")}` : ""}
      </a>
      {states === undefined ? "" : ` · ${count(states, "state")} searched`}
    </>
  );
}

/** Other says that Step steps another text than the one that is shown, and leads to one or the
 * other. */
function Other(p: { stepper: Stepper }) {
  const s = p.stepper;
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
          <Action run={() => void again()} off={unready()}>
            {same ? "Step it as it is now" : `Step ${now.name}`}
          </Action>
          {same ? null : <Action run={() => show(s.program)}>Show {s.name}</Action>}
        </>
      ) : null}
    </div>
  );
}

/** Keys of the terminal's screen that are no commands of the session. */
const screen: Record<string, () => void> = {
  "?": () => (palette.value = ""),
  o: () => (folded.value = !folded.value),
  v: nextDetail,
  x: () => (palette.value = "export"),
  P: () => (palette.value = "step the pair"),
  H: () => (palette.value = "begin from"),
  "|": () => void putBeside(),
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

function Side(p: { which: "one" | "two"; stepper: Stepper }) {
  const mine = active.value === p.which;
  const name = p.which === "one" ? "First schedule" : "Second schedule";
  const enter = (): void => void (active.value = p.which);
  return (
    <section class={`side ${mine ? "active" : ""}`} aria-label={name} onFocusCapture={enter} onPointerDown={enter}>
      <div class="bar">
        <h2 class="title">
          {name} {mine ? <span class="badge">keys</span> : null}
        </h2>
        <span class="grow" />
        {p.which === "two" ? <Action run={takeAway}>Take away</Action> : null}
      </div>
      <StepView stepper={p.stepper} name={p.which} />
    </section>
  );
}

/** StepView is one session: where it stands, the two buttons, code, memory and trace. code stands
 * in the place of the program as it is stepped, and verdict behind what is said of the state. It is
 * the same element before there is a state and after, so that an editor in it stays where it is. */
export function StepView(p: {
  stepper: Stepper | undefined;
  name: string;
  /** Why no thread can go, where something else comes first. */
  off?: string;
  code?: JSX.Element | undefined;
  verdict?: ComponentChildren;
  children?: ComponentChildren;
}) {
  const s = p.stepper;
  const v = s?.view.value;
  return (
    <div class={`step ${s?.busy.value ? "busy" : ""}`}>
      <div class="top" key="top">
        {p.children}
        {s && v ? (
          <Top stepper={s} view={v} name={p.name} off={p.off ?? ""} verdict={p.verdict} />
        ) : (
          <Waits stepper={s} />
        )}
      </div>
      {p.code ??
        (s ? <Code name={s.name} text={s.text} stepped={{ program: s.program, text: s.text, view: v }} /> : null)}
      {s && v ? (
        <div class="beside">
          <Slow waiting={s.waiting} what="Working" />
          <ArgForm stepper={s} />
          {s.problem.value ? <Failed problem={s.problem.value} /> : null}
          {v.claim ? <Claim claim={v.claim} /> : null}
          <Heap view={v} session={s} detail={detail.value}>
            <Why stepper={s} view={v} />
          </Heap>
          {s.answer.value ? <AnswerPanel stepper={s} answer={s.answer.value} /> : null}
          <AnalysisPanel stepper={s} name={p.name} />
          <ObjectPanel stepper={s} view={v} name={p.name} />
        </div>
      ) : null}
      {s && v ? <Lanes stepper={s} view={v} name={p.name} folded={folded.value} /> : null}
    </div>
  );
}

/** Top says where a session stands, and has the two buttons. */
function Top(p: { stepper: Stepper; view: View; name: string; off: string; verdict: ComponentChildren }) {
  const { stepper: s, view: v } = p;
  const said = sentenceOf(v);
  return (
    <>
      <h2 class="sentence">
        {said.before}
        {said.cell ? <em>{said.cell}</em> : null}
        {story.value?.stepper === s && v.race ? ". You decide who goes." : said.after}
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
        <Threads stepper={s} view={v} off={p.off} />
        <p class="state">
          <span class="headline">
            {v.headline}
            {v.predicted ? ` Predictions: ${v.predicted}.` : ""}
          </span>{" "}
          <span class="said" data-testid={`said-${p.name}`}>
            {s.said.value}
          </span>
        </p>
      </div>
    </>
  );
}

/** reasons are the tests of a report, as a state in which they hold shows them. */
function reasons(v: View): Record<string, string> {
  const writes = v.threads.filter((t) => t.access === "W").map((t) => t.name);
  return {
    fields: `Both access ${v.race!.cell}, the same field of one object.`,
    write: writes.length === 2 ? "Both write it." : `${writes[0]} writes it.`,
    lock: sentence(v.race!.why),
    stable: "Nobody changes the path on the way to it: it is stable.",
  };
}

/** Why lists what makes a race one, as RacerDX sees it. */
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

/** ArgForm asks for what stands behind a command: a state, a condition. */
function ArgForm(p: { stepper: Stepper }) {
  const asked = p.stepper.asked.value;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [asked]);
  if (!asked) return null;
  const done = (e: Event): void => {
    e.preventDefault();
    const arg = field.current?.value.trim() ?? "";
    leave();
    void p.stepper.command(asked.command.name, arg);
  };
  const leave = (): void => {
    const around = field.current?.closest<HTMLElement>("[tabindex='-1']");
    p.stepper.asked.value = undefined;
    around?.focus();
  };
  return (
    <form class="ask" onSubmit={done} onKeyDown={(e) => e.key === "Escape" && leave()}>
      <label>
        <span>{sentence(asked.command.prompt).replace(/\.$/, "")}</span>
        <input
          ref={field}
          value={asked.begin}
          placeholder={asked.command.arg.toLowerCase()}
          autocomplete="off"
          spellcheck={false}
        />
      </label>
      <button type="submit" class="action primary">
        Do it
      </button>
      <Action run={leave}>Cancel</Action>
    </form>
  );
}
