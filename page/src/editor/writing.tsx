// A program that is written outside the student's own ones: in a lesson. The engine marks its
// errors, completes names and says what is at a place, as in the editor of Step.
import { useEffect, useRef } from "preact/hooks";
import { ask } from "../engine/client";
import { plainText } from "../ui/parts";
import { Editor } from "./editor";
import { plain } from "./region";

const pause = 250; // milliseconds without typing, after which errors are looked for

export function Writing(p: { name: string; text: string; changed: (text: string) => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!box.current) return undefined;
    const { name } = p;
    let timer: number | undefined;
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
      about: () => ({ name, analysis: "racerdx" }),
    });
    editor.show(name, p.text);
    void look();
    return () => window.clearTimeout(timer);
  }, [plain.value]);
  return (
    <div class="code">
      {plain.value ? (
        <textarea
          {...plainText}
          aria-label="Program text"
          defaultValue={p.text}
          onInput={(e) => p.changed(e.currentTarget.value)}
        />
      ) : (
        <div class="editor" ref={box} />
      )}
    </div>
  );
}
