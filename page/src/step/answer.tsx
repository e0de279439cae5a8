// The longer answer of a command: an explanation, repairs, a list, or a question.
import type { AnswerView } from "../protocol";
import * as programs from "../store/programs";
import { Action, Notes, Panel, Text } from "../ui/parts";
import { go } from "../ui/state";
import type { Stepper } from "./stepper";

export function AnswerPanel(p: { stepper: Stepper; answer: AnswerView }) {
  const a = p.answer;
  const q = a.question;
  const title = q ? (q.counts ? "Prediction" : "Question") : a.title || "Answer";
  const text = [...a.lines, ...a.rows.map(([x, y]) => `${x.padEnd(10)} ${y}`)].join("\n");
  const adopt = (program: string): void => {
    programs.add(p.stepper.name.replace(/(\.il)?$/, "-fixed.il"), program);
    go("program", true);
  };
  return (
    <Panel title={title} class="answer" close={() => (p.stepper.answer.value = undefined)}>
      {q ? (
        <div class="question" role="group" aria-label={q.text}>
          <p>{q.text}</p>
          {q.answers.map((x) => <Action run={() => p.stepper.line(x.line)}>{x.text}</Action>)}
        </div>
      ) : text ? (
        <Text label={title}>{text}</Text>
      ) : null}
      {a.programs.map((c) => (
        <div class="proposal">
          <h4>{c.title}</h4>
          <pre class="text diff" tabIndex={0} role="group" aria-label={`Change: ${c.title}`}>
            {c.diff.map((l) => (
              <span class={l.startsWith("+") ? "plus" : l.startsWith("-") ? "minus" : ""}>{`${l}\n`}</span>
            ))}
          </pre>
          {c.table.length > 0 ? <Text label="Before and after">{c.table.join("\n")}</Text> : null}
          <Notes of={c.notes} />
          <Action kind="primary" run={() => adopt(c.program)}>Open as a program</Action>
        </div>
      ))}
    </Panel>
  );
}
