// The student's programs in tabs, with an editor or a plain text field.
import { computed, effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { absent, ask, hello } from "../engine/client";
import { analysis, explains, known, stale } from "../races/analysis";
import { stepper } from "../step/open";
import * as programs from "../store/programs";
import * as storage from "../store/storage";
import { notify } from "../ui/notices";
import { palette } from "../ui/palette";
import { Action, download, plainText } from "../ui/parts";
import { asking, go, say } from "../ui/state";
import { Editor, type Host } from "./editor";
import type { Arc } from "./marks";
import { arcsOf, lineMarks, sessionArc } from "./linemarks";

/** Whether to use a plain text field, for students whom the editor hinders. */
export const plain = signal(storage.read("plain") === "yes");
export const cursor = signal(0);

let editor: Editor | undefined;
let field: HTMLTextAreaElement | undefined;

export function selectPlace(p: { from: number; to: number }): void {
  if (!document.getElementById("program")) go("step");
  window.requestAnimationFrame(() => {
    if (home.isConnected) editor?.select(p.from, p.to);
    field?.focus();
    field?.setSelectionRange(p.from, p.to);
  });
}

/** A link, labelled line:column, that selects its place in the program. */
export function At(p: { at: string; of: { from: number; to: number } }) {
  return (
    <Action class="link at" aria-label={`line and column ${p.at}, show in the program`} run={() => selectPlace(p.of)}>
      {p.at}
    </Action>
  );
}

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

export function chooseExample(): void {
  const open = (e: { name: string; text: string }): void => {
    programs.add(e.name, e.text, true);
    if (!document.getElementById("program")) go("step");
    say(`${e.name} is open.`);
  };
  const entries = () =>
    (hello.value?.examples ?? []).map((e) => ({ group: e.topic, name: e.name, help: e.title, run: () => open(e) }));
  palette.value = { title: "Examples", text: "", entries };
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

/** The text of a file in UTF-8, or in UTF-16 with a byte order mark. */
async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const order = { "255,254": "utf-16le", "254,255": "utf-16be" }[String(bytes.subarray(0, 2))];
  return new TextDecoder(order).decode(bytes);
}

export function openFiles(): void {
  const input = Object.assign(document.createElement("input"), {
    type: "file",
    accept: ".il,.txt,text/plain",
    multiple: true,
  });
  input.addEventListener("change", async () => {
    for (const file of input.files ?? []) {
      if (file.size <= 1 << 20) programs.add(file.name, (await textOf(file)).replace(/\r\n?/g, "\n"));
      else notify("file", "warning", `${file.name} has more than a megabyte: no program of that size is read.`);
    }
  });
  input.click();
}

function ProgramTabs() {
  const open = programs.programs.value.filter((p) => p.open);
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
                <Action
                  class="close"
                  aria-label={`Close ${p.name}`}
                  title="Close; All actions can open it again"
                  run={() => programs.close(p.id)}>
                  ×
                </Action>
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

/** The report whose mark the pointer is over, or the arc of a reason; empty for neither. */
export const pointed = signal<string | Arc>("");

/** The editor's element. It outlives the region, so undo history survives a change of region. */
const home = document.createElement("div");
home.className = "editor";
home.dataset["testid"] = "editor";

/** How often the editor has been put into the page. */
const mounted = signal(0);

/** Creates the editor and keeps it in sync with the current program and its analysis. */
function createEditor(): Editor {
  const created = new Editor(home, host);
  const stepped = computed(() => stepper.value && { ...stepper.value, view: stepper.value.view.value });
  effect(() => {
    const p = programs.current.value;
    if (p) created.show(p.id, p.text);
  });
  effect(() => {
    const k = known.value;
    if (k && !stale.value && k.text === created.text) created.diagnose(k.diagnoses);
  });
  const marks = computed(() => lineMarks(known.value, stepped.value, programs.current.value));
  const arcs = computed(() => {
    const p = programs.current.value;
    const s = stepped.value;
    const line = p && cursor.value > 0 ? p.text.slice(0, cursor.value).split("\n").length : 0;
    const at = pointed.value;
    const found =
      typeof at === "string" || known.value?.text !== p?.text ? arcsOf(known.value, p, String(at), line) : [at];
    return found.length > 0 ? found : p && s?.program === p.id ? sessionArc(s, p.text) : [];
  });
  let place = ""; // of the session when its threads were last scrolled into view
  let frame = 0;
  effect(() => {
    marks.value;
    arcs.value;
    mounted.value;
    // In the frame that shows the new state, and after its layout has been dirtied only once.
    frame ||= window.requestAnimationFrame(() => {
      frame = 0;
      const s = stepped.peek();
      const shownPlace = `${s?.view?.place} ${mounted.peek()}`;
      const follow = s?.view && shownPlace !== place && s.text === created.text;
      created.decorate(marks.peek(), arcs.peek(), follow ? (s.view?.last?.thread ?? "A") : undefined);
      place = shownPlace;
    });
  });
  return created;
}

function Rich() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = box.current!;
    parent.append(home);
    editor ??= createEditor();
    editor.back();
    mounted.value++;
    return () => {
      if (home.parentElement === parent) home.remove(); // otherwise it is already shown elsewhere
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

/** Says if programs are not stored as they should be, and if another tab has this one open. */
function Foot() {
  const troubles = { forbidden: "kept in this tab only", full: "not stored: storage is full", none: "" };
  const shared = programs.elsewhere.value ? "open in another tab too: both have one text" : "";
  const said = absent.value ? "no engine" : troubles[storage.trouble.value ?? "none"] || shared;
  return said ? <div class="foot">{said}</div> : null;
}
