// What Step says where it steps another text than the one that is shown.
import type { JSX } from "preact";
import { unready } from "../engine/client";
import { current, show } from "../store/programs";
import { Action } from "../ui/parts";
import { unitsOf } from "./code";
import { openStep } from "./open";
import type { Stepper } from "./stepper";

/** Other says so, and leads to one or the other; nothing where both are the same. */
export function Other(p: { stepper: Stepper }): JSX.Element | null {
  const s = p.stepper;
  const now = current.value;
  if (!s.program || !now || (now.id === s.program && now.text === s.text)) return null;
  const same = now.id === s.program;
  const pair = s.view.value?.pair ?? "";
  const units = unitsOf(now.text);
  const fits = same && pair.split(",").every((u) => units.includes(u));
  return (
    <div class="bar other">
      <p class="note grow">{same ? `This steps ${s.name} as it was when you began.` : `This steps ${s.name}; the program is ${now.name} now.`}</p>
      <Action run={() => void openStep(fits ? { pair } : {})} off={unready()}>
        {same ? "Step it as it is now" : `Step ${now.name}`}
      </Action>
      {same ? null : <Action run={() => show(s.program)}>Show {s.name}</Action>}
    </div>
  );
}
