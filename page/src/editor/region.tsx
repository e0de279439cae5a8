// The student's programs, one a tab, in an editor or in a plain text field.
import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { absent, ask } from "../engine/client";
import { analysis, explains, known, stale } from "../races/analysis";
import { stepper } from "../step/open";
import * as programs from "../store/programs";
import * as storage from "../store/storage";
import { elsewhere } from "../store/tabs";
import { Action, Dialog, download, plainText } from "../ui/parts";
import { go, say } from "../ui/state";
import { Editor, type Host } from "./editor";
import type { Arc } from "./marks";
import { arcsOf, lineMarks, sessionArc } from "./linemarks";
import { chooser, Examples } from "./examples";

/** Whether the program is a plain text field, for those whom the editor hinders. */
export const plain = signal(storage.read("plain") === "yes");
/** Where the cursor is, an offset. */
export const cursor = signal(0);

let editor: Editor | undefined;
let field: HTMLTextAreaElement | undefined;

/** selectPlace shows a place of the program: an offset, or line and column. */
export function selectPlace(at: number | string, to?: number): void {
  const text = programs.current.value?.text ?? "";
  const from = typeof at === "number" ? at : offset(text, at);
  if (!document.getElementById("program")) go("step");
  window.requestAnimationFrame(() => {
    if (home.isConnected) {
      editor?.select(from, to ?? from);
      editor?.focus();
    }
    if (field) {
      field.focus();
      field.setSelectionRange(from, to ?? from);
    }
  });
}

/** showReport shows what a mark beside a line names. */
function showReport(id: string): void {
  go("races");
  window.requestAnimationFrame(() => {
    const card = document.getElementById(`report-${id}`);
    card?.scrollIntoView({ block: "nearest" });
    card?.focus();
  });
}

/** offset is where a line and a column in bytes are in a text. */
export function offset(text: string, at: string): number {
  const [line, col] = at.split(":").map(Number) as [number, number];
  let start = 0;
  for (let n = 1; n < line; n++) {
    const end = text.indexOf("\n", start);
    if (end < 0) break;
    start = end + 1;
  }
  let bytes = 1;
  for (const c of text.slice(start)) {
    if (bytes >= col || c === "\n") break;
    bytes += new TextEncoder().encode(c).length;
    start += c.length;
  }
  return start;
}

export function ProgramRegion() {
  return (
    <section class="code program" tabIndex={-1} aria-label="Program" id="program">
      <ProgramTabs />
      {programs.some.value ? plain.value ? <Plain /> : <Rich /> : <Nothing />}
      <Foot />
      {chooser.value ? <Examples /> : null}
      <OpenFile />
      {naming.value ? <Naming program={naming.value} /> : null}
    </section>
  );
}

/** save offers the program as a file. */
export function save(): void {
  const p = programs.current.peek();
  if (p) download(p.name, p.text);
}

/** togglePlain changes between the editor and a plain text field. */
export function togglePlain(): void {
  plain.value = !plain.value;
  storage.write("plain", plain.value ? "yes" : "no");
  say(plain.value ? "The program is a plain text field now." : "The program is in the editor now.");
}

/** fresh begins a new program. */
export function fresh(): void {
  programs.add(
    "program.il",
    "// Two methods of a class, and what they do to one of its objects.\nget(b) {\n  x " +
      ":= b.f;\n}\n\nset(b) {\n  v := new();\n  b.f := v;\n}\n",
  );
}

/** format prints the program as wobbly fmt does. */
export async function format(): Promise<void> {
  const p = programs.current.value;
  if (!p) return;
  try {
    const { program: text } = await ask("check", "fmt", { name: p.name, program: p.text });
    if (programs.current.value?.text !== p.text) return;
    programs.edit(p.id, text);
    say(text === p.text ? "The program is formatted already." : "Formatted.");
  } catch {
    say("A program with errors cannot be formatted.");
  }
}

const opener = signal<HTMLInputElement | null>(null);

/** openFiles lets the student choose files to open. */
export const openFiles = (): void => opener.peek()?.click();

function OpenFile() {
  const open = async (input: HTMLInputElement): Promise<void> => {
    for (const file of input.files ?? []) await openFile(file);
    input.value = "";
  };
  return (
    <input
      ref={(e) => void (opener.value = e)}
      type="file"
      accept=".il,.txt,text/plain"
      multiple
      hidden
      aria-label="A program to open"
      onChange={(e) => void open(e.currentTarget)}
    />
  );
}

const largest = 1 << 20;

/** openFile makes a program of a file, unless it is too large. */
export async function openFile(file: File): Promise<void> {
  if (file.size > largest) {
    programs.conflict.value = `${file.name} has more than a megabyte: no program of that size is read.`;
    return;
  }
  programs.add(file.name, (await file.text()).replace(/\r\n?/g, "\n"));
}

function ProgramTabs() {
  const open = programs.tabs.value.filter((p) => p.open);
  return (
    <div class="programs">
      <ul aria-label="Programs">
        {open.map((p) => (
          <li class={p.id === programs.currentID.value ? "current" : ""}>
            <button
              type="button"
              class="name"
              aria-current={p.id === programs.currentID.value ? "true" : undefined}
              onClick={() => programs.show(p.id)}
              onDblClick={rename}>
              {p.name}
            </button>
            {p.id === programs.currentID.value ? (
              <button
                type="button"
                class="close"
                aria-label={`Close ${p.name}`}
                title="Close; it can be opened again"
                onClick={() => programs.close(p.id)}>
                ×
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {programs.tabs.value.length > open.length ? <Closed /> : null}
      <span class="grow" />
      <Action kind="plain" run={() => (chooser.value = true)} title="Programs that come with wobbly, by topic">
        Examples
      </Action>
      <Action kind="plain" run={fresh} title="A new program">
        New
      </Action>
    </div>
  );
}

/** The program that gets a new name. */
const naming = signal<{ id: string; name: string } | undefined>(undefined);

/** rename asks for a new name of the program that is shown. */
export const rename = (): void => void (naming.value = programs.current.peek());

function Naming(p: { program: { id: string; name: string } }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const done = (): void => {
    const name = field.current?.value.trim();
    if (name) programs.rename(p.program.id, name.endsWith(".il") ? name : `${name}.il`);
  };
  return (
    <Dialog title="Name of the program" kind="small" closed={() => (naming.value = undefined)}>
      <form method="dialog" class="ask" onSubmit={done}>
        <input
          ref={field}
          aria-label="Name of the program"
          defaultValue={p.program.name}
          autocomplete="off"
          spellcheck={false}
        />
        <button class="action primary">Rename</button>
      </form>
    </Dialog>
  );
}

function Closed() {
  const closed = programs.tabs.value.filter((p) => !p.open);
  return (
    <details class="menu">
      <summary>Closed ({closed.length})</summary>
      <ul>
        {closed.map((p) => (
          <li>
            <button type="button" class="link" onClick={() => programs.show(p.id)}>
              {p.name}
            </button>
            <button
              type="button"
              class="close"
              aria-label={`Delete ${p.name} for good`}
              title="Delete for good"
              onClick={() => programs.forget(p.id)}>
              ×
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Nothing() {
  return (
    <div class="empty">
      <p>No program is open.</p>
      <div class="row center">
        <Action kind="primary" run={() => (chooser.value = true)}>
          Choose an example
        </Action>
        <Action run={fresh}>Write one</Action>
      </div>
    </div>
  );
}

const host: Host = {
  changed: (text) => programs.edit(programs.currentID.value, text),
  place: (at) => (cursor.value = at),
  about: () => ({ name: programs.current.value?.name ?? "", analysis: explains() ? analysis.value : "racerdx" }),
  clickedMark: showReport,
  pointedMark: (id) => (pointed.value = id),
};

/** The report whose mark the pointer is at, or the arc of a reason that it is at; empty for none. */
export const pointed = signal<string | Arc>("");

/** Where the editor lives. It stays as it is, with what can be undone, while another
 * region is shown in its place. */
const home = document.createElement("div");
home.className = "editor";
home.dataset["testid"] = "editor";

/** made is the one editor, which follows what is shown and what is known of it. */
function made(): Editor {
  const mine = new Editor(home, host);
  let place = ""; // of the session, when its threads were brought into sight last
  effect(() => {
    const p = programs.current.value;
    if (p) mine.show(p.id, p.text);
  });
  effect(() => {
    const k = known.value;
    if (k && !stale() && k.text === mine.text) mine.diagnose(k.diagnoses);
  });
  effect(() => {
    const s = stepper.value;
    const list = lineMarks(
      known.value,
      s && { program: s.program, text: s.text, view: s.view.value },
      programs.current.value,
    );
    if (list) mine.mark(list);
    const v = s?.view.value;
    if (v && v.place !== place && s.text === mine.text)
      window.requestAnimationFrame(() => mine.follow(v.last?.thread ?? "A"));
    place = v?.place ?? "";
  });
  effect(() => {
    const p = programs.current.value;
    const s = stepper.value;
    const v = s?.view.value;
    const line = p && cursor.value > 0 ? p.text.slice(0, cursor.value).split("\n").length : 0;
    const at = pointed.value;
    const found =
      typeof at === "string" || known.value?.text !== p?.text ? arcsOf(known.value, p, String(at), line) : [at];
    if (found.length > 0) mine.join(found);
    else mine.join(p && v && s.program === p.id ? sessionArc({ program: p.id, text: s.text, view: v }, p.text) : []);
  });
  return mine;
}

function Rich() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const mine = box.current!;
    mine.append(home);
    editor ??= made();
    editor.back();
    window.requestAnimationFrame(() => editor?.follow(stepper.peek()?.view.peek()?.last?.thread ?? "A"));
    return () => {
      if (home.parentElement === mine) home.remove(); // else it is shown elsewhere already
    };
  }, []);
  return <div class="editorbox" ref={box} />;
}

function Plain() {
  const p = programs.current.value!;
  return (
    <textarea
      {...plainText}
      aria-label="Program text"
      ref={(e) => {
        field = e ?? undefined;
      }}
      value={p.text}
      onInput={(e) => programs.edit(p.id, e.currentTarget.value)}
      onSelect={(e) => (cursor.value = e.currentTarget.selectionStart)}
    />
  );
}

/** Foot says where programs are kept, if not in this browser as they should be, and who else has
 * this one open. */
function Foot() {
  const trouble = storage.trouble.value;
  const kept = { forbidden: "kept in this tab only", full: "not stored: storage is full", "": "" }[trouble ?? ""];
  const said = absent.value
    ? "no engine"
    : kept || (elsewhere.value ? "open in another tab too: both have one text" : "");
  return said ? <div class="foot">{said}</div> : null;
}
