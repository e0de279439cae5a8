// One object of the heap: the paths to it, its cells, their next accesses and last writes.
import { signal } from "@preact/signals";
import type { CellView, ObjectView, View } from "../protocol";
import { Action, Panel } from "../ui/parts";
import type { Stepper } from "./stepper";

/** The selected object; empty for none. The current state may not contain it. */
export const looked = signal("");

const most = 8; // paths listed by the engine

export function ObjectPanel(p: { stepper: Stepper; view: View }) {
  const o = p.view.objects.find((x) => x.name === looked.value);
  if (!o) return null;
  const paths = o.paths;
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
