// Explanations in the words of the terminal, of the analysis that is chosen.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ask, hello, problemOf } from "../engine/client";
import { Waiting } from "../engine/waiting";
import { current } from "../store/programs";
import type { Problem } from "../protocol";
import { Failed, Slow, Text } from "../ui/parts";
import { say } from "../ui/state";
import { analysis, known } from "./analysis";

/** explains tells whether the analysis that is chosen says why it reports, or does not. */
export const explains = (): boolean => hello.value?.analyses.find((a) => a.name === analysis.value)?.explains ?? false;

/** Explained asks for an explanation: of a report, of one access or two, of the code of
 * an error. It is shown until something else is asked about. */
export function Explained(p: { what: readonly string[]; name: string }): JSX.Element {
  const [text, set] = useState<string | undefined>(undefined);
  const [problem, fail] = useState<Problem | undefined>(undefined);
  const [waiting] = useState(() => new Waiting("why"));
  const open = text !== undefined || problem !== undefined;
  const forget = (): void => {
    set(undefined);
    fail(undefined);
  };
  const about = [p.what.join(" "), known.value?.text, analysis.value];
  const now = useRef(about); // an answer may come when something else is asked about
  now.current = about;
  useEffect(forget, about);
  const toggle = async (): Promise<void> => {
    const program = current.value;
    if (open || !program) return forget();
    const who = explains() ? { analysis: analysis.value } : {};
    const question = { name: program.name, program: program.text, what: [...p.what], ...who };
    const still = (): boolean => now.current.every((x, i) => x === about[i]);
    try {
      await waiting.for(async () => {
        const answer = await ask("why", "explain", question, waiting.hear);
        if (still()) set(answer.text);
      }, say);
    } catch (error) {
      if (still()) fail(problemOf(error));
    }
  };
  return (
    <div class="explained">
      <button type="button" class="link" aria-expanded={open} onClick={() => void toggle()}>
        {p.name}
      </button>
      <Slow waiting={waiting} what="Explaining" />
      {text !== undefined ? <Text label={p.name}>{text}</Text> : null}
      {problem ? <Failed problem={problem} /> : null}
    </div>
  );
}
