// What a task has the student do: step, choose an initial state, or write a text.
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { GameView, TaskView } from "../protocol";
import { StepView } from "../step/region";
import * as storage from "../store/storage";
import { Action } from "../ui/parts";
import { doLesson, gameStepper } from "./game";
import { Listing } from "./listing";

export function Work(p: { game: GameView }): JSX.Element | null {
  const t = p.game.task;
  const draft = `draft.${p.game.name}.${t.number}`;
  switch (t.kind) {
    case "program":
      return <Given draft={draft} begin={t.program} label="Program" />;
    case "analysis":
      return (
        <>
          <Listing task={t} />
          <p class="note">{t.such}</p>
          <Given draft={draft} begin={t.sheet} label="What the analysis finds" />
        </>
      );
    default:
      return (
        <>
          {t.kind === "play" ? null : <Heap task={t} />}
          {gameStepper.value ? <StepView stepper={gameStepper.value} name="lesson" lesson /> : <Listing task={t} />}
          {t.done ? null : (
            <div class="row">
              <Action kind="primary" run={() => void doLesson("check")}>
                Check
              </Action>
            </div>
          )}
        </>
      );
  }
}

/** Given is a text that the student writes. It is kept in the browser under a name, as long
 * as it is another one than it was. */
function Given(p: { draft: string; begin: string; label: string }): JSX.Element {
  const [text, set] = useState(() => storage.read(p.draft) ?? p.begin);
  const numbers = useRef<HTMLPreElement>(null);
  const write = (next: string): void => {
    set(next);
    if (next === p.begin) storage.remove(p.draft);
    else storage.write(p.draft, next);
  };
  const lines = text.split("\n").length;
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault();
        void doLesson("give", text);
      }}
    >
      <label class="given">
        <span>{p.label}</span>
        <span class="numbered">
          <pre class="number" aria-hidden="true" ref={numbers}>
            {Array.from({ length: lines }, (_, i) => `${i + 1}\n`).join("")}
          </pre>
          <textarea
            class="plain"
            aria-label={p.label}
            rows={Math.min(24, lines + 2)}
            wrap="off"
            spellcheck={false}
            autocapitalize="off"
            value={text}
            onInput={(e) => write(e.currentTarget.value)}
            onScroll={(e) => numbers.current && (numbers.current.scrollTop = e.currentTarget.scrollTop)}
          />
        </span>
      </label>
      <div class="row">
        <button type="submit" class="action primary">
          Check
        </button>
        <Action run={() => write(p.begin)}>As it was</Action>
      </div>
    </form>
  );
}

function Heap(p: { task: TaskView }): JSX.Element {
  const [text, set] = useState(p.task.heap);
  return (
    <form
      class="ask"
      onSubmit={(e) => {
        e.preventDefault();
        void doLesson("heap", text);
      }}
    >
      <label>
        <span>Initial state ({p.task.start})</span>
        <input value={text} placeholder="A.b=o1,B.b=o1" spellcheck={false} onInput={(e) => set(e.currentTarget.value)} />
      </label>
      <button type="submit" class="action">
        Begin there
      </button>
    </form>
  );
}
