// What the palette offers: the commands of the session that is stepped, and what the page does.
import { chooser } from "./editor/examples";
import { cursor, format, fresh, openFiles, rename, save, togglePlain } from "./editor/region";
import { hello, unready } from "./engine/client";
import { share } from "./share";
import { folded } from "./step/fold";
import { shownKey } from "./step/keys";
import { acting, beside, openProgram, origin, putBeside, stepper } from "./step/open";
import { nextDetail } from "./step/region";
import { commandNamed, type Stepper } from "./step/stepper";
import { some } from "./store/programs";
import { helping } from "./ui/help";
import type { Entry } from "./ui/palette";
import { go, nextTheme, projector, regionNames, regions, say, theme } from "./ui/state";

/** actions lists everything that can be done now. */
export function actions(): Entry[] {
  const s = acting();
  return [...(s?.view.value ? steps(s) : []), ...page()];
}

function steps(s: Stepper): Entry[] {
  const v = s.view.value!;
  const group = "Step";
  const commands = (hello.value?.commands ?? []).map((c) => ({
    group,
    name: named(c.name),
    help: c.help,
    keys: shownKey(c),
    off: v.off.find((o) => o.name === c.name)?.why,
    run: () => s.press(c),
  }));
  const open = (pair: string, heap: string): void =>
    void openProgram({ id: s.program, name: s.name, text: s.text }, { pair, ...(heap ? { heap } : {}) }, origin.peek());
  const pairs = v.units.flatMap((a, i) => v.units.slice(i).map((b) => [a, b] as const));
  const file = (what: string, ending: string) => () => void s.save(what, ending);
  const mine = s === stepper.value ? pairs : [];
  const to = (thread: string) => async (): Promise<void> => {
    const before = s.text.slice(0, cursor.peek()).split("\n");
    const text = s.text.split("\n")[before.length - 1]!;
    await s.line(`until ${thread} at ${before.length}:${text.length - text.trimStart().length + 1}`);
    await s.line("continue");
  };
  return [
    ...["A", "B"].map((t) => ({
      group,
      name: `Run ${t} to the cursor`,
      help: "to the statement in the line of the cursor",
      run: () => void to(t)(),
    })),
    ...commands,
    {
      group,
      name: "Analysis at this point",
      help: "what RacerDX knows before the next statement of each thread",
      run: () => void s.toggleAnalysis(),
    },
    {
      group,
      name: "Memory: show less, or all",
      keys: "v",
      help: "all objects, what changed, or what both threads can reach",
      run: nextDetail,
    },
    {
      group,
      name: "Fold local steps",
      keys: "o",
      help: "steps that touch neither a shared cell nor the lock are one",
      run: () => (folded.value = !folded.value),
    },
    {
      group,
      name: "Put beside",
      keys: "|",
      help: "a second schedule beside this one, from the present state",
      off: beside.value ? "A second schedule is there already." : "",
      run: () => void putBeside(),
    },
    ...mine.map(([a, b]) => ({
      group: "Pair",
      name: `Step the pair ${a} ‖ ${b}`,
      keys: v.pair === `${a},${b}` ? "now" : undefined,
      run: () => open(`${a},${b}`, ""),
    })),
    {
      group: "Initial state",
      name: "Begin from one object",
      help: "that both threads share",
      run: () => open(v.pair, "one"),
    },
    {
      group: "Initial state",
      name: "Begin from different objects",
      help: "one for each parameter",
      run: () => open(v.pair, "different"),
    },
    {
      group: "Initial state",
      name: "Begin from another state",
      help: `now: ${v.heap}`,
      run: () => {
        const command = commandNamed("init");
        if (command)
          s.asked.value = {
            command: { ...command, prompt: "begin from: one, different, or such as A.b = B.b" },
            begin: v.heap,
          };
      },
    },
    { group: "Export", name: "Export the state, a picture", keys: "x", run: file("state", "state.svg") },
    { group: "Export", name: "Export the memory, a picture", run: file("memory", "memory.svg") },
    { group: "Export", name: "Export the trace, a picture", run: file("trace", "trace.svg") },
    { group: "Export", name: "Export the trace, a page that steps by itself", run: file("html", "trace.html") },
    {
      group: "Export",
      name: "Export the way here, a trace file",
      run: () => void s.command("save", `${s.name.replace(/\.il$/, "")}.trace`),
    },
  ];
}

/** named is a command as the palette writes it. */
const named = (command: string): string => {
  const words = command.replaceAll("-", " ").replace(/\b[ab]$/, (x) => x.toUpperCase());
  return words[0]!.toUpperCase() + words.slice(1);
};

function page(): Entry[] {
  const none = some.value ? "" : "There is no program.";
  const program = "Program";
  const view = "Page";
  return [
    {
      group: program,
      name: "Examples",
      help: "programs that come with wobbly, by topic",
      run: () => (go("step"), (chooser.value = true)),
    },
    { group: program, name: "New program", run: fresh },
    { group: program, name: "Open files", help: "from this machine", run: openFiles },
    { group: program, name: "Save", help: "the program as a file", off: none, run: save },
    { group: program, name: "Rename", off: none, run: rename },
    {
      group: program,
      name: "Format",
      help: "as wobbly fmt prints it",
      off: none || unready(),
      run: () => void format(),
    },
    { group: program, name: "Plain text field", help: "instead of the editor, or the editor again", run: togglePlain },
    { group: view, name: "Share", help: "a link to what is shown", off: none || unready(), run: () => void share() },
    { group: view, name: "Print", help: "program, schedule and memory on paper", run: () => window.print() },
    {
      group: view,
      name: "Projector",
      help: "large type, for a room",
      run: () => {
        projector.value = !projector.value;
        say(projector.value ? "Large type." : "Normal type.");
      },
    },
    {
      group: view,
      name: `Colours: ${theme.value}`,
      help: `then ${nextTheme()}`,
      run: () => say(`Colours: ${(theme.value = nextTheme())}.`),
    },
    {
      group: view,
      name: "Help",
      help: "what this is, the language IL, and the keys",
      run: () => (helping.value = true),
    },
    ...regions.map((r, i) => ({
      group: "Go to",
      name: `${regionNames[r]}, the region`,
      keys: `Alt ${i + 1}`,
      run: () => go(r, true),
    })),
  ];
}
