// Compare: every analyzer on the same pairs of accesses, judged by the exact
// search.
import type { JSX } from "preact";
import { current } from "../store/programs";
import { useMore } from "../ui/more";
import { Action, Table } from "../ui/parts";
import { type CompareDocument, rows, scores } from "./comparison";
import { Outcome, StepTo } from "./outcome";
import { Work } from "./work";

const work = new Work<CompareDocument>("Compare");

export function CompareTab(): JSX.Element {
  const p = current.value;
  if (!p) return <p class="pad">There is no program.</p>;
  return (
    <div class="pad">
      <p>
        Who reports what on <strong>{p.name}</strong>, and who is right: each candidate is judged by a search of all interleavings, never by another analyzer.
      </p>
      <div class="row">
        <Action kind="primary" run={() => void work.start("compare", { name: p.name, program: p.text })} off={work.running.value ? "It is running." : ""}>
          Compare
        </Action>
      </div>
      <Outcome work={work} what="Comparing">
        {(document) => (
          <>
            <Scores document={document} />
            <Candidates document={document} />
          </>
        )}
      </Outcome>
    </div>
  );
}

function Scores(p: { document: CompareDocument }): JSX.Element {
  return (
    <Table label="Right and wrong" head={["analyzer", "right", "false", "missed"]} caption="Judged by the exact search">
      {scores(p.document).map((s) => (
        <tr>
          <th scope="row">{s.analyzer}</th>
          <td>{s.right}</td>
          <td class={s.wrong > 0 ? "bad" : ""}>{s.wrong}</td>
          <td class={s.missed > 0 ? "bad" : ""}>{s.missed}</td>
        </tr>
      ))}
    </Table>
  );
}

function Candidates(p: { document: CompareDocument }): JSX.Element {
  const [shown, more] = useMore(rows(p.document), "candidate", 100);
  const names = scores(p.document).map((s) => s.analyzer);
  return (
    <>
      <Table label="Candidates" head={["pair", "accesses", "truth", ...names]} caption="Candidates: ● reported, · not">
        {shown.map((r) => (
          <tr>
            <th scope="row">{r.units.join(" ‖ ")}</th>
            <td>
              {r.race ? <StepTo units={r.units} sites={r.sites} /> : r.sites.join(" / ")}
            </td>
            <td class="short">{r.truth}</td>
            {names.map((n) => (
              <td>{r.by.includes(n) ? <span title="reported">●<span class="unseen"> reported</span></span> : <span>·<span class="unseen"> not reported</span></span>}</td>
            ))}
          </tr>
        ))}
      </Table>
      {more}
    </>
  );
}
