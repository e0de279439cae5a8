// The questions of a task: one that is open, with the program that it is about, and those
// that were answered.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { GameView, QuestionView, TaskView } from "../protocol";
import { letter } from "../ui/words";
import { doLesson } from "./game";
import { Listing } from "./listing";
import { Shown } from "./verdict";

export function Question(p: { task: TaskView; question: QuestionView }): JSX.Element {
  const [choice, set] = useState(0);
  const q = p.question;
  return (
    <>
      <Listing task={p.task} />
      <form
        class="question"
        onSubmit={(e) => {
          e.preventDefault();
          if (choice > 0) void doLesson("answer", String(choice));
        }}
      >
        <fieldset>
          <legend>{q.text}</legend>
          {q.choices.map((c, i) => (
            <label>
              <input type="radio" name="choice" value={i + 1} checked={choice === i + 1} onChange={() => set(i + 1)} />
              <span class="letter">{letter(i)}</span> {c}
            </label>
          ))}
        </fieldset>
        <button type="submit" class="action primary" aria-disabled={choice === 0 ? "true" : undefined}>
          Answer
        </button>
      </form>
    </>
  );
}

/** Answers reveals the questions of a task that is done. */
export function Answers(p: { game: GameView }): JSX.Element | null {
  return (
    <>
      {p.game.task.answers.map((a) => (
        <div class="card says">
          <p>
            <strong>{a.text}</strong>
          </p>
          {a.voted ? <p>The class: {a.voted}.</p> : null}
          <p>
            {a.said} {a.because} {a.found}
          </p>
          {a.shown ? <Shown shown={a.shown} goal={a.text} game={p.game} open={false} /> : null}
        </div>
      ))}
    </>
  );
}
