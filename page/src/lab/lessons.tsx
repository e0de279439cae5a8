// Lessons: the list, and the lesson being played, which fills the screen.
import { useEffect, useLayoutEffect } from "preact/hooks";
import type { GameView, LessonListDocument } from "../protocol";
import { pressed } from "../step/region";
import { Action, Ask, CallState, download, Failed, Prose, Working } from "../ui/parts";
import { count, sentence } from "../ui/words";
import { doLesson, formulas, game, gameStepper, leaveLesson, lessons, listLessons, looked, opening } from "./game";
import { openLesson, progress, recorded, records, says, waiting, won } from "./game";
import { Answers, Question, Verdict } from "./verdict";
import { Stage } from "./task";

export function LessonsTab() {
  useEffect(() => void listLessons(), [recorded.value, game.value === undefined]);
  const g = game.value;
  if (g) return <Played game={g} />;
  return opening.value ? <Working what="The lesson is being opened." /> : <Path />;
}

type Row = LessonListDocument["lessons"][number];

function Path() {
  const all = lessons.value;
  const { done, tasks } = progress.value;
  const next = all.find((l) => l.done < l.tasks);
  const parts = [...new Set(all.map((l) => l.course ?? ""))];
  return (
    <div class="lessons">
      <header>
        <h3 class="sentence">You are the scheduler.</h3>
        <p class="sub">
          {count(all.length, "lesson")}, {count(tasks, "task")}. The machine checks what you do and answers each
          question. What you have done is kept in this browser.
        </p>
        {waiting.problem.value ? <Failed problem={waiting.problem.value} /> : null}
        <div class="row">
          {next ? (
            <Action kind="go a" run={() => openLesson({ lesson: next.name })}>
              {done === 0 ? "Begin" : "Go on"}: {next.number}. {next.title}
            </Action>
          ) : null}
          {done > 0 ? <Tally /> : null}
          <HandIn />
        </div>
      </header>
      <div class="parts">
        {parts.map((part) => <Part name={part} list={all.filter((l) => (l.course ?? "") === part)} next={next} />)}
      </div>
    </div>
  );
}

function Tally() {
  const { done, tasks } = progress.value;
  return (
    <span class="progress">
      <progress max={tasks} value={done} aria-label={`${done} of ${count(tasks, "task")} done`} />
      <span aria-hidden="true">{done} of {tasks}</span>
    </span>
  );
}

function Part(p: { name: string; list: readonly Row[]; next: Row | undefined }) {
  const minutes = p.list.reduce((n, l) => n + l.minutes, 0);
  return (
    <section>
      <h4>{sentence(p.name).replace(/\.$/, "")}</h4>
      <p class="note">{count(p.list.length, "lesson")}, {minutes} minutes</p>
      <ol>
        {p.list.map((l) => (
          <li class={l.done === l.tasks ? "finished" : l === p.next ? "next" : ""}>
            <Action class="lesson" run={() => openLesson({ lesson: l.name })}>
              <span class="number">{l.number}</span>
              <span class="grow">
                <strong>{l.title}</strong>
                <span class="idea">{l.idea}</span>
                <span class="done">
                  <span class="dots" aria-hidden="true">
                    {Array.from({ length: l.tasks }, (_, i) => <i class={i < l.done ? "done" : ""} />)}
                  </span>
                  {l.done} of {l.tasks} · {l.minutes} minutes
                </span>
              </span>
            </Action>
          </li>
        ))}
      </ol>
    </section>
  );
}

function HandIn() {
  recorded.value;
  const all = records();
  const save = (): void => download("lessons.json", `${JSON.stringify(all)}\n`, "application/json");
  return (
    <Action
      run={save}
      off={all.lessons.length === 0 ? "Nothing is done yet." : ""}
      title="A file that wobbly grade reads and judges again">
      Record to hand in
    </Action>
  );
}

function Played({ game: g }: { game: GameView }) {
  const t = g.task;
  const reading = (t.done || t.question !== null) && !looked.value;
  useLayoutEffect(() => toWork(reading), [g.name, t.number, reading, looked.value]);
  useLayoutEffect(keepFocus, [g.game, t.number, t.question?.number, t.done, looked.value]);
  return (
    <div
      class={`played ${won.value ? "won" : ""}`}
      onKeyDown={(e) => pressed(e, looked.value?.stepper ?? (t.question ? undefined : gameStepper.value))}>
      <section class="task" id="task" tabIndex={-1} aria-label={`Task ${t.number}: ${t.title}`}>
        <div class="row crumb">
          <Action class="link" run={leaveLesson}>All lessons</Action>
          <span class="grow" />
          <HandIn />
        </div>
        <h3>
          {g.number}. {g.title}
        </h3>
        <ol class="tasks" aria-label="Tasks">
          {g.tasks.map((x) => (
            <li class={`${x.number === t.number ? "current" : ""} ${x.done ? "done" : ""}`}>
              <Action
                class=""
                aria-current={x.number === t.number ? "step" : undefined}
                run={() => doLesson("task", String(x.number))}>
                <span class="number">{x.done ? "✓" : x.number}</span>
                {x.title}
              </Action>
            </li>
          ))}
        </ol>
        <details class="about" open={t.number === 1 && Boolean(t.question)} key={`${g.name} ${t.question !== null}`}>
          <summary>{g.idea}</summary>
          <Prose text={g.text} />
        </details>
        {t.done ? <Done game={g} /> : null}
        <div class="asked"><Prose text={t.text} /></div>
        {t.goals.length > 0 && !t.question ? <Goal game={g} /> : null}
        {says.value.length > 0 && !won.value ? (
          <div class="card says">{says.value.map((s) => <Prose text={s} />)}</div>
        ) : null}
        {t.verdict && !t.done ? <Verdict game={g} /> : null}
        {t.lost && says.value.length === 0 ? (
          <p class="note">The goal cannot be met from here: all continuations were searched. Going back is free.</p>
        ) : null}
        <CallState of={waiting} what="Checking" />
        {t.question ? <Question question={t.question} key={`${t.number} ${t.question.number}`} /> : <Help game={g} />}
        <Answers game={g} />
      </section>
      <Stage game={g} key={`${g.name} ${t.number}`} />
    </div>
  );
}

function Goal(p: { game: GameView }) {
  const t = p.game.task;
  const shown = formulas.value;
  return (
    <div class={`goal ${t.done ? "met" : ""}`} role="group" aria-label="Goal">
      <h4>{t.done ? "✓ Goal" : "Goal"}</h4>
      <ul class="goals" aria-label="Goals">{t.goals.map((goal) => <li>{sentence(goal)}</li>)}</ul>
      {shown.map((f) => <code>{f}</code>)}
      {shown.length === 0 ? <Action class="link" run={() => doLesson("formula")}>As a formula</Action> : null}
    </div>
  );
}

/** Help with an unfinished task: Check, unless that happens automatically, and hints. */
function Help(p: { game: GameView }) {
  const t = p.game.task;
  const text = t.kind === "program" || t.kind === "analysis";
  return (
    <>
      {t.hints.map((h, i) => <p class="hint"><strong>Hint {i + 1}.</strong> {h}</p>)}
      {t.kind === "heap" || t.kind === "witness" ? (
        <Ask
          name={`Initial state (${t.start})`}
          begin={t.heap}
          hint="A.b=o1,B.b=o1"
          does="Begin there"
          done={(text) => void doLesson("heap", text)}
        />
      ) : null}
      {t.done ? null : (
        <div class="row">
          {text ? null : <Action kind="primary" run={() => doLesson("check")}>Check</Action>}
          <Action run={() => doLesson("hint")} off={t.hints.length >= t.maxHints ? "There are no more hints." : ""}>
            Hint ({t.maxHints - t.hints.length} left)
          </Action>
        </div>
      )}
    </>
  );
}

/** The closing words of a finished task, and the way to the next one. */
function Done(p: { game: GameView }) {
  const { number, tasks, task, finished, closing } = p.game;
  const next = tasks.find((x) => !x.done && x.number !== task.number);
  const lesson = finished ? lessons.value.find((l) => l.number > number) : undefined;
  const on = (text: string, run: () => void) => <Action kind="go next" run={run}>{text}</Action>;
  return (
    <div class="card good">
      <p class="row"><strong>✓ Done.</strong> <Tally /></p>
      <Prose
        text={[task.verdict?.says, task.verdict?.done, ...(finished ? closing : [])].filter(Boolean).join("\n\n")}
      />
      {next ? on(`Next task: ${next.title}`, () => doLesson("task", String(next.number))) : null}
      {lesson
        ? on(`Next lesson: ${lesson.number}. ${lesson.title}`, () => openLesson({ lesson: lesson.name }))
        : finished
          ? on("All lessons", leaveLesson)
          : null}
    </div>
  );
}

/** On narrow screens, scrolls to what comes next: the text or the stage. */
function toWork(reading: boolean): void {
  if (window.matchMedia("(min-width: 62rem)").matches) return;
  document.querySelector(reading ? ".task" : ".stage")?.scrollIntoView({ block: "start" });
}

/** Focuses the task if the focused element is gone, so that keys keep controlling the threads. */
function keepFocus(): void {
  const task = document.getElementById("task");
  if (task && !document.activeElement?.closest(".played")) task.focus({ preventScroll: true });
}
