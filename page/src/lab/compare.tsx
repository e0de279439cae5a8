// Compare: every analyzer on the same pairs of accesses, judged by the exact search.
import { computed } from "@preact/signals";
import type { CompareDocument } from "../protocol";
import { current } from "../store/programs";
import { useMore, Action, Table } from "../ui/parts";
import { count } from "../ui/words";
import { Outcome, StepTo, Work } from "./work";

const work = new Work("Compare", "compare");

export const compareHash = computed(() => {
  const p = current.value;
  return p && work.result.value?.program === p.text ? `#compare:${encodeURIComponent(p.name)}` : "#compare";
});

/** Compares the analyzers on the current program, unless that is done or running. */
export async function compare(): Promise<void> {
  const p = current.value;
  if (p && work.result.value?.program !== p.text && !work.running) await work.start({ name: p.name, program: p.text });
}

export function CompareTab() {
  const p = current.value;
  if (!p) return <p class="pad">There is no program.</p>;
  const r = work.result.value;
  return (
    <div class="pad compare">
      <header>
        <h3 class="sentence">{r?.program === p.text ? summary(r.answer) : "Who finds which race?"}</h3>
        <p class="sub">
          Each pair of accesses of <strong>{p.name}</strong> that may race is judged by a search of all interleavings,
          never by another analyzer.
        </p>
        <Action kind="go a" run={compare} off={work.running ? "It is running." : ""}>Compare</Action>
      </header>
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

const scores = (d: CompareDocument): CompareDocument["total"]["analyzers"] => d.total.analyzers.filter((a) => a.own);

function summary(d: CompareDocument): string {
  const all = scores(d);
  const right = all.filter((s) => s.fp === 0 && s.fn === 0).length;
  const missing = all.filter((s) => s.fn > 0).length;
  const wrong = all.filter((s) => s.fp > 0).length;
  const others = `${count(missing, "misses a race", "miss a race")}, ${wrong} report a false one.`;
  return `${right} of ${all.length} analyzers are right throughout. ${others}`;
}

function Scores(p: { document: CompareDocument }) {
  return (
    <Table label="Right and wrong" head={["analyzer", "right", "false", "missed"]} caption="Judged by the exact search">
      {scores(p.document).map((s) => (
        <tr>
          <th scope="row" title={s.analyzer}>{s.title}</th>
          {(["tp", "fp", "fn"] as const).map((kind) => (
            <td class={s[kind] > 0 ? kind : "none"}>
              {s[kind]} <i style={{ width: `${Math.min(s[kind], 12) * 0.5}rem` }} />
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

const truths = { yes: "a race", no: "no race", unknown: "undecided" };

function Candidates(p: { document: CompareDocument }) {
  const all = scores(p.document);
  const rows = p.document.files.flatMap((f) => f.pairs.flatMap((q) => q.rows.map((row) => ({ ...q, row }))));
  const [shown, more] = useMore(rows, "candidate", 100);
  const by = (reported: readonly { analyzer: string }[]): string => {
    const [yes, no] = [true, false].map((is) =>
      all.filter((a) => reported.some((x) => x.analyzer === a.analyzer) === is).map((a) => a.title),
    ) as [string[], string[]];
    if (no.length === 0) return "all";
    return no.length < yes.length ? `all except ${no.join("; ")}` : yes.join("; ") || "none";
  };
  return (
    <div>
      <Table label="Candidates" head={["pair", "accesses", "truth", "reported by"]} caption="Pairs that may race">
        {shown.map(({ left, right, row }) => (
          <tr>
            <th scope="row">{left} ‖ {right}</th>
            <td class="short">
              {row.real === "yes" ? (
                <StepTo units={[left, right]} sites={[row.left, row.right]} />
              ) : (
                `${row.left} / ${row.right}`
              )}
            </td>
            <td class="short">{truths[row.real]}</td>
            <td>{by(row.reported)}</td>
          </tr>
        ))}
      </Table>
      {more}
    </div>
  );
}
