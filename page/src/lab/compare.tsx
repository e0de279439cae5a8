// Compare: every analyzer on the same pairs of accesses, judged by the exact search.
import { computed } from "@preact/signals";
import type { CompareDocument } from "../protocol";
import { current } from "../store/programs";
import { useMore } from "../ui/more";
import { Action, Table } from "../ui/parts";
import { Outcome, StepTo } from "./outcome";
import { Work } from "./work";

const work = new Work("Compare", "compare");

/** The address of the comparison of the program that is shown, once there is one. */
export const compareHash = computed(() => {
  const p = current.value;
  return p && work.result.value?.program === p.text ? `#compare:${encodeURIComponent(p.name)}` : "#compare";
});

/** compare compares the analyzers on the program that is shown, unless it is done or under way. */
export async function compare(): Promise<void> {
  const p = current.value;
  if (p && work.result.value?.program !== p.text && !work.running.value)
    await work.start({ name: p.name, program: p.text });
}

export function CompareTab() {
  const p = current.value;
  if (!p) return <p class="pad">There is no program.</p>;
  return (
    <div class="pad">
      <p>
        The reports of each analyzer on <strong>{p.name}</strong>: each candidate is judged by a search of all
        interleavings, never by another analyzer.
      </p>
      <div class="row">
        <Action kind="primary" run={() => void compare()} off={work.running.value ? "It is running." : ""}>
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

/** scores are the analyzers, each with its score by the truth that it claims. */
const scores = (d: CompareDocument): CompareDocument["total"]["analyzers"] => d.total.analyzers.filter((a) => a.own);

function Scores(p: { document: CompareDocument }) {
  return (
    <Table label="Right and wrong" head={["analyzer", "right", "false", "missed"]} caption="Judged by the exact search">
      {scores(p.document).map((s) => (
        <tr>
          <th scope="row">{s.analyzer}</th>
          <td>{s.tp}</td>
          <td class={s.fp > 0 ? "bad" : ""}>{s.fp}</td>
          <td class={s.fn > 0 ? "bad" : ""}>{s.fn}</td>
        </tr>
      ))}
    </Table>
  );
}

const truths = { yes: "a race", no: "no race", unknown: "undecided" };

function Candidates(p: { document: CompareDocument }) {
  const names = scores(p.document).map((s) => s.analyzer);
  const pairs = p.document.files.flatMap((f) => f.pairs);
  const [shown, more] = useMore(
    pairs.flatMap((q) => q.rows.map((row) => ({ ...q, row }))),
    "candidate",
    100,
  );
  return (
    <>
      <Table label="Candidates" head={["pair", "accesses", "truth", ...names]} caption="Candidates: ● reported, · not">
        {shown.map(({ left, right, row }) => (
          <tr>
            <th scope="row">
              {left} ‖ {right}
            </th>
            <td>
              {row.real === "yes" ? (
                <StepTo units={[left, right]} sites={[row.left, row.right]} />
              ) : (
                `${row.left} / ${row.right}`
              )}
            </td>
            <td class="short">{truths[row.real]}</td>
            {names.map((n) => (
              <Reported yes={row.reported.some((x) => x.analyzer === n)} />
            ))}
          </tr>
        ))}
      </Table>
      {more}
    </>
  );
}

const Reported = (p: { yes: boolean }) => (
  <td>
    <span title={p.yes ? "reported" : undefined}>
      {p.yes ? "●" : "·"}
      <span class="unseen">{p.yes ? " reported" : " not reported"}</span>
    </span>
  </td>
);
