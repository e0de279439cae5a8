// The result of an attempt: each goal, and an execution that shows why it fails.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { GameView, ShownView, QuestionView } from "../protocol";
import { Action, Prose } from "../ui/parts";
import { count, sentence, letter } from "../ui/words";
import { judged, lookAt, doLesson } from "./game";

const most = 40; // steps listed

export function Verdict(p: { game: GameView }) {
  const v = p.game.task.verdict!;
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => card.current?.scrollIntoView({ block: "nearest" }), [judged.value]);
  return (
    <div class="card says verdict" ref={card}>
      <p><strong>{v.verdict === "undecided" ? "Not decided." : "Not yet."}</strong></p>
      {v.says ? <Prose text={v.says} /> : null}
      <ul>
        {v.goals.map((g) => (
          <li>
            <p>
              <strong class={g.verdict === "met" ? "met" : "unmet"}>
                {g.verdict === "met" ? "✓" : g.verdict === "undecided" ? "?" : "✗"}
                <span class="unseen"> {g.verdict}</span>
              </strong>{" "}
              {g.goal}{g.why ? `: ${sentence(g.why)}` : ""}
            </p>
            {g.shown ? <Shown shown={g.shown} what={g.goal} /> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Shown({ shown: s, what }: { shown: ShownView; what: string }) {
  const more = s.steps.length - most;
  return (
    <div class="execution">
      <p>
        {s.schedule ? <>The schedule <code>{s.schedule}</code> shows it.</> : "The initial state shows it."}{" "}
        {s.race ? sentence(s.race) : s.cells.length > 0 ? `At its end ${s.cells.join(", ")}.` : ""}
      </p>
      <div class="row">
        <Action kind="primary" run={() => lookAt(s, what)} aria-label={`Go there: ${what}`}>Go there</Action>
      </div>
      {s.steps.length > 0 ? (
        <details>
          <summary>{count(s.steps.length, "step")}</summary>
          <p class="note">
            A runs <code>{s.units[0]}</code>, B runs <code>{s.units[1]}</code>, from the initial state{" "}
            <code>{s.heap}</code>.
          </p>
          <ol>{s.steps.slice(0, most).map((x) => <li><code>{x.at}</code> {x.does}</li>)}</ol>
          {more > 0 ? <p class="note">And {count(more, "more step", "more steps")}.</p> : null}
        </details>
      ) : null}
    </div>
  );
}

export function Question({ question: q }: { question: QuestionView }) {
  const [choice, set] = useState(0);
  return (
    <form
      class="question"
      onSubmit={(e) => {
        e.preventDefault();
        if (choice > 0) void doLesson("answer", String(choice));
      }}>
      <fieldset>
        <legend>{q.text}</legend>
        {q.choices.map((c, i) => (
          <label>
            <input type="radio" name="choice" value={i + 1} checked={choice === i + 1} onChange={() => set(i + 1)} />
            <span class="letter">{letter(i)}</span> <span>{c}</span>
          </label>
        ))}
      </fieldset>
      <button type="submit" class="action primary" aria-disabled={choice === 0 ? "true" : undefined}>Answer</button>
    </form>
  );
}

export function Answers(p: { game: GameView }) {
  return (
    <>
      {p.game.task.answers.map((a) => (
        <div class="card says answered">
          <p class="note">{a.text}</p>
          <p>
            <strong class={a.right === a.choice ? "met" : ""}>
              {a.right === a.choice ? "✓ " : ""}Your guess: {a.choices[a.choice - 1]}.
            </strong>{" "}
            {a.right > 0 && a.right !== a.choice ? `It is: ${a.choices[a.right - 1]}.` : ""}
          </p>
          {a.voted ? <p>The class: {a.voted}.</p> : null}
          {a.because || a.found ? <p>{a.because} {a.found}</p> : null}
          {a.shown ? <Shown shown={a.shown} what={a.text} /> : null}
        </div>
      ))}
    </>
  );
}
