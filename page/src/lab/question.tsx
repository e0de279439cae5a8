// The questions of a task: the one that is open, and those that were answered, which the machine
// answers as well once the task is done.
import { useState } from "preact/hooks";
import type { GameView, QuestionView } from "../protocol";
import { letter } from "../ui/words";
import { doLesson } from "./game";
import { Shown } from "./verdict";

export function Question(p: { question: QuestionView }) {
  const [choice, set] = useState(0);
  const q = p.question;
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
      <button type="submit" class="action primary" aria-disabled={choice === 0 ? "true" : undefined}>
        Answer
      </button>
    </form>
  );
}

/** Answers reveals the questions of a task that is done: the guess, and what the machine says. */
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
          {a.because || a.found ? (
            <p>
              {a.because} {a.found}
            </p>
          ) : null}
          {a.shown ? <Shown shown={a.shown} what={a.text} /> : null}
        </div>
      ))}
    </>
  );
}
