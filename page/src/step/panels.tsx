// The panels beside the memory: a refuted claim, the longer answer of a command, what the analysis
// knows, and one object.
import { signal } from "@preact/signals";
import { At } from "../editor/region";
import type { AnalysisThread, AnswerView, CellView, ClaimView, ObjectView, View } from "../protocol";
import * as programs from "../store/programs";
import { Action, Notes, Panel, Table, Text } from "../ui/parts";
import { go } from "../ui/state";
import { sentence } from "../ui/words";
import type { Stepper } from "./stepper";

/** A refuted claim: which one, about what, and what is false. */
export function Claim({ claim: c }: { claim: ClaimView }) {
  return (
    <div role="note" class="card says claim" aria-label="The claim that is refuted">
      <p><strong>Refuted: {claimText(c)}</strong> ({c.title}).</p>
      {c.off ? <p class="note">{sentence(c.off)}</p> : null}
      <p>It is about {c.instance}.</p>
      {c.accesses.length > 0 ? (
        <p>
          {c.accesses.map((a) => <span class="where">{a.thread}: <At at={a.at} of={a} /> <code>{a.text}</code></span>)}
        </p>
      ) : null}
      <p>{sentence(c.why)}</p>
    </div>
  );
}

export const claimText = (c: ClaimView): string =>
  c.without.length > 0 ? `${c.statement} without ${c.without.join(", ")}` : c.statement;

/** The longer answer of a command: an explanation, repairs, a list, or a question. */
export function AnswerPanel(p: { stepper: Stepper; answer: AnswerView }) {
  const a = p.answer;
  const q = a.question;
  const title = q ? (q.counts ? "Prediction" : "Question") : a.title || "Answer";
  const text = [...a.lines, ...a.rows.map(([x, y]) => `${x.padEnd(10)} ${y}`)].join("\n");
  const adopt = (program: string): void => {
    programs.add(p.stepper.name.replace(/(\.il)?$/, "-fixed.il"), program);
    go("program", true);
  };
  return (
    <Panel title={title} class="answer" close={() => (p.stepper.answer.value = undefined)}>
      {q ? (
        <div class="question" role="group" aria-label={q.text}>
          <p>{q.text}</p>
          {q.answers.map((x) => <Action run={() => p.stepper.line(x.line)}>{x.text}</Action>)}
        </div>
      ) : text ? (
        <Text label={title}>{text}</Text>
      ) : null}
      {a.programs.map((c) => (
        <div class="proposal">
          <h4>{c.title}</h4>
          <pre class="text diff" tabIndex={0} role="group" aria-label={`Change: ${c.title}`}>
            {c.diff.map((l) => (
              <span class={l.startsWith("+") ? "plus" : l.startsWith("-") ? "minus" : ""}>{`${l}\n`}</span>
            ))}
          </pre>
          {c.table.length > 0 ? <Text label="Before and after">{c.table.join("\n")}</Text> : null}
          <Notes of={c.notes} />
          <Action kind="primary" run={() => adopt(c.program)}>Open as a program</Action>
        </div>
      ))}
    </Panel>
  );
}

/** What the analysis knows before each thread's next statement: W, L and A. */
export function AnalysisPanel(p: { stepper: Stepper }) {
  const a = p.stepper.analysis.value?.view;
  if (!p.stepper.showAnalysis.value || !a) return null;
  return (
    <Panel title="Analysis at this point: RacerDX" class="analysis">
      <div class="threads">{a.threads.map((t, i) => <Unit thread={t} name={"AB"[i]!} />)}</div>
      {a.pair ? (
        <>
          <p class="note">{`Both: ${a.pair.verdict}`}</p>
          {a.pair.tests.map((t) => <p class="note">{`${t.holds ? "✓" : "✗"} ${t.name}: ${t.finding}`}</p>)}
        </>
      ) : null}
    </Panel>
  );
}

function Unit(p: { thread: AnalysisThread; name: string }) {
  const t = p.thread;
  const at = t.rows[t.row]?.before ?? t.end;
  return (
    <div class={`thread ${p.name.toLowerCase()}`}>
      <p>
        <strong>
          {p.name} <span class="unit">{t.unit}</span>
        </strong>{" "}
        W = {"{"}
        {at.w.join(", ")}
        {at.more > 0 ? `, and ${at.more} more` : ""}
        {"}"}, L = {at.lock}, A has {at.a}
      </p>
      <Table label={`Analysis of ${t.unit}`} head={["at", "statement", "adds to W", "L", "adds to A"]}>
        {t.rows.slice(Math.max(0, t.row - 20), t.row + 20).map((r) => (
          <tr class={r === t.rows[t.row] ? "current" : ""} title={r.rule}>
            <th scope="row">
              {r === t.rows[t.row] ? "> " : ""}
              {r.line}:{r.col}
            </th>
            <td><code>{r.text}</code></td>
            <td>{r.w.join(", ")}</td>
            <td>{r.lock}</td>
            <td>{r.a.join(", ")}</td>
          </tr>
        ))}
      </Table>
    </div>
  );
}

/** The selected object; empty for none. The current state may not contain it. */
export const looked = signal("");

const most = 8; // paths listed by the engine

export function ObjectPanel(p: { stepper: Stepper; view: View }) {
  const o = p.view.objects.find((x) => x.name === looked.value);
  if (!o) return null;
  const { paths } = o;
  return (
    <Panel title={`Object ${o.name}`} class="object" close={() => (looked.value = "")}>
      <p class="pad">
        {o.new ? <strong>Made by the last step. </strong> : null}
        {paths.length === 0 ? "No variable leads to it any more." : "Paths that lead to it: "}
        {paths.map((path, i) => [i > 0 ? ", " : "", <code>{path}</code>])}
        {paths.length === most ? " and perhaps others." : paths.length > 0 ? "." : ""}
      </p>
      <ul class="cells">{o.cells.map((c) => <Cell {...p} object={o} cell={c} />)}</ul>
    </Panel>
  );
}

function Cell(p: { stepper: Stepper; view: View; object: ObjectView; cell: CellView }) {
  const name = `${p.object.name}.${p.cell.field}`;
  const by = p.cell.written;
  const next = p.cell.next.map((x) => `${x.thread} ${x.kind}s`).join(", ");
  return (
    <li>
      <p>
        <code>{name}</code> holds{" "}
        <Action class="link" aria-label={`${p.cell.value}, look at it`} run={() => (looked.value = p.cell.value)}>
          {p.cell.value}
        </Action>
        {next && `, next: ${next}`}.{" "}
        {by ? `Written last by ${by.thread} in state ${by.n}: ${by.text}.` : "Nothing has written it since the start."}
      </p>
      <Action
        run={() => p.stepper.command("write", name)}
        off={by ? "" : `Nothing has written ${name} since the start.`}
        aria-label={`Back to its last write, of ${name}`}>
        Back to its last write
      </Action>
    </li>
  );
}
