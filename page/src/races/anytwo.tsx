// Any two accesses of the program, and why the analysis reports them or does not.
import { useState } from "preact/hooks";
import { cursor } from "../editor/region";
import { ask } from "../engine/client";
import type { AccessList } from "../protocol";
import { Choice } from "../ui/parts";
import type { Known } from "./analysis";
import { Disclosed, Why } from "./why";

/** AnyTwo lets two accesses be chosen: at first the one at the cursor, and one of another method. */
export function AnyTwo(p: { known: Known }) {
  const { name, text } = p.known;
  return (
    <Disclosed<AccessList>
      name="Any two accesses: why, or why not"
      about={text}
      ask={() => ask("check", "accesses", { name, program: text })}>
      {(accesses) => <Two accesses={accesses} key={text} />}
    </Disclosed>
  );
}

function Two(p: { accesses: AccessList }) {
  const all = p.accesses.list;
  const [first, one] = useState(() => (all.findLast((a) => a.from <= cursor.peek()) ?? all[0])?.at ?? "");
  const [second, two] = useState(() => {
    const unit = all.find((a) => a.at === first)?.unit;
    return (all.find((a) => a.unit !== unit) ?? all.find((a) => a.at !== first) ?? all[0])?.at ?? "";
  });
  if (all.length === 0) return <p class="note">Nothing in this program accesses a cell.</p>;
  const options = all.map((a) => ({ value: a.at, text: `${a.unit} ${a.at} ${a.text}`, group: a.unit }));
  return (
    <div class="anytwo">
      <Choice name="One" of={options} value={first} choose={one} />
      <Choice name="Other" of={options} value={second} choose={two} />
      {p.accesses.all > all.length ? (
        <p class="note">
          The first {all.length} of {p.accesses.all} accesses are listed; hover over the others in the program.
        </p>
      ) : null}
      <Why what={[first, second]} name="Explain" />
    </div>
  );
}
