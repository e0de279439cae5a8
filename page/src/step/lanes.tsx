// The trace as two lanes on a time axis, A above B, with a slider along it.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { BranchView, MoveView, TraceView, View } from "../protocol";
import { Action, px, useRoom } from "../ui/parts";
import { count } from "../ui/words";
import { fold } from "./fold";
import type { Stepper } from "./stepper";
import { nextWords } from "./words";

const page = 100; // moves fetched at once
const lane = { A: 42, B: 98 }; // y of each lane
const left = 26; // x of state 0
const branchRow = 22;
const mostBranches = 5; // branches drawn

/** A stretch in which a thread holds a lock; inside counts the enclosing bands. */
interface Band {
  lock: string;
  from: number;
  to: number;
  inside: number;
}

/** Where the rows of a trace are on the axis, in pixels. */
class Score {
  readonly rows: readonly (readonly MoveView[])[];
  readonly rowWidth: number; // width of a row
  readonly width: number; // width of the axis

  constructor(
    readonly trace: TraceView,
    view: View,
    folded: boolean,
    room: number,
  ) {
    this.rows = folded ? fold(trace.moves, view.at) : trace.moves.map((m) => [m]);
    this.rowWidth = Math.max(76, Math.min(240, (room - 2 * left) / (this.rows.length + 1)));
    this.width = Math.max(room, 2 * left + (this.rows.length + 1) * this.rowWidth);
  }

  x(state: number): number {
    const before = this.rows.filter((r) => r.at(-1)!.n <= state).length;
    return left + before * this.rowWidth;
  }

  /** The x of the move that leads to a state. */
  dot(state: number): number {
    const n = this.rows.findIndex((r) => r.some((m) => m.n === state));
    return left + (n + 0.5) * this.rowWidth;
  }

  /** The state nearest to an x. */
  state(x: number): number {
    const n = Math.max(0, Math.min(this.rows.length, Math.round((x - left) / this.rowWidth)));
    return n === 0 ? this.trace.from : this.rows[n - 1]!.at(-1)!.n;
  }

  bands(thread: 0 | 1): Band[] {
    const found: Band[] = [];
    const open: Band[] = [];
    for (const m of this.trace.moves) {
      for (const b of open.filter((b) => !m.held[thread].includes(b.lock))) {
        b.to = this.dot(m.n);
        open.splice(open.indexOf(b), 1);
      }
      for (const lock of m.held[thread].filter((l) => !open.some((b) => b.lock === l))) {
        const band = { lock, from: this.dot(m.n), to: this.width - left, inside: open.length };
        open.push(band);
        found.push(band);
      }
    }
    return found;
  }
}

export function Lanes(p: { stepper: Stepper; view: View; folded: boolean }) {
  const v = p.view;
  const t = p.stepper.stretch.value ?? v.trace;
  const frame = useRef<HTMLDivElement>(null);
  const score = new Score(t, v, p.folded, useRoom(frame).width || 900);
  const now = score.x(v.at);
  useLayoutEffect(() => {
    const f = frame.current!;
    if (now < f.scrollLeft + 60 || now > f.scrollLeft + f.clientWidth - 60) f.scrollLeft = now - f.clientWidth / 2;
  }, [now, v.place]);
  const goTo = (n: number): void => {
    if (n !== p.stepper.view.peek()?.at) void p.stepper.command("go", String(n));
  };
  const drag = (e: PointerEvent): void => {
    const track = e.currentTarget as HTMLElement;
    if (e.type === "pointerdown") {
      if (e.button !== 0 || (e.target instanceof Element && e.target.closest("button"))) return;
      track.setPointerCapture(e.pointerId);
    } else if (!track.hasPointerCapture(e.pointerId)) return;
    if (!p.stepper.busy) goTo(score.state(e.clientX - track.getBoundingClientRect().left));
  };
  const others = v.branches.filter((b) => !b.current);
  const drawn = others.slice(0, mostBranches);
  const height = 140 + drawn.length * branchRow;
  return (
    <div class="lanes" role="group" aria-label="Trace">
      <div class="names">
        <strong class="a">A</strong> <span>{v.threads[0].unit}</span>
        <strong class="b">B</strong> <span>{v.threads[1].unit}</span>
        <Play stepper={p.stepper} view={v} />
      </div>
      <div class="frame" ref={frame}>
        <div class="track" style={px({ width: score.width, height })} onPointerDown={drag} onPointerMove={drag}>
          <Lines score={score} view={v} branches={drawn} height={height} />
          <ol aria-label={`${count(v.length, "move")}, ${count(v.switches, "switch", "switches")}`}>
            {score.rows.map((r) => <Move row={r} score={score} view={v} goTo={goTo} key={r.at(-1)!.n} />)}
          </ol>
          {v.at === v.length ? <Ahead score={score} view={v} /> : null}
          {drawn.map((b, i) => (
            <Action
              class="link branch"
              style={px({ left: score.x(forkOf(b, t)) + 56, top: 134 + i * branchRow })}
              run={() => p.stepper.command("go", b.end)}>
              Branch {b.number}, to state {b.end}
            </Action>
          ))}
          <div
            class={`playhead ${v.race ? "race" : ""}`}
            style={px({ left: now, height: 126 })}
            role="slider"
            tabIndex={0}
            aria-label="State of the trace"
            aria-valuemin={0}
            aria-valuemax={v.length}
            aria-valuenow={v.at}
            aria-valuetext={v.headline}>
            <span>{v.at}</span>
          </div>
        </div>
      </div>
      <MoreMoves stepper={p.stepper} trace={t} branches={others.length - drawn.length} />
    </div>
  );
}

/** The last state that a branch shares with the trace. */
const forkOf = (b: BranchView, t: TraceView): number =>
  t.moves.findLast((m) => m.forks.includes(b.number))?.n ?? t.from;

/** The background of the moves: lanes, locks, reads, races, branches. */
function Lines(p: { score: Score; view: View; branches: readonly BranchView[]; height: number }) {
  const s = p.score;
  const t = s.trace;
  const end = s.width - left / 2;
  const races = [...(t.from === 0 && t.races ? [0] : []), ...t.moves.filter((m) => m.races).map((m) => m.n)];
  const reads = t.moves.filter((m) => m.from !== null && m.from > t.from);
  return (
    <svg width={s.width} height={p.height} aria-hidden="true">
      <path class="line" d={`M${left} ${lane.A}H${end}M${left} ${lane.B}H${end}`} />
      {([0, 1] as const).map((i) =>
        s.bands(i).map((b) => (
          <g class="band" transform={`translate(${b.from} ${lane[i ? "B" : "A"]})`}>
            <rect x="-8" y={-11 - bandGap(b)} width={b.to - b.from + 16} height={22 + 2 * bandGap(b)} rx="11" />
            <text x="12" y="4">
              {short(b.lock || (s.rowWidth > 165 ? "holds the lock" : s.rowWidth > 100 ? "lock" : ""), s.rowWidth / 8)}
            </text>
          </g>
        )),
      )}
      {reads.map((m) => {
        const [x1, x2] = [s.dot(m.from!), s.dot(m.n)];
        const [y1, y2] = [lane[threadOf(t, m.from!)], lane[m.thread as "A" | "B"]];
        const bend = y1 === y2 ? (y1 === lane.A ? -34 : 34) : 0;
        return (
          <path
            class="reads"
            d={`M${x1} ${y1}C${(x1 + x2) / 2} ${y1 + bend} ${(x1 + x2) / 2} ${y2 + bend} ${x2} ${y2}`}
          />
        );
      })}
      {races.map((n) => (
        <g class="race" transform={`translate(${s.x(n)} 0)`}>
          <path d={`M0 ${lane.A}V${lane.B}`} />
          <circle cy={lane.A} r="7" />
          <circle cy={lane.B} r="7" />
          {n === p.view.at && p.view.race ? (
            <text x="14" y={(lane.A + lane.B) / 2 + 4}>race on {p.view.race.cell}</text>
          ) : null}
        </g>
      ))}
      {p.branches.map((b, i) => {
        const [x, y] = [s.x(forkOf(b, t)), 146 + i * branchRow];
        return <path class="fork" d={`M${x} ${lane.B}C${x + 26} ${lane.B} ${x + 20} ${y} ${x + 50} ${y}`} />;
      })}
    </svg>
  );
}

const short = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, Math.max(1, most - 2))}…` : text;

/** How much wider a band is than the innermost one, in pixels. */
const bandGap = (b: Band): number => (b.lock ? Math.max(0, 8 - 4 * b.inside) : 0);

const threadOf = (t: TraceView, n: number): "A" | "B" => (t.moves.find((m) => m.n === n)?.thread === "A" ? "A" : "B");

function Move(p: { row: readonly MoveView[]; score: Score; view: View; goTo: (n: number) => void }) {
  const m = p.row.at(-1)!;
  const text = p.row.length > 1 ? `${p.row.length} local steps` : m.text;
  const current = m.n === p.view.at;
  const kind = `${m.thread.toLowerCase()} ${m.n > p.view.at ? "ahead" : ""} ${m.choice ? "choice" : ""}`;
  return (
    <li
      class={kind}
      style={px({ left: p.score.dot(m.n), width: p.score.rowWidth })}
      aria-current={current ? "step" : undefined}>
      <Action
        class=""
        tabIndex={-1}
        aria-label={`State ${m.n}: ${m.thread}, ${text}${heard(m)}`}
        title={m.effect || text}
        run={() => p.goTo(m.n)}>
        <code>{text}</code>
      </Action>
    </li>
  );
}

/** Describes the lines around a move, for screen readers. */
function heard(m: MoveView): string {
  const from = m.from === null ? "" : `, from state ${m.from}`;
  return `${m.effect ? `, ${m.effect}` : ""}${from}${m.races ? ", then a race" : ""}`;
}

function Ahead(p: { score: Score; view: View }) {
  const style = px({ left: p.score.x(p.view.at) + p.score.rowWidth / 2, width: p.score.rowWidth });
  return p.view.threads
    .filter((t) => t.stop === "steps")
    .map((t) => (
      <span class={`next ${t.name.toLowerCase()}`} style={style} aria-hidden="true">
        <code>{nextWords(t)}</code>
      </span>
    ));
}

function MoreMoves(p: { stepper: Stepper; trace: TraceView; branches: number }) {
  const { from, to, length } = p.trace;
  const stretch = (name: string, moves: number, begin: number, end: number) => (
    <Action run={() => p.stepper.trace(begin, end)}>{`${name}: ${count(moves, "move")}`}</Action>
  );
  if (from === 0 && to >= length && p.branches === 0) return null;
  return (
    <div class="row rest">
      {from > 0 ? stretch("Earlier", from, Math.max(0, from - page), from) : null}
      {to < length ? stretch("Later", length - to, to, Math.min(length, to + page)) : null}
      {p.branches > 0 ? (
        <span class="note">{count(p.branches, "more branch", "more branches")}: [ and ] go through them.</span>
      ) : null}
    </div>
  );
}

const pace = 1100; // milliseconds between states while playing

function Play(p: { stepper: Stepper; view: View }) {
  const [playing, set] = useState(false);
  const { at, length } = p.view;
  const end = at >= length;
  useEffect(() => {
    if (!playing) return undefined;
    const timer = window.setTimeout(() => (end ? set(false) : void p.stepper.command("right")), pace);
    return () => window.clearTimeout(timer);
  }, [playing, at, length]);
  const start = async (): Promise<void> => {
    if (!playing && end) await p.stepper.command("first");
    set(!playing);
  };
  return (
    <Action
      run={start}
      aria-pressed={playing}
      kind="play"
      aria-label={playing ? "Pause" : "Play the trace"}
      off={length === 0 ? "There is nothing to play yet: the trace has one state." : ""}>
      <span aria-hidden="true">{playing ? "❚❚" : "▶"}</span>
    </Action>
  );
}
