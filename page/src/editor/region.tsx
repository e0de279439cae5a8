// The student's programs, one a tab, in an editor or in a plain text field.
import { computed, effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { absent, ask } from "../engine/client";
import { analysis, explains, known, stale } from "../races/analysis";
import { stepper } from "../step/open";
import * as programs from "../store/programs";
import * as storage from "../store/storage";
import { elsewhere } from "../store/tabs";
import { notify } from "../ui/notices";
import { Action, Close, download, plainText } from "../ui/parts";
import { asking, go, say } from "../ui/state";
import { Editor, type Host } from "./editor";
import type { Arc } from "./marks";
import { arcsOf, lineMarks, sessionArc } from "./linemarks";
import { chooseExample } from "./examples";

/** Whether the program is a plain text field, for those whom the editor hinders. */
export const plain = signal(storage.read("plain") === "yes");
/** Where the cursor is, an offset. */
export const cursor = signal(0);

let editor: Editor | undefined;
let field: HTMLTextAreaElement | undefined;

/** selectPlace shows a stretch of the program. */
export function selectPlace(p: { from: number; to: number }): void {
  if (!document.getElementById("program")) go("step");
  window.requestAnimationFrame(() => {
    if (home.isConnected) editor?.select(p.from, p.to);
    if (home.isConnected) editor?.focus();
    field?.focus();
    field?.setSelectionRange(p.from, p.to);
  });
}

/** At is a place of the program, line:column, which a click shows. */
export function At(p: { at: string; of: { from: number; to: number } }) {
  return (
    <Action class="link at" aria-label={`line and column ${p.at}, show in the program`} run={() => selectPlace(p.of)}>
      {p.at}
    </Action>
  );
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

export function ProgramRegion() {
  return (
    <section class="code program" tabIndex={-1} aria-label="Program" id="program">
      <ProgramTabs />
      {programs.some.value ? plain.value ? <Plain /> : <Rich /> : <Nothing />}
      <Foot />
    </section>
  );
}

export function save(): void {
  const p = programs.current.peek();
  if (p) download(p.name, p.text);
}

export function togglePlain(): void {
  plain.value = !plain.value;
  storage.write("plain", plain.value ? "yes" : "no");
  say(plain.value ? "The program is a plain text field now." : "The program is in the editor now.");
}

export function fresh(): void {
  const about = "// Two methods of a class, and what they do to one of its objects.\n";
  programs.add("program.il", `${about}get(b) {\n  x := b.f;\n}\n\nset(b) {\n  v := new();\n  b.f := v;\n}\n`);
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

export function openFiles(): void {
  const input = Object.assign(document.createElement("input"), {
    type: "file",
    accept: ".il,.txt,text/plain",
    multiple: true,
  });
  input.addEventListener("change", async () => {
    for (const file of input.files ?? []) await openFile(file);
  });
  input.click();
}

const largest = 1 << 20;

/** openFile makes a program of a file, unless it is too large. */
async function openFile(file: File): Promise<void> {
  if (file.size <= largest) programs.add(file.name, (await file.text()).replace(/\r\n?/g, "\n"));
  else notify("file", "warning", `${file.name} has more than a megabyte: no program of that size is read.`);
}

function ProgramTabs() {
  const open = programs.tabs.value.filter((p) => p.open);
  return (
    <div class="programs">
      <ul aria-label="Programs">
        {open.map((p) => {
          const shown = p.id === programs.currentID.value;
          return (
            <li class={shown ? "current" : ""}>
              <Action
                class="name"
                aria-current={shown ? "true" : undefined}
                run={() => programs.show(p.id)}
                onDblClick={rename}>
                {p.name}
              </Action>
              {shown ? (
                <Close
                  name={`Close ${p.name}`}
                  title="Close; All actions can open it again"
                  run={() => programs.close(p.id)}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
      <span class="grow" />
      <Action kind="plain" run={chooseExample} title="Programs that come with wobbly, by topic">Examples</Action>
      <Action kind="plain" run={fresh} title="A new program">New</Action>
    </div>
  );
}

export function rename(): void {
  const p = programs.current.peek();
  const done = (name: string): void => {
    if (p && name) programs.rename(p.id, name.endsWith(".il") ? name : `${name}.il`);
  };
  if (p) asking.value = { name: "Name of the program", begin: p.name, does: "Rename", done };
}

function Nothing() {
  return (
    <div class="empty">
      <p>No program is open.</p>
      <div class="row center">
        <Action kind="primary" run={chooseExample}>Choose an example</Action>
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
  const stepped = computed(() => stepper.value && { ...stepper.value, view: stepper.value.view.value });
  effect(() => {
    const p = programs.current.value;
    if (p) mine.show(p.id, p.text);
  });
  effect(() => {
    const k = known.value;
    if (k && !stale() && k.text === mine.text) mine.diagnose(k.diagnoses);
  });
  effect(() => {
    const s = stepped.value;
    const list = lineMarks(known.value, s, programs.current.value);
    if (list) mine.mark(list);
    if (s?.view && s.view.place !== place && s.text === mine.text) window.requestAnimationFrame(follow);
    place = s?.view?.place ?? "";
  });
  effect(() => {
    const p = programs.current.value;
    const s = stepped.value;
    const line = p && cursor.value > 0 ? p.text.slice(0, cursor.value).split("\n").length : 0;
    const at = pointed.value;
    const found =
      typeof at === "string" || known.value?.text !== p?.text ? arcsOf(known.value, p, String(at), line) : [at];
    mine.join(found.length > 0 ? found : p && s?.program === p.id ? sessionArc(s, p.text) : []);
  });
  return mine;
}

/** follow brings the thread that went last into sight. */
const follow = (): void => editor?.follow(stepper.peek()?.view.peek()?.last?.thread ?? "A");

function Rich() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const mine = box.current!;
    mine.append(home);
    editor ??= made();
    editor.back();
    window.requestAnimationFrame(follow);
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
      ref={(e) => void (field = e ?? undefined)}
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
