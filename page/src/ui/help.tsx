// Help for first-time visitors: the page, the language IL, the keys.
import { signal } from "@preact/signals";
import { Dialog } from "./parts";

export const helping = signal(false);

const statements: readonly [string, string][] = [
  ["x := y;", "x holds the object that y holds"],
  ["x := b.f;", "reads the field f of the object that b holds"],
  ["b.f := x;", "writes that field"],
  ["x := new();", "makes an object; its fields hold the object itself"],
  ["synchronized { … }", "takes the lock, and gives it back behind the braces; a thread may take it again"],
  ["lock();  unlock();", "the same by hand; lock(m) and synchronized (m) take the lock m"],
  ["if * { … } else { … }", "nobody decides which way: you do"],
  ["while * { … }", "goes round as often as you like"],
  ["m(x);", "calls the method m"],
];

const keys: readonly [string, string][] = [
  ["a b", "step thread A, step thread B"],
  ["u ^R", "undo, redo"],
  ["← →", "look along the trace; stepping from there begins a branch"],
  ["n", "the next racing state"],
  ["x", "export the state or the trace"],
  ["Ctrl K", "all actions, found by their words; in Step ? does the same"],
  ["Alt 1 to Alt 4", "the regions Program, Races, Step, Lab"],
  ["Esc, then Tab", "leave the editor"],
  ["Ctrl Space", "complete a name in the editor"],
  ["F1", "in the editor: explain the place at the cursor"],
  ["F6", "the next part of the page; with Shift, the one before"],
  ["F8", "the next error in the editor"],
];

export function Help() {
  return (
    <Dialog title="What is this?" kind="help" closed={() => (helping.value = false)}>
      <div class="scroll" tabIndex={0} role="group" aria-label="What is this?">
        <section>
          <p>
            A program is a few methods. Two of them run at once, as thread A and thread B, on objects that they may
            share. A <strong>race</strong> is a state in which both threads are about to access one field of one object,
            and one of them writes.
          </p>
          <ol class="numbered">
            <li>
              <strong>Step</strong>: you are the scheduler. Two buttons say what each thread does next; drag the line of
              the trace to go back in time.
            </li>
            <li>
              <strong>Races</strong> says what a static analysis, RacerDX, reports, and what a search of all
              interleavings finds. Step to it shows an execution that comes to the race.
            </li>
            <li>
              <strong>Lessons</strong> are eighteen, each of some minutes. <strong>Theorem</strong> says why the reports
              are true.
            </li>
          </ol>
          <p>Everything happens in this browser. Nothing is sent anywhere.</p>
        </section>
        <section>
          <h3>The language IL</h3>
          <p>Variables hold objects, and fields of objects hold objects. There is nothing else: no numbers, no null.</p>
          <Rows list={statements} />
        </section>
        <section>
          <h3>Keys</h3>
          <Rows list={keys} />
        </section>
      </div>
    </Dialog>
  );
}

function Rows(p: { list: readonly [string, string][] }) {
  return (
    <dl class="rows">
      {p.list.map(([what, does]) => (
        <div>
          <dt><code>{what}</code></dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
