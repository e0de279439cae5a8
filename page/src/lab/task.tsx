// The stage of a task: threads to step, a program to write, an analysis to fill in, or an execution
// that answers a question.
import { useState } from "preact/hooks";
import { Code, Writing } from "../editor/code";
import type { GameView } from "../protocol";
import { StepView } from "../step/region";
import * as storage from "../store/storage";
import { Action, plainText } from "../ui/parts";
import { sentence } from "../ui/words";
import { doLesson, gameStepper, leaveRun, looked, says } from "./game";

export function Stage(p: { game: GameView }) {
  return <div class={`stage ${p.game.task.question && gameStepper.value ? "asking" : ""}`}>{contents(p.game)}</div>;
}

function contents(g: GameView) {
  const t = g.task;
  const run = looked.value;
  if (run)
    return (
      <>
        <div class="row looked">
          <Action kind="primary" run={leaveRun}>Back to the task</Action>
          <p>{sentence(run.what)}</p>
        </div>
        <StepView stepper={run.stepper} />
      </>
    );
  if (gameStepper.value) {
    const brief = says.value.length > 0 ? says.value : t.question ? [] : t.goals.map(sentence);
    const off = t.question ? "Answer the question first." : "";
    return <StepView stepper={gameStepper.value} off={off} verdict={<span class="brief">{brief.join(" ")}</span>} />;
  }
  if (t.kind === "program" && !t.question) return <Written game={g} name={t.name} begin={t.program} />;
  const analysis = t.kind === "analysis";
  return (
    <>
      <div class="listing">
        <p class="note">
          {analysis ? t.name : `${t.name}: A runs ${t.units[0]}, B runs ${t.units[1]}`}
          {t.start ? `. At the start: ${t.start}.` : ""}
        </p>
        <Code name={t.name} text={t.program} />
      </div>
      {analysis && !t.question ? (
        <>
          <p class="note">{t.such}</p>
          <Written game={g} name="What the analysis finds" begin={t.sheet} analysis />
        </>
      ) : null}
    </>
  );
}

/** A draft that differs from the original is kept in the browser. */
function Written(p: { game: GameView; name: string; begin: string; analysis?: boolean }) {
  const [resets, set] = useState(0);
  const draft = `draft.${p.game.name}.${p.game.task.number}`;
  const text = storage.read(draft) ?? p.begin;
  const write = (next: string): void => {
    if (next === p.begin) storage.remove(draft);
    else storage.write(draft, next);
  };
  return (
    <div class="writing" key={resets}>
      <p class="note">{p.name}</p>
      {p.analysis ? (
        <textarea
          {...plainText}
          aria-label={p.name}
          rows={Math.min(16, text.split("\n").length + 1)}
          wrap="off"
          defaultValue={text}
          onInput={(e) => write(e.currentTarget.value)}
        />
      ) : (
        <Writing name={p.name} text={text} changed={write} />
      )}
      <div class="row">
        <Action kind="go a" run={() => doLesson("give", storage.read(draft) ?? p.begin)}>Check</Action>
        <Action run={() => (write(p.begin), set(resets + 1))}>As it was</Action>
      </div>
    </div>
  );
}
