// One object of the heap: which paths lead to it, what its cells hold, who will
// access them, and what wrote them last.
import type { JSX } from "preact";
import { signal } from "@preact/signals";
import type { CellView, ObjectView, View } from "../protocol";
import { Action, Panel } from "../ui/parts";
import { pathsTo, writtenBy } from "./heap";
import type { Stepper } from "./stepper";

/** The object that is looked at; empty for none. A state may not have it. */
export const looked = signal("");

const most = 8; // paths that are listed

export function ObjectPanel(p: { stepper: Stepper; view: View; name: string }): JSX.Element | null {
  const o = p.view.objects.find((x) => x.name === looked.value);
  if (!o) return null;
  const paths = pathsTo(p.view.objects, o.name, most + 1);
  return (
    <Panel title={`Object ${o.name}`} id={`object-${p.name}`} class="object" tools={<Action run={() => (looked.value = "")}>Close</Action>}>
      <p class="pad">
        {o.new ? <strong>Made by the last step. </strong> : null}
        {paths.length === 0 ? "No variable leads to it any more." : "Paths that lead to it: "}
        {paths.slice(0, most).map((path, i) => (
          <>
            {i > 0 ? ", " : ""}
            <code>{path}</code>
          </>
        ))}
        {paths.length > most ? ", and others" : ""}
        {paths.length > 0 ? "." : ""}
      </p>
      <ul class="cells">
        {o.cells.map((c) => (
          <Cell {...p} object={o} cell={c} />
        ))}
      </ul>
    </Panel>
  );
}

function Cell(p: { stepper: Stepper; view: View; object: ObjectView; cell: CellView }): JSX.Element {
  const name = `${p.object.name}.${p.cell.field}`;
  const by = writtenBy(p.view, name);
  return (
    <li>
      <p>
        <code>{name}</code> holds{" "}
        <button type="button" class="link" aria-label={`${p.cell.value}, look at it`} onClick={() => (looked.value = p.cell.value)}>
          {p.cell.value}
        </button>
        {p.cell.next ? `, next: ${nextText(p.cell.next)}` : ""}. {by ? `Written last by ${by.thread} in state ${by.n}: ${by.text}.` : p.view.trace.from === 0 ? "Nothing has written it since the start." : ""}
      </p>
      <Action run={() => void p.stepper.command("write", name)} off={by || p.view.trace.from > 0 ? "" : `Nothing has written ${name} since the start.`} label={`Back to its last write, of ${name}`}>
        Back to its last write
      </Action>
    </li>
  );
}

/** nextText is who accesses a cell next: "A reads, B writes". */
function nextText(next: string): string {
  return next
    .split(" ")
    .map((x) => `${x[0]} ${x[1] === "W" ? "writes" : "reads"}`)
    .join(", ");
}
