// The two large buttons: each says what its thread does next, or why it can do nothing.
import type { ThreadView, View } from "../protocol";
import { Action } from "../ui/parts";
import type { Stepper } from "./stepper";
import { nextWords, optionWords } from "./words";

export function Threads(p: { stepper: Stepper; view: View; off?: string }) {
  return (
    <div class="threads" role="group" aria-label="Who goes next">
      {p.view.threads.map((t) => (
        <Thread stepper={p.stepper} thread={t} off={p.off ?? ""} />
      ))}
    </div>
  );
}

function Thread(p: { stepper: Stepper; thread: ThreadView; off: string }) {
  const t = p.thread;
  const name = t.name.toLowerCase();
  if (t.options.length > 0) {
    return (
      <>
        {t.options.map((o) => (
          <Action kind={`go ${name}`} run={() => void p.stepper.line(o.line)} off={p.off} title={t.text}>
            {t.name}: {optionWords(o)}
          </Action>
        ))}
      </>
    );
  }
  return (
    <Action
      kind={`go ${name}`}
      run={() => void p.stepper.command(`step-${name}`)}
      off={p.off || (t.stop === "steps" ? "" : t.text)}
      title={t.text}>
      {t.name}: {nextWords(t)}
    </Action>
  );
}
