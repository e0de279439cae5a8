// The program of a task, with the numbers of its lines, which lessons speak of.
import type { JSX } from "preact";
import type { TaskView } from "../protocol";

/** Listing is the program of a task, who runs what unless it is an analysis that runs, and
 * where it begins. */
export function Listing(p: { task: TaskView }): JSX.Element {
  const { kind, name, program, units, start } = p.task;
  const heading = kind === "analysis" ? name : `${name}: A runs ${units[0]}, B runs ${units[1]}`;
  return (
    <div class="listing">
      <p class="note">{heading}</p>
      <pre class="text numbered" tabIndex={0} role="group" aria-label={heading}>
        {program
          .replace(/\n+$/, "")
          .split("\n")
          .map((line, i) => (
            <>
              <span class="number">{i + 1}</span>
              {line}
              {"\n"}
            </>
          ))}
      </pre>
      {start ? <p class="note">At the start: {start}.</p> : null}
    </div>
  );
}
