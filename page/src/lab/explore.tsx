// Explore: the state graph of a small program; counts and progress for a large one.
import { computed, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { known } from "../races/analysis";
import type { GraphNode, GraphView, SearchPairRow, SearchView } from "../protocol";
import { openStep } from "../step/open";
import { current } from "../store/programs";
import { useMore, Action, Amount, Choice, Table } from "../ui/parts";
import { count } from "../ui/words";
import { Outcome, StepTo, Work } from "./work";

const search = new Work("Explore", "search");
const graph = new Work("Graph", "graph");
const pair = signal("");
const bound = signal("2000000");
const unroll = signal("");
const switches = signal("");

/** The graph state that has, or last had, the focus. */
const focused = signal(0);
let wanted = false; // an address names that state, which is not focused yet

export const graphHash = computed(() => {
  const drawn = graph.result.value;
  const shown = drawn !== undefined && drawn.program === current.value?.text;
  return shown ? `#explore:${drawn.answer.pair}:${focused.value}` : "#explore";
});

/** Draws the graph of a pair, unless it is already drawn, and focuses a state. */
export async function showGraph(units: string, state: string): Promise<void> {
  const p = current.value;
  const drawn = graph.result.peek();
  focused.value = Number(state) || 0;
  wanted = true;
  if (!p || (drawn?.program === p.text && drawn.answer.pair === units)) return goToState();
  await graph.start({ name: p.name, program: p.text, pair: units });
}

function goToState(): void {
  window.requestAnimationFrame(() => document.getElementById(`state-${focused.peek()}`)?.focus());
}

export function ExploreTab() {
  const p = current.value;
  if (!p) return <p class="pad">There is no program.</p>;
  const units = known.value?.text === p.text ? known.value.units.filter((u) => u.paired).map((u) => u.name) : [];
  const pairs = units.flatMap((a, i) => units.slice(i).map((b) => `${a},${b}`));
  const what = { name: p.name, program: p.text, ...(pairs.includes(pair.value) ? { pair: pair.value } : {}) };
  const start = (): void => {
    void search.start({
      ...what,
      maxStates: Number(bound.value),
      ...(unroll.value ? { unroll: Number(unroll.value) } : {}),
      ...(switches.value ? { switches: Number(switches.value) } : {}),
    });
  };
  const draw = (): void => {
    focused.value = 0;
    // The graph of the first report's pair is the most interesting one.
    const first = known.value?.text === p.text ? known.value.races?.reports[0] : undefined;
    const racing = first ? { pair: `${first.left.unit},${first.right.unit}` } : {};
    void graph.start({ ...racing, ...what });
  };
  return (
    <div class="pad explore">
      <section>
        <h3 class="sentence">Every interleaving, from every initial state.</h3>
        <p class="sub">
          The search of <strong>{p.name}</strong> says which accesses race, that none do, or that it was cut.
        </p>
        <div class="bar form">
          <Action kind="go a" run={start} off={search.running ? "A search is running." : ""}>Search</Action>
          <Action run={draw} title="All states from one initial state, for small programs">Draw the graph</Action>
          <Choice
            name="Pair"
            value={pair.value}
            of={["", ...pairs].map((q) => ({ value: q, text: q.replace(",", " ‖ ") || "all" }))}
            choose={(q) => (pair.value = q)}
          />
        </div>
        <details>
          <summary>Bounds</summary>
          <div class="bar form">
            <Amount name="States at most" of={bound} least={1} />
            <Amount name="Loop rounds" of={unroll} least={0} any />
            <Amount name="Switches" of={switches} least={0} any />
          </div>
        </details>
        <Outcome work={search} what="Searching">{(found) => <Answer found={found} />}</Outcome>
      </section>
      <Outcome work={graph} what="Drawing">{(drawn) => <Graph graph={drawn} />}</Outcome>
    </div>
  );
}

function Answer(p: { found: SearchView }) {
  const [shown, more] = useMore(p.found.pairs, "pair");
  return (
    <>
      <Table label="Answer of the search" head={["pair", "answer", "races", "interleavings"]}>
        {shown.map((q) => (
          <tr>
            <th scope="row">{q.left} ‖ {q.right}</th>
            <td>{q.text}</td>
            <td><RacesOf pair={q} /></td>
            <td>{q.interleavings}</td>
          </tr>
        ))}
      </Table>
      {more}
      <p class="note">
        The states are those that the search visits: it leaves out interleavings and states that no further race can
        come of.
      </p>
    </>
  );
}

function RacesOf(p: { pair: SearchPairRow }) {
  const { left, right, races } = p.pair;
  const [shown, more] = useMore(races, "race", 20);
  return (
    <div class="row">
      {shown.map((r) => <StepTo units={[left, right]} sites={[r.left.at, r.right.at]} />)}
      {more}
    </div>
  );
}

function Graph({ graph: g }: { graph: GraphView }) {
  const all = g.nodes.slice(0, g.drawn);
  const tabbed = Math.min(focused.value, all.length - 1);
  useEffect(() => {
    if (wanted) goToState();
    wanted = false;
  }, [g]);
  const open = (n: GraphNode): void => void openStep({ pair: g.pair, heap: g.heap, schedule: n.schedule });
  const key = (e: KeyboardEvent, i: number): void => {
    const sideways = { ArrowRight: i + 1, ArrowLeft: i - 1 }[e.key];
    const to = sideways ?? (/^Arrow/.test(e.key) ? vertical(g, i, e.key === "ArrowDown") : undefined);
    if (e.key === "Enter" || e.key === " ") open(all[i]!);
    else if (to === undefined) return;
    // At once, because the next key may come before the next frame.
    else document.getElementById(`state-${Math.min(Math.max(to, 0), all.length - 1)}`)?.focus();
    e.preventDefault();
  };
  return (
    <section aria-label="Graph of states">
      <p class="note">
        {g.title}: {count(g.nodes.length, "state")}, {count(g.edges.length, "step")}. A row lower is one step more. A
        state shows what A and B do next, ═ the lock, !! a race, ▪ an end; it opens in Step.
        {g.nodes.length > g.drawn ? ` The first ${g.drawn} are drawn.` : ""}
      </p>
      <div class="pictures" role="group" aria-label="Graph of states, drawn">
        <svg class="graph" width={g.width} height={g.height} viewBox={`0 0 ${g.width} ${g.height}`}>
          {g.edges.map((e) => {
            const [from, to] = [all[e.from], all[e.to]];
            const [below, above] = [from && from.y + 17, to && to.y - 17];
            return from && to ? (
              <path
                class={e.thread.toLowerCase()}
                d={`M${from.x} ${below}C${from.x} ${below! + 23} ${to.x} ${above! - 23} ${to.x} ${above}`}>
                <title>{`${e.thread}: ${e.text}`}</title>
              </path>
            ) : null;
          })}
          {all.map((n, i) => (
            <g
              transform={`translate(${n.x} ${n.y})`}
              class={n.race || n.deadlock ? "race" : n.end ? "end" : ""}
              id={`state-${i}`}
              role="button"
              tabIndex={i === tabbed ? 0 : -1}
              onFocus={() => (focused.value = i)}
              onClick={() => open(n)}
              onKeyDown={(e) => key(e, i)}>
              <title>{[`State ${i}, opens in Step`, ...about(n)].join("\n")}</title>
              <rect x="-66" y="-18" width="132" height="36" rx="6" />
              <text y="-4">{shown(n)[0]}</text>
              <text y="12">{shown(n)[1]}</text>
            </g>
          ))}
        </svg>
      </div>
    </section>
  );
}

function vertical(g: GraphView, at: number, down: boolean): number | undefined {
  const e = g.edges.find((x) => (down ? x.from === at && x.to !== at : x.to === at && x.from !== at));
  return down ? e?.to : e?.from;
}

const shown = (n: GraphNode): [string, string] => [
  `${n.race ? "!! " : n.deadlock ? "## " : n.end ? "▪ " : ""}A ${n.labels[0]}`,
  `${n.lock && n.lock !== "free" ? "═ " : ""}B ${n.labels[1]}`,
];

const about = (n: GraphNode): string[] =>
  [
    `A: ${n.at[0]}`,
    `B: ${n.at[1]}`,
    `lock: ${n.lock}`,
    n.race ? `race on ${n.race}` : "",
    n.deadlock ? "deadlock" : "",
    n.end ? "the end" : "",
  ].filter(Boolean);
