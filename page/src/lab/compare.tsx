// Compare: every analyzer on the same pairs of accesses, judged by the exact
// search.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { current } from "../store/programs";
import { openStep } from "../step/open";
import { Action, Failed, Table, Working } from "../ui/parts";
import { Work } from "./work";
import { type CompareDocument, rows, scores } from "./comparison";

const work = new Work<CompareDocument>("Compare");
const asked = signal("");

export function CompareTab(): JSX.Element {
  const p = current.value;
  if (!p) return <p class="pad">There is no program.</p>;
  const start = (): void => {
    asked.value = p.text;
    void work.start("compare", { name: p.name, program: p.text });
  };
  const r = work.result.value;
  return (
    <div class="pad">
      <p>
        Who reports what on <strong>{p.name}</strong>, and who is right: each candidate is judged by a search of all interleavings, never by another analyzer.
      </p>
      <div class="row">
        <Action kind="primary" run={start} off={work.running.value ? "It is running." : ""}>
          Compare
        </Action>
      </div>
      {work.running.value ? <Working what="Comparing" progress={work.progress.value} cancel={work.cancel} /> : null}
      {work.cancelled.value ? <p class="note">Cancelled after: {work.cancelled.value}.</p> : null}
      {work.problem.value ? <Failed problem={work.problem.value} /> : null}
      {r ? (
        <div class={asked.value === p.text ? "" : "stale"}>
          <Scores document={r.document} />
          <Candidates document={r.document} />
        </div>
      ) : null}
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
  const all = rows(p.document);
  const names = scores(p.document).map((s) => s.analyzer);
  return (
    <Table label="Candidates" head={["pair", "accesses", "truth", ...names]} caption="Candidates: ● reported, · not">
      {all.map((r) => (
        <tr>
          <th scope="row">{r.units.join(" ‖ ")}</th>
          <td>
            {r.race ? (
              <Action run={() => void openStep({ pair: r.units.join(","), sites: `${r.sites[0]} ${r.sites[1]}` })} >
                {r.sites.join(" / ")}
              </Action>
            ) : (
              r.sites.join(" / ")
            )}
          </td>
          <td class="short">{r.truth}</td>
          {names.map((n) => (
            <td>{r.by.includes(n) ? <span title="reported">●<span class="unseen"> reported</span></span> : <span>·<span class="unseen"> not reported</span></span>}</td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
