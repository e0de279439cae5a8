// What is wrong in a text, as CodeMirror shows it: the message, the code and the
// fix of the terminal.
import type { Diagnostic } from "@codemirror/lint";
import type { EditorView } from "@codemirror/view";
import type { Diagnosis } from "../protocol";

export function toDiagnostic(d: Diagnosis, length: number): Diagnostic {
  const from = Math.min(d.from, length);
  const severity = d.severity === "warning" ? "warning" : d.severity === "information" ? "info" : "error";
  return {
    from,
    to: Math.min(Math.max(d.to, from), length),
    severity,
    source: d.code,
    message: d.message,
    renderMessage: () => message(d),
    ...(d.edits.length > 0
      ? { actions: [{ name: `Fix: ${d.fix}`, apply: (view, at) => mend(view, d, at - d.from) }] }
      : {}),
  };
}

/** mend makes the changes that do what the fix of an error says; the error has moved so far. */
function mend(view: EditorView, d: Diagnosis, moved: number): void {
  const changes = d.edits.map((e) => ({ from: e.from + moved, to: e.to + moved, insert: e.text }));
  if (changes.every((c) => c.from >= 0 && c.to <= view.state.doc.length)) view.dispatch({ changes });
}

function message(d: Diagnosis): HTMLElement {
  const box = document.createElement("div");
  box.className = "diagnostic";
  const p = document.createElement("p");
  p.textContent = `${d.code ? `${d.severity} ${d.code}: ` : ""}${d.message}`;
  box.append(p);
  if (d.fix && d.edits.length === 0) {
    const fix = document.createElement("p");
    fix.className = "fix";
    fix.textContent = `Fix: ${d.fix}`;
    box.append(fix);
  }
  return box;
}
