// Heap, lock and watched expressions: drawn, and as a table.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { View } from "../protocol";
import { Action, Panel } from "../ui/parts";
import { Picture } from "./picture";
import type { Stepper } from "./stepper";

const most = 40; // objects in the table

export function Memory(p: { stepper: Stepper; view: View; name: string }): JSX.Element {
  const v = p.view;
  const [table, set] = useState(false);
  return (
    <Panel
      title="Memory"
      id={`memory-${p.name}`}
      class="memory"
      tools={
        <>
          <span class={`lockline ${v.lock.changed ? "changed" : ""}`}>
            lock: {v.lock.text}
            {v.lock.changed ? <b> *</b> : null}
          </span>
          <Action run={() => set(!table)} pressed={table}>
            As a table
          </Action>
        </>
      }
    >
      {v.svg && !table ? (
        <div class="pictures" tabIndex={0} role="group" aria-label="Memory, drawn">
          <Picture svg={v.svg} />
        </div>
      ) : (
        <Cells stepper={p.stepper} view={v} />
      )}
      {v.watches.length > 0 ? (
        <ul class="watches" aria-label="Watched expressions">
          {v.watches.map((w) => (
            <li>
              <code>{w.expression}</code> {w.text}
            </li>
          ))}
        </ul>
      ) : null}
    </Panel>
  );
}

function Cells(p: { stepper: Stepper; view: View }): JSX.Element {
  const objects = p.view.objects;
  return (
    <div class="tablebox" tabIndex={0} role="group" aria-label="Memory, as a table">
      <table>
        <thead>
          <tr>
            <th scope="col">cell</th>
            <th scope="col">holds</th>
            <th scope="col">next access</th>
            <th scope="col">held by</th>
          </tr>
        </thead>
        <tbody>
          {objects.slice(0, most).flatMap((o) =>
            o.cells.map((c, i) => (
              <tr class={c.changed ? "changed" : ""}>
                <th scope="row">
                  <button type="button" class="link" title="Back to its last write" aria-label={`${o.name}.${c.field}, back to its last write`} onClick={() => void p.stepper.command("write", `${o.name}.${c.field}`)}>
                    {o.name}.{c.field}
                  </button>
                </th>
                <td>
                  {c.changed && c.before ? <s>{c.before}</s> : null} {c.value}
                  {c.changed ? <b> *</b> : null}
                  {o.new ? <b> new</b> : null}
                </td>
                <td>{c.next}</td>
                <td>{i === 0 ? o.holders.join(", ") : ""}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
      {objects.length > most ? <p class="note">{objects.length - most} more objects.</p> : null}
    </div>
  );
}
