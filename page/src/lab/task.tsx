// The stage of a task: threads to step, a program to write, or what an analysis finds to fill in;
// and in its place an execution that answers a question.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Code } from "../editor/code";
import { Writing } from "../editor/writing";
import type { GameView, TaskView } from "../protocol";
import { StepView } from "../step/region";
import * as storage from "../store/storage";
import { Action, plainText } from "../ui/parts";
import { sentence } from "../ui/words";
import { doLesson, gameStepper, leaveRun, looked } from "./game";

export function Stage(p: { game: GameView }) {
  const t = p.game.task;
  const run = looked.value;
  const draft = `draft.${p.game.name}.${t.number}`;
  if (run) {
    return (
      <div class="stage">
        <div class="row looked">
          <Action kind="primary" run={leaveRun}>
            Back to the task
          </Action>
          <p>{sentence(run.what)}</p>
        </div>
        <StepView stepper={run.stepper} name="run" />
      </div>
    );
  }
  if (gameStepper.value) {
    return (
      <div class={`stage ${t.question ? "asking" : ""}`}>
        <StepView stepper={gameStepper.value} name="lesson" off={t.question ? "Answer the question first." : ""} />
      </div>
    );
  }
  if (t.question || (t.kind !== "program" && t.kind !== "analysis")) {
    return (
      <div class="stage">
        <Listing task={t} />
      </div>
    );
  }
  return (
    <div class="stage">
      {t.kind === "analysis" ? (
        <>
          <Listing task={t} />
          <p class="note">{t.such}</p>
          <Sheet draft={draft} begin={t.sheet} />
        </>
      ) : (
        <Text name={t.name} draft={draft} begin={t.program} key={again.value}>
          {(write) => <Writing name={t.name} text={storage.read(draft) ?? t.program} changed={write} />}
        </Text>
      )}
    </div>
  );
}

/** Listing is the program of a task, who runs what unless it is an analysis that runs, and where
 * it begins. */
function Listing(p: { task: TaskView }) {
  const { kind, name, program, units, start } = p.task;
  return (
    <div class="listing">
      <p class="note">
        {kind === "analysis" ? name : `${name}: A runs ${units[0]}, B runs ${units[1]}`}
        {start ? `. At the start: ${start}.` : ""}
      </p>
      <Code name={name} text={program} />
    </div>
  );
}

/** Grows whenever a text is put back to what it was. */
const again = signal(0);

/** Text is a text that the student writes, with what checks it. It is kept in the browser under a
 * name, as long as it is another one than it was. */
function Text(p: {
  name: string;
  draft: string;
  begin: string;
  children: (write: (text: string) => void) => ComponentChildren;
}) {
  const write = (next: string): void => {
    if (next === p.begin) storage.remove(p.draft);
    else storage.write(p.draft, next);
  };
  const restore = (): void => {
    storage.remove(p.draft);
    again.value++;
  };
  return (
    <div class="writing">
      <p class="note">{p.name}</p>
      {p.children(write)}
      <div class="row">
        <Action kind="go a" run={() => void doLesson("give", storage.read(p.draft) ?? p.begin)}>
          Check
        </Action>
        <Action run={restore}>As it was</Action>
      </div>
    </div>
  );
}

/** Sheet is what an analysis finds, to be filled in. */
function Sheet(p: { draft: string; begin: string }) {
  const text = storage.read(p.draft) ?? p.begin;
  return (
    <Text name="What the analysis finds" draft={p.draft} begin={p.begin} key={again.value}>
      {(write) => (
        <textarea
          {...plainText}
          aria-label="What the analysis finds"
          rows={Math.min(16, text.split("\n").length + 1)}
          wrap="off"
          defaultValue={text}
          onInput={(e) => write(e.currentTarget.value)}
        />
      )}
    </Text>
  );
}

/** Heap asks for the initial state of a task in which it is chosen. */
export function Heap(p: { task: TaskView }) {
  const [text, set] = useState(p.task.heap);
  return (
    <form
      class="ask"
      onSubmit={(e) => {
        e.preventDefault();
        void doLesson("heap", text);
      }}>
      <label>
        <span>Initial state ({p.task.start})</span>
        <input
          value={text}
          placeholder="A.b=o1,B.b=o1"
          spellcheck={false}
          onInput={(e) => set(e.currentTarget.value)}
        />
      </label>
      <button type="submit" class="action">
        Begin there
      </button>
    </form>
  );
}
