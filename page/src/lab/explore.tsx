// Explore: the graph of states of a small program, counts and progress of a large
// one.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import type { ExploreDocument, PairSearch } from "../races/documents";
import { known } from "../races/analysis";
import { searchText } from "../races/judge";
import type { GraphView } from "../protocol";
import { stepper } from "../step/open";
import { current } from "../store/programs";
import { useMore } from "../ui/more";
import { Action, Table } from "../ui/parts";
import { count } from "../ui/words";
import { largest, layout, short } from "./layout";
import { Outcome, StepTo } from "./outcome";
import { Work } from "./work";

const search = new Work<ExploreDocument>("Explore");
const graph = new Work<GraphView>("Graph");
const pair = signal("");
const bound = signal(2_000_000);
const unroll = signal("");
const switches = signal("");

export function ExploreTab(): JSX.Element {
  const p = current.value;
  if (!p) return <p class="pad">There is no program.</p>;
  const s = stepper.value;
  const units = (s?.text === p.text ? s.view.value?.units : undefined) ?? [];
  const pairs = units.flatMap((a, i) => units.slice(i).map((b) => `${a},${b}`));
  const what = { name: p.name, program: p.text, ...(pair.value && pairs.includes(pair.value) ? { pair: pair.value } : {}) };
  const start = (): void => {
    void search.start("explore", {
      ...what,
      maxStates: bound.value,
      ...(unroll.value ? { unroll: Number(unroll.value) } : {}),
      ...(switches.value ? { switches: Number(switches.value) } : {}),
    });
  };
  return (
    <div class="pad">
      <p>
        The exact search goes through every interleaving of <strong>{p.name}</strong>, from every initial state. It says which accesses race, that none do, or that it was cut.
      </p>
      <div class="bar form">
        <label class="inline">
          <span>Pair</span>
          <select value={pair.value} onChange={(e) => (pair.value = e.currentTarget.value)}>
            <option value="">all</option>
            {pairs.map((q) => (
              <option value={q}>{q.replace(",", " ‖ ")}</option>
            ))}
          </select>
        </label>
        <label class="inline">
          <span>States at most</span>
          <input type="number" min="1" step="1" value={bound.value} onChange={(e) => (bound.value = Math.max(1, Number(e.currentTarget.value) || 1))} />
        </label>
        <label class="inline">
          <span>Loop rounds</span>
          <input type="number" min="0" placeholder="any" value={unroll.value} onInput={(e) => (unroll.value = e.currentTarget.value)} />
        </label>
        <label class="inline">
          <span>Switches</span>
          <input type="number" min="0" placeholder="any" value={switches.value} onInput={(e) => (switches.value = e.currentTarget.value)} />
        </label>
        <Action kind="primary" run={start} off={search.running.value ? "A search is running." : ""}>
          Search
        </Action>
        <Action run={() => void graph.start("graph", { ...what, ...(what.pair ? {} : racing(p.text)) })} title="All states from one initial state, for small programs">
          Draw the graph
        </Action>
      </div>
      <Outcome work={search} what="Searching">
        {(document) => <Answer document={document} />}
      </Outcome>
      <Outcome work={graph} what="Drawing">
        {(drawn) => <Graph graph={drawn} />}
      </Outcome>
    </div>
  );
}

/** racing is the pair of the first report: of all pairs, its graph is worth seeing. */
function racing(text: string): { pair?: string } {
  const first = known.value?.text === text ? known.value.check?.races[0] : undefined;
  return first ? { pair: `${first.left.unit},${first.right.unit}` } : {};
}

function Answer(p: { document: ExploreDocument }): JSX.Element {
  const [shown, more] = useMore(p.document.pairs, "pair");
  return (
    <>
      <Table label="Answer of the search" head={["pair", "answer", "races", "interleavings"]}>
        {shown.map((q) => (
          <tr>
            <th scope="row">
              {q.left} ‖ {q.right}
            </th>
            <td>{searchText(q)}</td>
            <td>
              <RacesOf pair={q} />
            </td>
            <td>{q.interleavings ?? ""}</td>
          </tr>
        ))}
      </Table>
      {more}
      <p class="note">The states are those that the search visits: it leaves out interleavings and states that no further race can come of.</p>
    </>
  );
}

function RacesOf(p: { pair: PairSearch }): JSX.Element {
  const { left, right, races } = p.pair;
  const [shown, more] = useMore(races, "race", 20);
  return (
    <div class="row">
      {shown.map((r) => (
        <StepTo units={[left, right]} sites={[r.left, r.right]} />
      ))}
      {more}
    </div>
  );
}

/** Graph draws the states in rows, by the fewest steps that lead to them. */
function Graph(p: { graph: GraphView }): JSX.Element {
  const g = p.graph;
  const { places, width, height } = layout(g.nodes);
  return (
    <section aria-label="Graph of states">
      <p class="note">
        {g.title}: {count(g.nodes.length, "state")}, {count(g.edges.length, "step")}. A row lower is one step more. A state shows what A and B do next, ═ the lock, !! a race, ▪ an end.
        {g.nodes.length > largest ? ` The first ${largest} are drawn.` : ""}
      </p>
      <div class="pictures" tabIndex={0} role="group" aria-label="Graph of states, drawn">
        <svg class="graph" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${g.nodes.length} states in rows by depth`}>
          {g.edges.map((e) => {
            const [from, to] = [places[e.from], places[e.to]];
            return from && to ? (
              <path class={e.thread.toLowerCase()} d={`M${from.x} ${from.y + 17}C${from.x} ${from.y + 40} ${to.x} ${to.y - 40} ${to.x} ${to.y - 17}`}>
                <title>{`${e.thread}: ${e.text}`}</title>
              </path>
            ) : null;
          })}
          {g.nodes.slice(0, largest).map((n, i) => (
            <g transform={`translate(${places[i]!.x} ${places[i]!.y})`} class={n.race ? "race" : n.end ? "end" : ""}>
              <title>{[`A: ${n.at[0] || "ended"}`, `B: ${n.at[1] || "ended"}`, `lock: ${n.lock}`, n.race ? `race on ${n.race}` : "", n.end ? "the end" : ""].filter(Boolean).join("\n")}</title>
              <rect x="-66" y="-18" width="132" height="36" rx="6" />
              <text y="-4">{`${n.race ? "!! " : n.end ? "▪ " : ""}A ${short(n.at[0])}`}</text>
              <text y="12">{`${n.lock && n.lock !== "free" ? "═ " : ""}B ${short(n.at[1])}`}</text>
            </g>
          ))}
        </svg>
      </div>
    </section>
  );
}
