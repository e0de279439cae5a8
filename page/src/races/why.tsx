// Explanations: the conditions of a report, linked to their lines, and the page of an error code.
import * as programs from "../store/programs";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { pointed, selectPlace, cursor } from "../editor/region";
import { ask, Waiting } from "../engine/client";
import type { CheckRow, CodeView, WhyView, AccessList } from "../protocol";
import { Action, CallState, Choice, Notes, Prose, Text } from "../ui/parts";
import { sentence } from "../ui/words";
import { analysis, explains, known, type Known } from "./analysis";

/** A button that fetches something and shows it. Its key is the question: another one closes it. */
function Disclosed<T>(p: {
  name: string;
  ask: (waiting: Waiting) => Promise<T>;
  children: (answer: T) => JSX.Element;
}) {
  const [answer, set] = useState<T | undefined>(undefined);
  const [waiting] = useState(() => new Waiting("why"));
  const open = answer !== undefined || waiting.problem.value !== undefined;
  const fetch = async (): Promise<void> => {
    const got = await p.ask(waiting);
    set(() => got);
  };
  const toggle = (): void => {
    if (!open) return void waiting.for(fetch);
    set(undefined);
    waiting.problem.value = undefined;
  };
  return (
    <div class="explained">
      <Action class="link" aria-expanded={open} run={toggle}>{p.name}</Action>
      <CallState of={waiting} what="Explaining" />
      {answer === undefined ? null : p.children(answer)}
    </div>
  );
}

export function Why(p: { what: readonly string[]; name: string }) {
  const k = known.value;
  if (!k || !explains()) return null;
  const question = { name: k.name, program: k.text, analysis: analysis.value, what: [...p.what] };
  return (
    <Disclosed<WhyView>
      name={p.name}
      key={JSON.stringify(question)}
      ask={(waiting) => ask("why", "why", question, waiting.hear)}>
      {(answer) => <Pairs answer={answer} />}
    </Disclosed>
  );
}

function Pairs(p: { answer: WhyView }) {
  const [first, ...others] = p.answer.pairs;
  const { remarks } = p.answer;
  if (!first)
    return <Notes of={remarks.length > 0 ? remarks : ["The analysis records no such two accesses."]} class="" />;
  const { rows, notes, reported, verdict } = first;
  const failing = reported ? undefined : rows.find((r) => !r.holds);
  return (
    <>
      <ul class="checklist" aria-label={reported ? "Why it is reported" : "Why it is not reported"}>
        {rows.map((r) => <Row row={r} failing={r === failing} />)}
      </ul>
      <Notes of={notes} />
      {rows.length === 0 ? <p>{verdict}</p> : null}
      {others.map((x) => <p class="note">{x.left.text} / {x.right.text}: {x.verdict}</p>)}
      {p.answer.more ? <p class="note">There are more such pairs.</p> : null}
    </>
  );
}

function Row(p: { row: CheckRow; failing: boolean }) {
  const { row } = p;
  const [one, two = one] = row.places;
  const leave = (): void => void (pointed.value = "");
  useEffect(() => leave, []);
  const point = (): void => {
    const kind = row.holds ? "race" : "filtered";
    if (one && two) pointed.value = { lines: [one.line, two.line], text: row.title, kind };
  };
  return (
    <li class={row.holds ? "yes" : "no"} onPointerEnter={point} onPointerLeave={leave}>
      <span class="sign" aria-hidden="true">{row.holds ? "✓" : "✗"}</span>
      <div>
        <strong>{row.title}</strong>
        <span class="unseen">{row.holds ? ": yes." : ": no."}</span> {row.text}
      </div>
      <div class="row">
        {row.places.map((x) => <Action class="link at" run={() => selectPlace(x)}>line {x.line}</Action>)}
        {p.failing && one ? <Action run={() => selectPlace(one)}>Change it and see</Action> : null}
      </div>
    </li>
  );
}

export function ErrorPage(p: { code: string }) {
  return (
    <Disclosed<CodeView> name={`What ${p.code} means`} key={p.code} ask={() => ask("why", "code", { code: p.code })}>
      {(page) => (
        <div class="errorpage">
          <p><strong>{sentence(page.title)}</strong></p>
          <Prose text={page.text} />
          {page.wrong ? <Sample name="Wrong" text={page.wrong} /> : null}
          {page.right ? <Sample name="Right" text={page.right} /> : null}
        </div>
      )}
    </Disclosed>
  );
}

function Sample(p: { name: string; text: string }) {
  return (
    <figure>
      <figcaption>{p.name}</figcaption>
      <Text label={p.name}>{p.text}</Text>
      <Action run={() => programs.add("sample.il", p.text)} aria-label={`${p.name}: open as a program`}>
        Open as a program
      </Action>
    </figure>
  );
}

/** Lets the student choose two accesses; initially the one at the cursor and one elsewhere. */
export function AnyTwo(p: { known: Known }) {
  const { name, text } = p.known;
  return (
    <Disclosed<AccessList>
      name="Any two accesses: why, or why not"
      key={text}
      ask={() => ask("check", "accesses", { name, program: text })}>
      {(accesses) => <Two accesses={accesses} />}
    </Disclosed>
  );
}

function Two(p: { accesses: AccessList }) {
  const all = p.accesses.list;
  const [first, one] = useState(() => (all.findLast((a) => a.from <= cursor.peek()) ?? all[0])?.at ?? "");
  const [second, two] = useState(() => {
    const unit = all.find((a) => a.at === first)?.unit;
    return (all.find((a) => a.unit !== unit) ?? all.find((a) => a.at !== first) ?? all[0])?.at ?? "";
  });
  if (all.length === 0) return <p class="note">Nothing in this program accesses a cell.</p>;
  const options = all.map((a) => ({ value: a.at, text: `${a.unit} ${a.at} ${a.text}`, group: a.unit }));
  return (
    <div class="anytwo">
      <Choice name="One" of={options} value={first} choose={one} />
      <Choice name="Other" of={options} value={second} choose={two} />
      {p.accesses.all > all.length ? (
        <p class="note">
          The first {all.length} of {p.accesses.all} accesses are listed; hover over the others in the program.
        </p>
      ) : null}
      <Why what={[first, second]} name="Explain" />
    </div>
  );
}
