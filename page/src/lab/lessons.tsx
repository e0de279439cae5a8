// Lessons: the list, and the one that is played.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { ask } from "../engine/client";
import type { GameView, LessonListDocument } from "../protocol";
import { share, wantedLesson } from "../share";
import { pressed } from "../step/region";
import { Action, download, Failed, Prose, Slow } from "../ui/parts";
import { doLesson, game, gameStepper, leaveLesson, openLesson, problem, recorded, records, says, waiting, won } from "./game";
import { Answers, Question } from "./question";
import { Verdict } from "./verdict";
import { Work } from "./task";

const list = signal<LessonListDocument["lessons"]>([]);

export function LessonsTab(): JSX.Element {
  useEffect(() => {
    void ask("session", "lesson.list", { record: records() })
      .catch(() => ask("session", "lesson.list", {})) // the record is damaged
      .then((d) => (list.value = d.lessons))
      .catch(() => undefined);
  }, [recorded.value, game.value === undefined]);
  useEffect(() => {
    if (!wantedLesson.value) return;
    void openLesson({ lesson: wantedLesson.value });
    wantedLesson.value = "";
  }, [wantedLesson.value]);
  const g = game.value;
  return g ? <Played game={g} /> : <List />;
}

function List(): JSX.Element {
  return (
    <div class="pad lessons">
      <p>Each takes some minutes, and the machine checks what you do. What you have done is kept in this browser.</p>
      {problem.value ? <Failed problem={problem.value} /> : null}
      {[...new Set(list.value.map((l) => l.course))].map((course) => (
        <section>
          {course ? <h3>Lessons {course}</h3> : null}
          <ol>
            {list.value.filter((l) => l.course === course).map((l) => (
              <li class={l.done === l.tasks ? "finished" : ""}>
                <button type="button" class="lesson" onClick={() => void openLesson({ lesson: l.name })}>
                  <span class="number">{l.number}</span>
                  <span class="grow">
                    <strong>{l.title}</strong>
                    <span class="idea">{l.idea}</span>
                  </span>
                  <span class="done">
                    {l.done === l.tasks ? "✓ " : ""}
                    {l.done} of {l.tasks}
                    <small>{l.minutes} minutes</small>
                  </span>
                </button>
              </li>
            ))}
          </ol>
        </section>
      ))}
      <div class="row">
        <HandIn />
      </div>
    </div>
  );
}

function HandIn(): JSX.Element {
  recorded.value;
  const all = records();
  return (
    <Action run={() => download("lessons.json", `${JSON.stringify(all)}\n`, "application/json")} off={all.lessons.length === 0 ? "Nothing is done yet." : ""} title="A file that wobbly grade reads and judges again">
      Record to hand in
    </Action>
  );
}

function Played(p: { game: GameView }): JSX.Element {
  const g = p.game;
  const t = g.task;
  useLayoutEffect(keepFocus, [g.game, t.number, t.question?.number, t.done]);
  return (
    <div class="pad played" onKeyDown={(e) => pressed(e, gameStepper.value)}>
      <div class="bar">
        <h3>
          {g.number}. {g.title}
        </h3>
        <span class="grow" />
        <Action run={() => void share(g.name)}>Share</Action>
        <HandIn />
        <Action run={leaveLesson}>All lessons</Action>
      </div>
      <details class="about" open={t.number === 1 && !t.done}>
        <summary>{g.idea}</summary>
        <Prose text={g.text} />
      </details>
      <ol class="tasks" aria-label="Tasks">
        {g.tasks.map((x) => (
          <li class={`${x.number === t.number ? "current" : ""} ${x.done ? "done" : ""}`}>
            <button type="button" class="link" aria-current={x.number === t.number ? "step" : undefined} onClick={() => void doLesson("task", String(x.number))}>
              {x.done ? "✓ " : ""}
              {x.title}
            </button>
          </li>
        ))}
      </ol>
      <section class="task" id="task" tabIndex={-1} aria-label={`Task ${t.number}: ${t.title}`}>
        <h4>{t.title}</h4>
        <Prose text={t.text} />
        {t.goals.length > 0 ? (
          <ul class="goals" aria-label="Goals">
            {t.goals.map((goal) => (
              <li>{goal}</li>
            ))}
          </ul>
        ) : null}
        {t.done ? <Done game={g} /> : null}
        {says.value.length > 0 ? (
          <div class={`card ${won.value ? "good" : "says"}`}>
            {says.value.map((s) => (
              <Prose text={s} />
            ))}
          </div>
        ) : null}
        {t.verdict && !t.done ? <Verdict game={g} /> : null}
        {t.lost ? <p class="note">The goal cannot be met from here: all continuations were searched. Going back is free.</p> : null}
        {problem.value ? <Failed problem={problem.value} /> : null}
        <Slow waiting={waiting} what="Checking" />
        {t.question ? <Question task={t} question={t.question} key={`${t.number} ${t.question.number}`} /> : <Work game={g} key={`${g.name} ${t.number}`} />}
        {t.hints.map((h, i) => (
          <p class="hint">
            <strong>Hint {i + 1}.</strong> {h}
          </p>
        ))}
        <div class="row">
          {t.question || t.done ? null : (
            <Action run={() => void doLesson("hint")} off={t.hints.length >= t.maxHints ? "There are no more hints." : ""}>
              Hint ({t.maxHints - t.hints.length} left)
            </Action>
          )}
        </div>
      </section>
    </div>
  );
}

/** Done is what there is to say once a task is done, and the way on. */
function Done(p: { game: GameView }): JSX.Element {
  const { number, tasks, task, finished, closing } = p.game;
  const next = tasks.find((x) => !x.done && x.number !== task.number);
  const lesson = finished ? list.value.find((l) => l.number > number) : undefined;
  return (
    <>
      <div class="card good">
        <p>
          <strong>✓ Done.</strong> {task.verdict?.says}
        </p>
        {task.verdict?.done ? <Prose text={task.verdict.done} /> : null}
        {finished ? closing.map((c) => <Prose text={c} />) : null}
        {next ? (
          <div class="row">
            <Action kind="primary" run={() => void doLesson("task", String(next.number))}>
              Next task: {next.title}
            </Action>
          </div>
        ) : null}
        {lesson ? (
          <div class="row">
            <Action kind="primary" run={() => void openLesson({ lesson: lesson.name })}>
              Next lesson: {lesson.number}. {lesson.title}
            </Action>
          </div>
        ) : null}
      </div>
      <Answers game={p.game} />
    </>
  );
}

/** keepFocus puts the focus on the task where what had it is gone, so that keys
 * go on to mean the threads. */
function keepFocus(): void {
  const task = document.getElementById("task");
  if (task && !document.activeElement?.closest(".played")) task.focus({ preventScroll: true });
}
