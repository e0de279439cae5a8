// The buttons of the region Step. The table of session commands says what they
// do, which keys they have, and why one cannot be pressed.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { hello } from "../engine/client";
import type { CommandRow } from "../protocol";
import { Action } from "../ui/parts";
import { sentence } from "../ui/words";
import { unitsOf } from "./code";
import { shownKey } from "./keys";
import { exporting } from "./export";
import { folded } from "./fold";
import { nextDetail } from "./memory";
import { beside, openProgram, origin, putBeside } from "./open";
import { commandNamed, type Stepper } from "./stepper";
import { zoom } from "./zoom";

/** Commands that have a button at hand, with the name on it; the others are in
 * the list of all. */
const groups: readonly { name: string; commands: readonly [string, string][] }[] = [
  { name: "Steps", commands: [["step-a", "Step A"], ["step-b", "Step B"], ["run-a", "Run A"], ["run-b", "Run B"]] },
  { name: "History", commands: [["undo", "Undo"], ["redo", "Redo"]] },
  { name: "Trace", commands: [["first", "First"], ["left", "Back"], ["right", "On"], ["last", "Last"]] },
  { name: "Jumps", commands: [["next-race", "Next race"], ["go", "Go to"], ["until", "Until"], ["continue", "Continue"]] },
];

export function Controls(p: { stepper: Stepper }): JSX.Element {
  return (
    <div class="controls">
      {groups.map((g) => (
        <div class="group" role="group" aria-label={g.name}>
          {g.commands.map(([name, text]) => (
            <Press stepper={p.stepper} name={name} text={text} />
          ))}
          {g.name === "History" ? <More /> : null}
        </div>
      ))}
      {listed.value ? <All stepper={p.stepper} /> : null}
    </div>
  );
}

/** Press is the button of a command. */
export function Press(p: { stepper: Stepper; name: string; text: string; label?: string }): JSX.Element | null {
  const command = commandNamed(p.name);
  if (!command) return null;
  const off = p.stepper.view.value?.off.find((o) => o.name === p.name)?.why;
  const thread = p.name.endsWith("-a") ? "a" : p.name.endsWith("-b") ? "b" : "";
  return (
    <Action run={() => p.stepper.press(command)} off={off} keys={shownKey(command)} title={sentence(command.help)} label={p.label} kind={thread}>
      {p.text}
    </Action>
  );
}

/** Whether all actions are listed. */
export const listed = signal(false);

function More(): JSX.Element {
  return (
    <Action run={() => (listed.value = !listed.value)} pressed={listed.value} keys="?">
      All actions
    </Action>
  );
}

/** All is all commands, with their keys and what they do. */
function All(p: { stepper: Stepper }): JSX.Element {
  return (
    <div class="all">
      <ul aria-label="All actions">
        {(hello.value?.commands ?? []).map((c) => (
          <One stepper={p.stepper} command={c} />
        ))}
        {own.map((o) => (
          <li>
            <Action run={o.run} keys={o.key} off={o.off?.()}>
              {o.name}
            </Action>
            <span>{o.help}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What this region can do besides the commands of the session. */
const own: readonly { name: string; key?: string; help: string; run: () => void; off?: () => string }[] = [
  { name: "heap", key: "v", help: "the memory shows all objects, what changed, or what both threads can reach", run: nextDetail },
  { name: "fold", key: "o", help: "the trace folds local steps, or shows all", run: () => (folded.value = !folded.value) },
  { name: "export", key: "x", help: "files to keep: the state or the trace as a picture, the trace as a page that steps by itself", run: () => (exporting.value = !exporting.value) },
  { name: "zoom", key: "z", help: "the part that had the focus last alone, be it threads, analysis, memory or trace; or all again", run: zoom },
  { name: "put beside", help: "a second schedule beside this one, from the present state", run: () => void putBeside(), off: () => (beside.value ? "A second schedule is there already." : "") },
];

function One(p: { stepper: Stepper; command: CommandRow }): JSX.Element {
  const off = p.stepper.view.value?.off.find((o) => o.name === p.command.name)?.why;
  return (
    <li>
      <Action run={() => p.stepper.press(p.command)} off={off} keys={shownKey(p.command)}>
        {p.command.name.replaceAll("-", " ")}
      </Action>
      <span>
        {p.command.help}
        {off ? <em> {off}</em> : null}
      </span>
    </li>
  );
}

/** ArgForm asks for what stands behind a command: a state, a condition. */
export function ArgForm(p: { stepper: Stepper }): JSX.Element | null {
  const asked = p.stepper.asked.value;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [asked]);
  if (!asked) return null;
  const done = (e: Event): void => {
    e.preventDefault();
    const arg = field.current?.value.trim() ?? "";
    leave();
    void p.stepper.command(asked.command.name, arg);
  };
  const leave = (): void => {
    const around = field.current?.closest<HTMLElement>("[tabindex='-1']");
    p.stepper.asked.value = undefined;
    around?.focus();
  };
  return (
    <form class="ask" onSubmit={done} onKeyDown={(e) => e.key === "Escape" && leave()}>
      <label>
        <span>{sentence(asked.command.prompt).replace(/\.$/, "")}</span>
        <input ref={field} value={asked.begin} placeholder={asked.command.arg.toLowerCase()} autocomplete="off" spellcheck={false} />
      </label>
      <button type="submit" class="action primary">
        Do it
      </button>
      <Action run={leave}>Cancel</Action>
    </form>
  );
}

const heaps = [
  ["", "as the file says, or one object"],
  ["one", "one object"],
  ["different", "different objects"],
] as const;

/** Begin chooses the pair of units and the initial state. */
export function Begin(p: { stepper: Stepper; acting: Stepper }): JSX.Element {
  const s = p.stepper;
  const v = s.view.value!;
  const units = unitsOf(s.text);
  const pairs = units.flatMap((a, i) => units.slice(i).map((b) => `${a},${b}`));
  if (!pairs.includes(v.pair)) pairs.unshift(v.pair);
  const own = heaps.some(([h]) => h === v.heap) ? [] : [v.heap];
  const open = (pair: string, heap: string): void => void openProgram({ id: s.program, name: s.name, text: s.text }, { pair, ...(heap ? { heap } : {}) }, origin.peek(), false);
  const choose = (heap: string): void => {
    if (heap !== "other") return open(v.pair, heap);
    const written = window.prompt("Initial state: one, different, or a list such as A.b = B.b", v.heap);
    if (written) open(v.pair, written);
  };
  return (
    <div class="bar begin">
      <h2 class="title">Step</h2>
      <label class="inline">
        <span>Pair</span>
        <select data-key="P" value={v.pair} onChange={(e) => open(e.currentTarget.value, "")} disabled={pairs.length < 2}>
          {pairs.map((q) => (
            <option value={q}>{q.replace(",", " ‖ ")}</option>
          ))}
        </select>
      </label>
      <label class="inline">
        <span>Initial state</span>
        <select data-key="H" title={v.heap} value={v.heap} onChange={(e) => choose(e.currentTarget.value)}>
          {own.map((h) => (
            <option value={h}>{h}</option>
          ))}
          {heaps.map(([h, text]) => (
            <option value={h}>{text}</option>
          ))}
          <option value="other">another one …</option>
        </select>
      </label>
      <span class="grow" />
      <Action run={() => void p.acting.toggleAnalysis()} pressed={p.acting.showAnalysis.value} title="What the analysis knows before the next statement of each thread">
        Analysis
      </Action>
      <Action run={() => void putBeside()} off={beside.value ? "A second schedule is there already." : ""} title="A second schedule, from this state, beside this one">
        Beside
      </Action>
    </div>
  );
}

/** Seconds between the states of a trace that plays. */
const pace = signal(1.5);

/** Play goes along the trace by itself. */
export function Play(p: { stepper: Stepper }): JSX.Element {
  const [playing, set] = useState(false);
  const v = p.stepper.view.value!;
  const end = v.at >= v.length;
  useEffect(() => {
    if (!playing) return undefined;
    if (end) {
      set(false);
      return undefined;
    }
    const timer = window.setTimeout(() => void p.stepper.command("right"), pace.value * 1000);
    return () => window.clearTimeout(timer);
  }, [playing, v.at, v.length, pace.value]);
  const start = async (): Promise<void> => {
    if (!playing && end) await p.stepper.command("first");
    set(!playing);
  };
  return (
    <div class="bar play">
      <Action run={() => void start()} pressed={playing} off={v.length === 0 ? "There is nothing to play yet: the trace has one state." : ""}>
        {playing ? "Pause" : "Play the trace"}
      </Action>
      <label class="inline">
        <span>Pace</span>
        <input type="range" min="0.5" max="6" step="0.5" value={pace.value} onInput={(e) => (pace.value = Number(e.currentTarget.value))} aria-valuetext={`${pace.value} seconds a state`} />
        <span>{pace.value} s</span>
      </label>
    </div>
  );
}
