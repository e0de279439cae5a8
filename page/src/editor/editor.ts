// The editor: CodeMirror in a shadow root, where the page's policy allows its styles.
import sheet from "../css/code.shadow.css";
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { type Completion, type CompletionContext, snippetCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, codeFolding, foldEffect, indentOnInput, indentUnit } from "@codemirror/language";
import { linter, lintKeymap, nextDiagnostic, openLintPanel, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorSelection, EditorState, type Extension, StateEffect, StateField, Text } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter } from "@codemirror/view";
import { hoverTooltip, keymap, lineNumbers, showTooltip, type Tooltip } from "@codemirror/view";
import { ask, hello } from "../engine/client";
import type { CompletionItem, Diagnosis, HoverView } from "../protocol";
import { say } from "../ui/state";
import { commonEnds } from "../ui/words";
import { language } from "./language";
import { type Arc, type Mark, type MarkHost, marks, setArcs, setMarks } from "./marks";

export interface Host extends MarkHost {
  changed?(text: string): void;
  place?(at: number): void;
  /** Returns the program's name and the analysis that explains its accesses. */
  about?(): { name: string; analysis: string };
  /** Whether the editor itself asks for errors. */
  readonly checks?: boolean;
}

const writingLabel = "Program text. Escape, then Tab, leaves the editor."

const looks = new CSSStyleSheet();
looks.replaceSync(sheet);

/** A CodeMirror that shows one document at a time. Each program keeps its own state, so that undo
 * stays within it. */
export class Editor {
  readonly view: EditorView;
  private readonly states = new Map<string, EditorState>();
  private readonly extensions: Extension;
  private id = "";
  private top = 0; // scroll position of the current document
  private last: { doc: Text; text: string } = { doc: Text.empty, text: "" };

  constructor(
    parent: HTMLElement,
    private readonly host: Host,
    /** The label of a read-only text; empty if it can be edited. */
    label = "",
  ) {
    const root = parent.attachShadow({ mode: "open" });
    this.extensions = [
      lineNumbers(),
      marks(host),
      codeFolding({ placeholderText: "⋯" }),
      language,
      label ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : this.writing(),
      EditorView.contentAttributes.of({ "aria-label": label || writingLabel, tabindex: "0" }),
    ];
    this.view = new EditorView({ parent: root, state: this.fresh("") });
    root.adoptedStyleSheets.push(looks); // after CodeMirror's own
    const scroller = this.view.scrollDOM;
    scroller.addEventListener("scroll", () => scroller.isConnected && (this.top = scroller.scrollTop));
    // Reached by Tab, or after Escape, it is left by Tab, until a click or another key.
    const { contentDOM, dom } = this.view;
    const tab = (leaves: boolean): void => this.view.setTabFocusMode(leaves);
    contentDOM.addEventListener("focus", (e) => e.relatedTarget && tab(!contentDOM.matches(":active")));
    dom.addEventListener("keydown", (e) => ["Tab", "Shift", "Escape"].includes(e.key) || tab(false));
    for (const end of ["mousedown", "focusout"]) dom.addEventListener(end, () => tab(false));
  }

  show(id: string, text: string): void {
    if (id === this.id) return this.replace(text);
    this.states.set(this.id, this.view.state);
    this.id = id;
    const old = this.states.get(id);
    const known = old && old.doc.toString() === text;
    this.view.setState(known ? old : this.fresh(text));
    const comment = known ? undefined : opening(text);
    if (comment) this.view.dispatch({ effects: foldEffect.of(comment) });
  }

  /** The document. Cached, because joining 10,000 lines on each read is slow. */
  get text(): string {
    const doc = this.view.state.doc;
    if (this.last.doc !== doc) this.last = { doc, text: doc.toString() };
    return this.last.text;
  }

  select(from: number, to: number): void {
    const end = this.view.state.doc.length;
    this.view.dispatch({
      selection: { anchor: Math.min(from, end), head: Math.min(to, end) },
      effects: EditorView.scrollIntoView(Math.min(from, end), { y: "center" }),
    });
    this.view.focus();
  }

  diagnose(list: readonly Diagnosis[]): void {
    const { state } = this.view;
    const all = list.map((d) => toDiagnostic(d, state.doc.length));
    this.view.dispatch(setDiagnostics(state, all));
  }

  private async errors(): Promise<Diagnostic[]> {
    const text = this.text;
    const found = await ask("check", "diagnose", { ...this.host.about?.(), program: text }).catch(() => undefined);
    return found?.list.map((d) => toDiagnostic(d, text.length)) ?? [];
  }

  /** Replaces the arcs, and the marks unless there are none to show yet. Given a thread, it also
   * scrolls to its line, and to the other thread's if both fit. All in one transaction, because
   * each one makes the browser lay out the code. */
  decorate(list: readonly Mark[] | undefined, joined: readonly Arc[], thread?: string): void {
    const doc = this.view.state.doc;
    const effects: StateEffect<unknown>[] = [setArcs.of(joined)];
    if (list) effects.push(setMarks.of(list));
    const threads = list?.filter((m) => (m.kind === "a" || m.kind === "b") && m.line <= doc.lines) ?? [];
    const [head, anchor = head] = threads
      .sort((x) => (x.text === thread ? -1 : 1))
      .map((m) => doc.line(m.line).from);
    if (thread && head !== undefined && anchor !== undefined)
      effects.push(EditorView.scrollIntoView(EditorSelection.range(anchor, head), { y: "nearest", yMargin: 40 }));
    this.view.dispatch({ effects });
  }

  /** Restores the scroll position, which is lost when the editor leaves the page. */
  back(): void {
    this.view.scrollDOM.scrollTop = this.top;
  }

  /** Edits only where the texts differ, so that the cursor stays. */
  private replace(text: string): void {
    const old = this.text;
    if (old === text) return;
    const [from, end] = commonEnds(old, text);
    this.view.dispatch({ changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) } });
  }

  private fresh(text: string): EditorState {
    return EditorState.create({ doc: text, extensions: this.extensions });
  }

  private writing(): Extension {
    return [
      highlightActiveLine(),
      highlightActiveLineGutter(),
      history(),
      drawSelection(),
      EditorState.allowMultipleSelections.of(true),
      indentUnit.of("  "),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      highlightSelectionMatches(),
      autocompletion({ override: [(c) => this.complete(c)], icons: false }),
      this.host.checks ? linter(() => this.errors(), { delay: 250 }) : [],
      hoverTooltip(async (v, at) => tip(await this.hover(at, v.state.selection.main.head)), { hoverTime: 350 }),
      shownTip,
      keymap.of([
        { key: "Escape", run: (v) => this.release(v) },
        { key: "F1", run: (v) => this.explain(v) },
        { key: "F8", run: nextDiagnostic },
        { key: "Mod-Shift-m", run: openLintPanel },
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...completionKeymap,
        ...lintKeymap,
        indentWithTab,
      ]),
      EditorView.contentAttributes.of({ spellcheck: "false", autocapitalize: "off" }),
      EditorView.updateListener.of((u) => {
        if (u.docChanged) this.host.changed?.(this.text);
        if (u.selectionSet || u.docChanged) this.host.place?.(u.state.selection.main.head);
      }),
    ];
  }

  private release(view: EditorView): boolean {
    if (view.state.field(shownTip)) view.dispatch({ effects: setTip.of(null) });
    view.setTabFocusMode(true);
    say("Tab leaves the editor now.");
    return false;
  }

  private async complete(c: CompletionContext) {
    const word = c.matchBefore(/[\p{L}\p{N}_.]+$/u);
    if (!word && !c.explicit) return null;
    const about = this.about(c.pos);
    const found = about && (await ask("session", "complete", about).catch(() => undefined));
    if (!found || found.items.length === 0) return null;
    return { from: found.from, validFor: /^[\p{L}\p{N}_]*$/u, options: found.items.map(option) };
  }

  /** The question to the engine about an offset; undefined while there is no engine. */
  private about(at: number) {
    const about = hello.value && this.host.about?.();
    return about && { ...about, program: this.text, at };
  }

  private async hover(at: number, against?: number): Promise<HoverView | undefined> {
    const about = this.about(at);
    const lane = about?.analysis === "racerdx" ? "session" : "why";
    return (
      about && ask(lane, "hover", { ...about, ...(against === undefined ? {} : { against }) }).catch(() => undefined)
    );
  }

  private explain(view: EditorView): boolean {
    const at = view.state.selection.main.head;
    const text = this.text;
    void this.hover(at).then((h) => {
      if (this.text !== text || view.state.selection.main.head !== at) return;
      const shown = tip(h);
      view.dispatch({ effects: setTip.of(shown) });
      say(shown ? h!.text : "Nothing is known about this place.");
    });
    return true;
  }
}

function tip(h: HoverView | undefined): Tooltip | null {
  if (!h || h.from === h.to) return null;
  return {
    pos: h.from,
    end: h.to,
    above: true,
    create: () => {
      const dom = document.createElement("div");
      dom.append(Object.assign(document.createElement("div"), { className: "hover", textContent: h.text }));
      return { dom };
    },
  };
}

/** Sets the tooltip at the cursor; it disappears when the cursor moves. */
const setTip = StateEffect.define<Tooltip | null>();
const shownTip = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, tr) {
    for (const e of tr.effects) if (e.is(setTip)) return e.value;
    return tr.docChanged || tr.selection ? null : shown;
  },
  provide: (f) => showTooltip.from(f),
});

function option(i: CompletionItem): Completion {
  if (!i.insert.includes("$")) return { label: i.label, detail: i.detail, apply: i.insert || i.label };
  return snippetCompletion(i.insert.replaceAll("$0", "${}"), { label: i.label, detail: i.detail });
}

/** The range to fold: the comment at the start of the program, after its first line. */
function opening(text: string): { from: number; to: number } | undefined {
  const comment = /^(\/\/[^\n]*)((?:\n\/\/[^\n]*){2,})/.exec(text);
  return comment ? { from: comment[1]!.length, to: comment[0].length } : undefined;
}

function toDiagnostic(d: Diagnosis, length: number): Diagnostic {
  const from = Math.min(d.from, length);
  const severity = d.severity === "warning" ? "warning" : d.severity === "information" ? "info" : "error";
  return {
    from,
    to: Math.min(Math.max(d.to, from), length),
    severity,
    source: d.code,
    message: d.message,
    renderMessage: () => message(d),
    actions: d.edits.length > 0 ? [{ name: `Fix: ${d.fix}`, apply: (view, at) => mend(view, d, at - d.from) }] : [],
  };
}

/** Applies the fix of an error that has since moved by the given number of characters. */
function mend(view: EditorView, d: Diagnosis, moved: number): void {
  const changes = d.edits.map((e) => ({ from: e.from + moved, to: e.to + moved, insert: e.text }));
  if (changes.every((c) => c.from >= 0 && c.to <= view.state.doc.length)) view.dispatch({ changes });
}

function message(d: Diagnosis): HTMLElement {
  const box = Object.assign(document.createElement("div"), { className: "diagnostic" });
  const paragraph = (textContent: string, className = ""): void =>
    box.append(Object.assign(document.createElement("p"), { className, textContent }));
  paragraph(`${d.code ? `${d.severity} ${d.code}: ` : ""}${d.message}`);
  if (d.fix && d.edits.length === 0) paragraph(`Fix: ${d.fix}`, "fix");
  return box;
}
