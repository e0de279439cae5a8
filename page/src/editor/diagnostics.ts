// What is wrong in a text, as CodeMirror shows it: the message, the code and the
// fix of the terminal.
import type { Diagnostic } from "@codemirror/lint";
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
  };
}

function message(d: Diagnosis): HTMLElement {
  const box = document.createElement("div");
  box.className = "diagnostic";
  const p = document.createElement("p");
  p.textContent = `${d.code ? `${d.severity} ${d.code}: ` : ""}${d.message}`;
  box.append(p);
  if (d.fix) {
    const fix = document.createElement("p");
    fix.className = "fix";
    fix.textContent = `Fix: ${d.fix}`;
    box.append(fix);
  }
  return box;
}
