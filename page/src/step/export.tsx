// Files of a session: pictures, a page that steps by itself, the trace.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Action } from "../ui/parts";
import type { Stepper } from "./stepper";

/** Whether the files are offered. */
export const exporting = signal(false);

const files: readonly { name: string; what: string; ending: string }[] = [
  { name: "The state, a picture", what: "state", ending: "state.svg" },
  { name: "The memory, a picture", what: "memory", ending: "memory.svg" },
  { name: "The trace, a picture", what: "trace", ending: "trace.svg" },
  { name: "The trace, a page that steps by itself", what: "html", ending: "trace.html" },
];

export function Exports(p: { stepper: Stepper }): JSX.Element {
  const list = useRef<HTMLUListElement>(null);
  const open = exporting.value;
  useEffect(() => {
    if (open) list.current?.querySelector("button")?.focus();
  }, [open]);
  const take = (what: string, ending: string): void => {
    exporting.value = false;
    void p.stepper.save(what, ending);
  };
  return (
    <div class="menu" onKeyDown={(e) => e.key === "Escape" && (exporting.value = false)}>
      <Action run={() => (exporting.value = !open)} pressed={open} keys="x">
        Export
      </Action>
      {open ? (
        <ul ref={list} aria-label="Files">
          {files.map((f) => (
            <li>
              <button type="button" class="link" onClick={() => take(f.what, f.ending)}>
                {f.name}
              </button>
            </li>
          ))}
          <li>
            <button type="button" class="link" onClick={() => void (exporting.value = false, p.stepper.command("save", `${p.stepper.name.replace(/\.il$/, "")}.trace`))}>
              The way here, a trace file
            </button>
          </li>
        </ul>
      ) : null}
    </div>
  );
}
