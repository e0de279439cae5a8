// The memory, drawn: the variables of both threads and the objects. Boxes keep their places from
// state to state, and changes are animated.
import type { ComponentChildren } from "preact";
import { useMemo, useRef } from "preact/hooks";
import type { ObjectView, ThreadView, View } from "../protocol";
import { px, useRoom } from "../ui/parts";
import { projector, say } from "../ui/state";
import { type Box, Places, rowsOf } from "./layout";
import { looked } from "./panels";

export function Heap(p: { view: View; session: object; children?: ComponentChildren }) {
  const v = p.view;
  const places = useMemo(() => new Places(), [p.session, v.pair, v.heap]);
  const box = useRef<HTMLDivElement>(null);
  const room = useRoom(box);
  const little = room.width > 0 && room.width < 480;
  const { boxes, edges, width, height } = places.draw(v, little);
  // Fit the frame, but scroll rather than become illegible.
  const fits = Math.min(projector.value ? 2 : 1.25, room.width / width, Math.max(room.height - 100, 200) / height);
  const scale = room.width > 0 ? Math.max(little ? 0.75 : 0.5, fits) : 1;
  return (
    <div
      class={`memory ${little ? "little" : ""}`}
      role="group"
      tabIndex={0}
      aria-label="Memory. Up and down look at an object."
      ref={box}
      onKeyDown={(e) => choose(e, v.objects)}>
      <p class={`lockline ${v.lock.owner.toLowerCase()}`}>{lockLine(v)}</p>
      <div class="drawing" style={px({ width: width * scale, height: height * scale })}>
        <div style={{ transform: `scale(${scale})`, ...px({ width, height }) }}>
          <svg width={width} height={height} aria-hidden="true">
            {edges.map((e) => <path key={e.key} class={e.kind} d={e.d} style={{ d: `path("${e.d}")` }} />)}
          </svg>
          {v.threads.map((t) => <ThreadBox thread={t} box={boxes.get(t.name)!} key={t.name} />)}
          {v.objects.map((o) => <ObjectBox object={o} box={boxes.get(o.name)!} key={o.name} />)}
        </div>
      </div>
      {p.children}
      {v.watches.length > 0 ? (
        <ul class="watches" aria-label="Watched expressions">
          {v.watches.map((w) => <li><code>{w.expression}</code> {w.text}</li>)}
        </ul>
      ) : null}
    </div>
  );
}

function lockLine({ lock }: View): string {
  if (lock.named && lock.text === "free") return "All locks are free";
  if (lock.named) return lock.text.replace(/(A|B) /g, "$1 holds ").replace("; ", ", ");
  if (!lock.owner) return "The lock is free";
  return `${lock.owner} holds the lock${lock.depth > 1 ? `, ${lock.depth} times` : ""}`;
}

const at = ({ x, y, width, height }: Box): Record<string, string> => ({
  transform: `translate(${x}px, ${y}px)`,
  ...px({ width, height }),
});

function ThreadBox(p: { thread: ThreadView; box: Box }) {
  const t = p.thread;
  return (
    <div
      class={`box ${t.name.toLowerCase()}`}
      style={at(p.box)}
      role="group"
      aria-label={`Variables of thread ${t.name}`}>
      <strong>{t.name} <span>{t.inside}</span></strong>
      {rowsOf(t).map(({ key, frame, first, variable: x }) => (
        <p key={key} class={x.changed ? "changed" : ""} title={first ? `in ${frame.unit}, which called` : undefined}>
          <var>
            {first ? "↑ " : ""}
            {x.name}
          </var>
          <i>
            {x.value === "nil" ? "–" : x.value}
            {x.changed ? " *" : ""}
          </i>
        </p>
      ))}
    </div>
  );
}

function ObjectBox(p: { object: ObjectView; box: Box }) {
  const o = p.object;
  const races = (c: ObjectView["cells"][number]): boolean =>
    c.next.length > 1 && c.next.some((n) => n.kind === "write");
  const kind = `${o.new ? "new" : ""} ${looked.value === o.name ? "chosen" : ""}`;
  return (
    <div
      class={`box object ${kind}`}
      style={at(p.box)}
      data-object={o.name}
      role="group"
      aria-label={`Object ${o.name}`}
      onClick={() => look(o.name)}>
      <strong>{o.name} {o.new ? <small>new</small> : null}</strong>
      {o.cells.map((c) => (
        <p key={c.field} class={`${c.changed ? "changed" : ""} ${races(c) ? "race" : ""}`}>
          <var>{c.field}</var>
          {c.next.map((n) => (
            <em class={n.thread.toLowerCase()} title={`${n.thread} ${n.kind}s it next`}>
              {n.thread}
              <span> {n.kind}s</span>
            </em>
          ))}
          <i class={c.next.length > 0 ? "unseen" : ""}>
            {c.value === o.name ? "itself" : c.value}
            {c.changed ? " *" : ""}
          </i>
        </p>
      ))}
    </div>
  );
}

function choose(e: KeyboardEvent, shown: readonly ObjectView[]): void {
  const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[e.key];
  if (e.key === "Escape" && looked.value) looked.value = "";
  else if (by && shown.length > 0) {
    const n = shown.findIndex((o) => o.name === looked.value);
    look(shown[n < 0 ? (by > 0 ? 0 : shown.length - 1) : (n + by + shown.length) % shown.length]!.name);
  } else return;
  e.preventDefault();
  e.stopPropagation();
}

function look(name: string): void {
  looked.value = looked.value === name ? "" : name;
  say(looked.value ? `Object ${name}.` : `Object ${name} is closed.`);
}
