// A program that is only read: in a lesson, beside another schedule, and in a frame.
import { useEffect, useRef } from "preact/hooks";
import { Editor } from "./editor";
import { sessionArc, sessionMarks, type Stepped } from "./linemarks";

export function Code(p: { name: string; text: string; stepped?: Stepped | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);
  const view = p.stepped?.view;
  useEffect(() => {
    editor.current ??= new Editor(box.current!, {}, `Text of ${p.name}`);
    editor.current.show(p.name, p.text);
    editor.current.mark(p.stepped ? sessionMarks(p.stepped, p.text) : []);
    editor.current.join(p.stepped ? sessionArc(p.stepped, p.text) : []);
    editor.current.follow(view?.last?.thread ?? "A");
  }, [p.name, p.text, view]);
  return (
    <div class="code">
      <div class="editor" ref={box} />
    </div>
  );
}
