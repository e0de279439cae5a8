// The entries of the palette: commands of the active session and actions of the page.
import { chooseExample, cursor, format, fresh, openFiles, rename, save, togglePlain } from "./editor/region";
import { hello, unready } from "./engine/client";
import { share, unshared } from "./share";
import { folded } from "./step/fold";
import { shownKey } from "./step/keys";
import { acting, beside, openProgram, origin, openBeside, stepper } from "./step/open";
import type { Stepper } from "./step/stepper";
import * as programs from "./store/programs";
import type { Entry } from "./ui/palette";
import { asking, go, help, nextTheme, projector, regionNames, regions, say, theme } from "./ui/state";

export function actions(): Entry[] {
  const s = acting.value;
  return [...(s?.view.value ? steps(s) : []), ...page()];
}

/** A palette entry without its group. off is the reason why it is disabled now. */
type Row = [name: string, run: () => void, help?: string, keys?: string | undefined, off?: string | undefined];

const group = (name: string, ...rows: Row[]): Entry[] =>
  rows.map(([action, run, help, keys, off]) => ({ group: name, name: action, run, help, keys, off }));

function steps(s: Stepper): Entry[] {
  const v = s.view.value!;
  const open = (pair: string, heap?: string): void =>
    void openProgram({ id: s.program, name: s.name, text: s.text }, { pair, ...(heap ? { heap } : {}) }, origin.peek());
  const pairs = s === stepper.value ? v.units.flatMap((a, i) => v.units.slice(i).map((b) => [a, b] as const)) : [];
  const file = (what: string, ending: string) => () => void s.save(what, ending);
  const to = async (thread: string): Promise<void> => {
    const before = s.text.slice(0, cursor.peek()).split("\n");
    const text = s.text.split("\n")[before.length - 1]!;
    await s.line(`until ${thread} at ${before.length}:${text.length - text.trimStart().length + 1}`);
    await s.line("continue");
  };
  const begin = (): void => {
    const name = "Begin from: one, different, or such as A.b = B.b";
    asking.value = { name, begin: v.heap, does: "Begin", done: (arg) => void s.command("init", arg) };
  };
  const line = "to the statement in the line of the cursor";
  const here = ["A", "B"].map((t): Row => [`Run ${t} to the cursor`, () => void to(t), line]);
  const commands = (hello.value?.commands ?? []).map((c): Row => {
    return [named(c.name), () => s.press(c), c.help, shownKey(c), v.off.find((o) => o.name === c.name)?.why];
  });
  const known = "what RacerDX knows before the next statement of each thread";
  const local = "steps that touch neither a shared cell nor the lock are one";
  const second = beside.value ? "A second schedule is there already." : "";
  const view: Row[] = [
    ["Analysis at this point", () => void s.toggleAnalysis(), known],
    ["Fold local steps", () => (folded.value = !folded.value), local, "o"],
    ["Open a second schedule", () => void openBeside(), "beside this one, from the present state", "|", second],
  ];
  return [
    ...group("Step", ...here, ...commands, ...view),
    ...group(
      "Pair",
      ...pairs.map(([a, b]): Row => {
        const pair = `${a},${b}`;
        return [`Step the pair ${a} ‖ ${b}`, () => open(pair), "", v.pair === pair ? "now" : ""];
      }),
    ),
    ...group(
      "Initial state",
      ["Begin from one object", () => open(v.pair, "one"), "that both threads share"],
      ["Begin from different objects", () => open(v.pair, "different"), "one for each parameter"],
      ["Begin from another state", begin, `now: ${v.heap}`],
    ),
    ...group(
      "Export",
      ["Export the state, a picture", file("state", "state.svg"), "", "x"],
      ["Export the memory, a picture", file("memory", "memory.svg")],
      ["Export the trace, a picture", file("trace", "trace.svg")],
      ["Export the trace, a page that steps by itself", file("html", "trace.html")],
      ["Export the way here, a trace file", () => void s.command("save", `${s.name.replace(/\.il$/, "")}.trace`)],
    ),
  ];
}

const named = (command: string): string => {
  const words = command.replaceAll("-", " ").replace(/\b[ab]$/, (x) => x.toUpperCase());
  return words[0]!.toUpperCase() + words.slice(1);
};

function page(): Entry[] {
  const none = programs.some.value ? "" : "There is no program.";
  const project = (): void => {
    projector.value = !projector.value;
    say(projector.value ? "Large type." : "Normal type.");
  };
  return [
    ...group(
      "Program",
      ["Examples", chooseExample, "programs that come with wobbly, by topic"],
      ["New program", fresh],
      ["Open files", openFiles, "from this machine"],
      ["Save", save, "the program as a file", "", none],
      ["Rename", rename, "", "", none],
      ["Format", () => void format(), "as wobbly fmt prints it", "", none || unready()],
      ["Plain text field", togglePlain, "instead of the editor, or the editor again"],
    ),
    ...group(
      "Closed programs",
      ...programs.programs.value.flatMap(({ id, name, open }): Row[] => {
        if (open) return [];
        const forget = { name: `Delete ${name} for good?`, does: "Delete it", done: () => programs.forget(id) };
        return [
          [`Open ${name} again`, () => programs.show(id)],
          [`Delete ${name}`, () => (asking.value = forget), "for good"],
        ];
      }),
    ),
    ...group(
      "Page",
      ["Share", () => void share(), "a link to what is shown", "", unshared()],
      ["Print", () => window.print(), "program, schedule and memory on paper"],
      ["Projector", project, "large type, for a room"],
      [`Colours: ${theme.value}`, () => say(`Colours: ${(theme.value = nextTheme())}.`), `then ${nextTheme()}`],
      ["Help", help, "what this is, the language IL, and the keys"],
    ),
    ...group(
      "Go to",
      ...regions.map((r, i): Row => [`${regionNames[r]}, the region`, () => go(r, true), "", `Alt ${i + 1}`]),
    ),
  ];
}
