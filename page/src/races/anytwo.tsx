// Any two accesses of the program, and why the analysis reports them or does not.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { cursor } from "../editor/region";
import { ask, problemOf } from "../engine/client";
import type { AccessList, AccessRow, Problem } from "../protocol";
import { Failed, Working } from "../ui/parts";
import type { Known } from "./analysis";
import { Why } from "./why";

/** AnyTwo lets two accesses be chosen: at first the one at the cursor, and one of another method. */
export function AnyTwo(p: { known: Known }): JSX.Element {
  const { name, text } = p.known;
  const [open, set] = useState(false);
  const [found, list] = useState<{ text: string; accesses: AccessList } | undefined>(undefined);
  const [problem, fail] = useState<Problem | undefined>(undefined);
  useEffect(() => {
    fail(undefined);
    if (!open || found?.text === text) return;
    ask("check", "accesses", { name, program: text }).then(
      (accesses) => list({ text, accesses }),
      (error: unknown) => fail(problemOf(error)),
    );
  }, [open, text]);
  const shown =
    found?.text === text ? <Two accesses={found.accesses} key={text} /> : <Working what="Reading the program" />;
  return (
    <details class="search" onToggle={(e) => set(e.currentTarget.open)}>
      <summary>Any two accesses: why, or why not</summary>
      {problem ? <Failed problem={problem} /> : open ? shown : null}
    </details>
  );
}

function Two(p: { accesses: AccessList }): JSX.Element {
  const all = p.accesses.list;
  const [first, one] = useState(() => (all.findLast((a) => a.from <= cursor.peek()) ?? all[0])?.at ?? "");
  const [second, two] = useState(() => {
    const unit = all.find((a) => a.at === first)?.unit;
    return (all.find((a) => a.unit !== unit) ?? all.find((a) => a.at !== first) ?? all[0])?.at ?? "";
  });
  if (all.length === 0) return <p class="note">Nothing in this program accesses a cell.</p>;
  return (
    <div class="anytwo">
      <Choice name="One" all={all} at={first} choose={one} />
      <Choice name="Other" all={all} at={second} choose={two} />
      {p.accesses.all > all.length ? (
        <p class="note">
          The first {all.length} of {p.accesses.all} accesses are listed; hover over the others in the program.
        </p>
      ) : null}
      <Why what={[first, second]} name="Explain" />
    </div>
  );
}

function Choice(p: { name: string; all: readonly AccessRow[]; at: string; choose: (at: string) => void }): JSX.Element {
  return (
    <label class="inline">
      <span>{p.name}</span>
      <select value={p.at} onChange={(e) => p.choose(e.currentTarget.value)}>
        {[...new Set(p.all.map((a) => a.unit))].map((unit) => (
          <optgroup label={unit}>
            {p.all
              .filter((a) => a.unit === unit)
              .map((a) => (
                <option value={a.at}>
                  {unit} {a.at} {a.text}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}
