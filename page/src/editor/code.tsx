// Editors outside the Program region: read-only code, and a text to write in a lesson.
import { useEffect, useRef } from "preact/hooks";
import { Editor } from "./editor";
import { sessionArc, sessionMarks, type Stepped } from "./linemarks";
import { plainText } from "../ui/parts";
import { plain } from "./region";

export function Code(p: { name: string; text: string; stepped?: Stepped | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);
  const view = p.stepped?.view;
  useEffect(() => {
    editor.current ??= new Editor(box.current!, {}, `Text of ${p.name}`);
    editor.current.show(p.name, p.text);
    const [marks, arcs] = p.stepped ? [sessionMarks(p.stepped, p.text), sessionArc(p.stepped, p.text)] : [[], []];
    editor.current.decorate(marks, arcs, view?.last?.thread ?? "A");
  }, [p.name, p.text, view]);
  return <div class="code"><div class="editor" ref={box} /></div>;
}

export function Writing(p: { name: string; text: string; changed: (text: string) => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { name, changed } = p;
    const host = { changed, checks: true, about: () => ({ name, analysis: "racerdx" }) };
    if (box.current) new Editor(box.current, host).show(name, p.text);
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
