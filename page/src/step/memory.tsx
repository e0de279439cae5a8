// Heap, lock and watched expressions: drawn, and as a table.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ObjectView, View } from "../protocol";
import { useMore } from "../ui/more";
import { Action, Panel, Table } from "../ui/parts";
import { say } from "../ui/state";
import { type Detail, details, shownObjects } from "./heap";
import { looked, nextText, ObjectPanel } from "./object";
import { Picture } from "./picture";
import type { Stepper } from "./stepper";

/** What is shown of the heap. */
const detail = signal<Detail>("all");

/** nextDetail shows the heap otherwise. */
export function nextDetail(): void {
  const at = details.findIndex((d) => d.id === detail.value);
  const next = details[(at + 1) % details.length]!;
  detail.value = next.id;
  say(`The heap shows ${next.name}.`);
}

export function Memory(p: { stepper: Stepper; view: View; name: string }): JSX.Element {
  const v = p.view;
  const [table, set] = useState(false);
  const shown = shownObjects(v.objects, detail.value);
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
          <label class="inline">
            <span>Show</span>
            <select value={detail.value} onChange={(e) => (detail.value = e.currentTarget.value as Detail)}>
              {details.map((d) => (
                <option value={d.id}>{d.name}</option>
              ))}
            </select>
          </label>
          <Action run={() => set(!table)} pressed={table}>
            As a table
          </Action>
        </>
      }
    >
      {v.svg && !table ? <Drawn svg={v.svg} all={v.objects} shown={shown} /> : <Cells stepper={p.stepper} objects={shown} />}
      {shown.length < v.objects.length ? (
        <p class="note pad">
          {shown.length} of {v.objects.length} objects {v.svg && !table ? "are drawn in full" : "are shown"}: {details.find((d) => d.id === detail.value)!.name}.
        </p>
      ) : null}
      <ObjectPanel {...p} />
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

/** Drawn is the picture. A click, or the arrows, look at an object. */
function Drawn(p: { svg: string; all: readonly ObjectView[]; shown: readonly ObjectView[] }): JSX.Element {
  const key = (e: KeyboardEvent): void => {
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[e.key];
    if (e.key === "Escape" && looked.value) looked.value = "";
    else if (step && p.shown.length > 0) {
      const at = p.shown.findIndex((o) => o.name === looked.value);
      look(p.shown[at < 0 ? (step > 0 ? 0 : p.shown.length - 1) : (at + step + p.shown.length) % p.shown.length]!.name);
    } else return;
    e.preventDefault();
    e.stopPropagation();
  };
  const faint = new Set(p.all.filter((o) => !p.shown.includes(o)).map((o) => o.name));
  return (
    <div class="pictures" tabIndex={0} role="group" aria-label="Memory, drawn. Up and down look at an object." onKeyDown={key}>
      <Picture svg={p.svg} chosen={looked.value} faint={faint} choose={look} />
    </div>
  );
}

/** look shows an object, and says which. */
function look(name: string): void {
  looked.value = looked.value === name ? "" : name;
  say(looked.value ? `Object ${name}.` : `Object ${name} is closed.`);
}

function Cells(p: { stepper: Stepper; objects: readonly ObjectView[] }): JSX.Element {
  const [objects, more] = useMore(p.objects, "object", 40);
  return (
    <>
      <Table label="Memory, as a table" head={["object", "cell", "holds", "next access", "held by"]}>
        {objects.flatMap((o) =>
          o.cells.map((c, i) => (
            <tr class={c.changed ? "changed" : ""}>
              <td>
                {i === 0 ? (
                  <button type="button" class="link" aria-label={`Object ${o.name}, look at it`} aria-expanded={looked.value === o.name} onClick={() => look(o.name)}>
                    {o.name}
                  </button>
                ) : null}
              </td>
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
              <td>{nextText(c.next)}</td>
              <td>{i === 0 ? o.holders.join(", ") : ""}</td>
            </tr>
          )),
        )}
      </Table>
      {more}
    </>
  );
}
