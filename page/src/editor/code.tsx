// A program that is only read: in a lesson, beside another schedule, and in a frame.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { say } from "../ui/state";
import { Editor, type Host } from "./editor";
import { sessionArc, sessionMarks, type Stepped } from "./linemarks";

/** Nothing can be written, so the page has nothing to hear but what is to be read out. */
const host: Host = {
  changed: () => undefined,
  say,
  place: () => undefined,
  complete: async () => undefined,
  hover: async () => undefined,
  clickedMark: () => undefined,
  pointedMark: () => undefined,
};

export function Code(p: { name: string; text: string; stepped?: Stepped | undefined }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);
  const view = p.stepped?.view;
  useEffect(() => {
    editor.current ??= new Editor(box.current!, host, `Text of ${p.name}`);
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
