// What the analysis knows before each thread's next statement: W, L and A.
import type { AnalysisThread } from "../protocol";
import { Panel, Table } from "../ui/parts";
import type { Stepper } from "./stepper";

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
