// The two large buttons: each says what its thread does next, or why it can do nothing.
import type { ThreadView, View } from "../protocol";
import { Action } from "../ui/parts";
import type { Stepper } from "./stepper";
import { nextWords, optionWords } from "./words";

export function Threads(p: { stepper: Stepper; view: View; off: string }) {
  return (
    <div class="threads" role="group" aria-label="Who goes next">
      {p.view.threads.map((t) => (
        <Thread stepper={p.stepper} thread={t} off={p.off} />
      ))}
    </div>
  );
}

/** Thread is a button, or one for each way to resolve a choice. */
function Thread(p: { stepper: Stepper; thread: ThreadView; off: string }) {
  const { stepper: s, thread: t } = p;
  const name = t.name.toLowerCase();
  const button = (does: string, run: () => void, off = "") => (
    <Action kind={`go ${name}`} run={run} off={p.off || off} title={t.text}>
      {t.name}: {does}
    </Action>
  );
  if (t.options.length > 0) return t.options.map((o) => button(optionWords(o), () => s.line(o.line)));
  return button(nextWords(t), () => s.command(`step-${name}`), t.stop === "steps" ? "" : t.text);
}
