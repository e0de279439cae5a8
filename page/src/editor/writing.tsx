// A program that is written outside the student's own ones: in a lesson. The engine marks its
// errors, completes names and says what is at a place, as in the editor of Step.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { ask, hello } from "../engine/client";
import { say } from "../ui/state";
import { Editor } from "./editor";
import { plain } from "./region";

const pause = 250; // milliseconds without typing, after which errors are looked for

export function Writing(p: { name: string; text: string; changed: (text: string) => void }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!box.current) return undefined;
    const { name } = p;
    let timer: number | undefined;
    const about = (program: string, at: number) => ({ name, program, at });
    const look = async (): Promise<void> => {
      const { text } = editor;
      const found = await ask("check", "diagnose", { name, program: text }).catch(() => undefined);
      if (found && editor.text === text) editor.diagnose(found.list);
    };
    const editor = new Editor(box.current, {
      changed: (text) => {
        p.changed(text);
        window.clearTimeout(timer);
        timer = window.setTimeout(() => void look(), pause);
      },
      say,
      place: () => undefined,
      complete: async (text, at) =>
        hello.value ? ask("session", "complete", about(text, at)).catch(() => undefined) : undefined,
      hover: async (text, at, against) => {
        if (!hello.value) return undefined;
        const asked = { ...about(text, at), analysis: "racerdx", ...(against === undefined ? {} : { against }) };
        return ask("session", "hover", asked).catch(() => undefined);
      },
      clickedMark: () => undefined,
      pointedMark: () => undefined,
    });
    editor.show(name, p.text);
    void look();
    return () => window.clearTimeout(timer);
  }, [plain.value]);
  return (
    <div class="code">
      {plain.value ? (
        <textarea
          class="plain"
          aria-label="Program text"
          spellcheck={false}
          autocapitalize="off"
          defaultValue={p.text}
          onInput={(e) => p.changed(e.currentTarget.value)}
        />
      ) : (
        <div class="editor" ref={box} />
      )}
    </div>
  );
}
