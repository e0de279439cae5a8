// The recorded trace as lanes: one column a thread, one row a move, the lock as a
// double line beside what is done under it.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { View } from "../protocol";
import { Action, Panel, Table } from "../ui/parts";
import { count } from "../ui/words";
import { Press } from "./controls";
import { Exports } from "./export";
import { fold, folded, type Row } from "./fold";
import type { Stepper } from "./stepper";

const page = 100; // moves that are fetched at once

export function Lanes(p: { stepper: Stepper; view: View; name: string }): JSX.Element {
  const t = p.stepper.stretch.value ?? p.view.trace;
  const now = useRef<HTMLTableRowElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = now.current;
    const frame = box.current;
    if (row && frame) frame.scrollTop = row.offsetTop - frame.clientHeight / 2;
  }, [p.view.at, p.view.place, t]);
  const rows = folded.value ? fold(t.moves, p.view.at) : t.moves.map((m) => ({ moves: [m] }));
  const goTo = (n: number): void => void p.stepper.command("go", String(n));
  return (
    <Panel
      title={`Trace, ${count(p.view.switches, "switch", "switches")}`}
      id={`trace-${p.name}`}
      class="trace"
      tools={
        <>
          <Branches {...p} />
          <Press stepper={p.stepper} name="schedule" text="Copy schedule" />
          <Press stepper={p.stepper} name="paste" text="Paste" />
          <Exports stepper={p.stepper} />
          <Action run={() => (folded.value = !folded.value)} pressed={folded.value} keys="o" title="Steps that touch neither a shared cell nor the lock are one row">
            Fold
          </Action>
        </>
      }
    >
      <Table label="Trace" head={["state", "A", "B"]} class="lanes" box={box}>
        {t.from > 0 ? (
          <tr>
            <td colSpan={3}>
              <Action run={() => void p.stepper.trace(Math.max(0, t.from - page), t.from)}>Earlier</Action> {t.from} moves before
            </td>
          </tr>
        ) : (
          <tr class={p.view.at === 0 ? "current" : ""} ref={p.view.at === 0 ? now : null} aria-current={p.view.at === 0 ? "step" : undefined}>
            <th scope="row">
              <button type="button" class="link" aria-label="State 0, the start" onClick={() => goTo(0)}>
                0
              </button>
            </th>
            <td colSpan={2}>
              start{t.races ? <b class="racemark"> !! race</b> : null}
              {p.view.at === 0 ? <Here /> : null}
            </td>
          </tr>
        )}
        {rows.map((r) => (
          <Move row={r} current={r.moves.some((m) => m.n === p.view.at)} goTo={goTo} mark={now} />
        ))}
        {t.to < t.length ? (
          <tr>
            <td colSpan={3}>
              <Action run={() => void p.stepper.trace(t.to, Math.min(t.length, t.to + page))}>Later</Action> {t.length - t.to} moves behind
            </td>
          </tr>
        ) : null}
      </Table>
    </Panel>
  );
}

function Here(): JSX.Element {
  return <span class="here"> ◂ you are here</span>;
}

function Move(p: { row: Row; current: boolean; goTo: (n: number) => void; mark: { current: HTMLTableRowElement | null } }): JSX.Element {
  const m = p.row.moves.at(-1)!;
  const text = p.row.moves.length > 1 ? `${p.row.moves.length} local steps` : m.text;
  const lane = (name: string, depth: number): JSX.Element => (
    <td class={`lane ${name.toLowerCase()} ${depth > 0 ? "locked" : ""}`}>
      {m.thread === name ? (
        <>
          <code>{text}</code> {p.row.moves.length === 1 ? <span class="effect">{m.effect}</span> : null}
          {m.from !== null && p.row.moves.length === 1 ? <span class="from"> from state {m.from}</span> : null}
          {m.choice ? <span class="from"> choice</span> : null}
        </>
      ) : null}
      {m.thread === name && m.races ? <b class="racemark"> !! race</b> : null}
      {m.thread === name && m.forks.length > 1 ? <span class="from"> fork: {m.forks.join(", ")}</span> : null}
      {m.thread === name && p.current ? <Here /> : null}
    </td>
  );
  return (
    <tr class={`${p.current ? "current" : ""} ${m.switch ? "switch" : ""}`} ref={p.current ? p.mark : null} aria-current={p.current ? "step" : undefined}>
      <th scope="row">
        <button type="button" class="link" aria-label={`State ${m.n}`} onClick={() => p.goTo(m.n)}>
          {m.n}
        </button>
      </th>
      {lane("A", m.depth[0])}
      {lane("B", m.depth[1])}
    </tr>
  );
}

function Branches(p: { stepper: Stepper; view: View }): JSX.Element | null {
  if (p.view.branches.length < 2) return null;
  return (
    <label class="inline">
      <span>Branch</span>
      <select value={p.view.branches.find((b) => b.current)?.end} onChange={(e) => void p.stepper.command("go", e.currentTarget.value)}>
        {p.view.branches.map((b) => (
          <option value={b.end}>
            {b.number} from {b.from}
          </option>
        ))}
      </select>
    </label>
  );
}
