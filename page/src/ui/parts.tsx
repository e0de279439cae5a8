// What several regions are built of.
import type { Signal } from "@preact/signals";
import type { ComponentChildren, Ref } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Waiting } from "../engine/waiting";
import type { Problem, Progress } from "../protocol";
import { say } from "./state";
import { paragraphs, sentence } from "./words";

/** Action is a button. One that is off says why when it is pressed, and stays
 * in the order of the keyboard. */
export function Action(p: {
  run: () => void;
  children: ComponentChildren;
  off?: string | undefined;
  keys?: string | undefined;
  title?: string | undefined;
  label?: string | undefined;
  kind?: string | undefined;
  pressed?: boolean | undefined;
}) {
  const title = [p.off || p.title, p.keys ? `key ${p.keys}` : ""].filter(Boolean).join(" · ");
  return (
    <button
      type="button"
      class={`action ${p.kind ?? ""}`}
      title={title || undefined}
      aria-label={p.label}
      aria-disabled={p.off ? "true" : undefined}
      aria-pressed={p.pressed}
      onClick={() => (p.off ? say(p.off) : p.run())}>
      {p.children}
      {p.keys ? <kbd aria-hidden="true">{p.keys}</kbd> : null}
    </button>
  );
}

/** Panel is a titled part of a region. */
export function Panel(p: {
  title: ComponentChildren;
  id?: string;
  tools?: ComponentChildren;
  class?: string;
  children: ComponentChildren;
}) {
  return (
    <div role="group" class={`panel ${p.class ?? ""}`} aria-labelledby={p.id}>
      <header>
        <h3 id={p.id}>{p.title}</h3>
        {p.tools ? <div class="tools">{p.tools}</div> : null}
      </header>
      {p.children}
    </div>
  );
}

/** Table is a table that scrolls by itself, and so can be reached by the keyboard; its rows
 * are what stands in it. */
export function Table(p: {
  label: string;
  head: readonly string[];
  children: ComponentChildren;
  caption?: string;
  class?: string;
  box?: Ref<HTMLDivElement>;
}) {
  return (
    <div class={`tablebox ${p.class ?? ""}`.trim()} ref={p.box ?? null} tabIndex={0} role="group" aria-label={p.label}>
      <table>
        {p.caption ? <caption>{p.caption}</caption> : null}
        <thead>
          <tr>
            {p.head.map((name) => (
              <th scope="col">{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>{p.children}</tbody>
      </table>
    </div>
  );
}

/** Dialog is a modal dialog. It has a title and a button that closes it, or a label, and then a click
 * outside of it closes it. closed is called once it is closed. */
export function Dialog(p: {
  title?: string;
  label?: string;
  kind?: string;
  tools?: ComponentChildren;
  closed: () => void;
  children: ComponentChildren;
}) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    box.current?.showModal();
    box.current?.querySelector<HTMLElement>("input, textarea")?.focus();
  }, []);
  return (
    <dialog
      ref={box}
      class={`dialog ${p.kind ?? ""}`}
      aria-label={p.label ?? p.title}
      onClose={(e) => e.currentTarget.isConnected && p.closed()}
      onClick={(e) => !p.title && e.target === box.current && box.current?.close()}>
      {p.title ? (
        <form method="dialog" class="bar">
          <h2>{p.title}</h2>
          <span class="grow" />
          {p.tools}
          <button class="action">Close</button>
        </form>
      ) : null}
      {p.children}
    </dialog>
  );
}

/** Choice is one of several values, each with a text, in groups where they have names. */
export function Choice(p: {
  name: string;
  value: string;
  of: readonly { value: string; text: string; group?: string | undefined }[];
  choose: (value: string) => void;
}) {
  const options = (group: string | undefined) =>
    p.of.filter((o) => o.group === group).map((o) => <option value={o.value}>{o.text}</option>);
  return (
    <label class="inline">
      <span>{p.name}</span>
      <select value={p.value} onChange={(e) => p.choose(e.currentTarget.value)}>
        {[...new Set(p.of.map((o) => o.group))].map((g) =>
          g === undefined ? options(g) : <optgroup label={g}>{options(g)}</optgroup>,
        )}
      </select>
    </label>
  );
}

/** Amount is a number to be written, in digits, at least so large; empty, where it may be, for any. */
export function Amount(p: { name: string; of: Signal<string>; least: number; any?: boolean }) {
  const change = (text: string): void => {
    p.of.value = text === "" && p.any ? "" : String(Math.max(p.least, Math.floor(Number(text)) || p.least));
  };
  return (
    <label class="inline">
      <span>{p.name}</span>
      <input
        type="number"
        min={p.least}
        placeholder={p.any ? "any" : undefined}
        value={p.of.value}
        onChange={(e) => change(e.currentTarget.value)}
      />
    </label>
  );
}

/** Working says how far something has come, or for how long it has been done, with a way to
 * end it. */
export function Working(p: { what: string; progress?: Progress | undefined; cancel?: () => void }) {
  const [seconds, set] = useState(0);
  useEffect(() => {
    const timer = window.setInterval(() => set((n) => n + 1), 1000);
    return () => window.clearInterval(timer);
  }, []);
  return (
    <div class="working">
      <span class="spinner" aria-hidden="true" />
      <span class="grow">{p.progress?.text || `${p.what}${seconds > 0 ? `, ${seconds} s` : ""}`}</span>
      {p.cancel ? <Action run={p.cancel}>Cancel</Action> : null}
    </div>
  );
}

/** Slow shows that something is waited for, once it takes long. */
export function Slow(p: { waiting: Waiting; what: string }) {
  return p.waiting.slow.value ? (
    <Working what={p.what} progress={p.waiting.progress.value} cancel={p.waiting.cancel} />
  ) : null;
}

/** Failed shows why there is no answer, as the terminal does. */
export function Failed(p: { problem: Problem }) {
  const [open, set] = useState(false);
  const limit = p.problem.exit === 3;
  return (
    <div class={`failed ${limit ? "limit" : ""}`} role="group" aria-label={limit ? "No conclusion" : "Not possible"}>
      <p>
        <strong>{limit ? "No conclusion: " : ""}</strong>
        {sentence(p.problem.message)}{" "}
        <span class="badge" title={`A command would end with exit ${p.problem.exit}`}>
          {p.problem.code}
        </span>
      </p>
      {p.problem.fix ? <p class="fix">Fix: {p.problem.fix}</p> : null}
      {p.problem.text ? (
        <>
          <button type="button" class="link" aria-expanded={open} onClick={() => set(!open)}>
            {open ? "Less" : "As the terminal says it"}
          </button>
          {open ? <Text>{p.problem.text}</Text> : null}
        </>
      ) : null}
    </div>
  );
}

/** At is a place of the program, line:column, which a click shows. */
export function At(p: { at: string; show: () => void }) {
  return (
    <button type="button" class="link at" aria-label={`line and column ${p.at}, show in the program`} onClick={p.show}>
      {p.at}
    </button>
  );
}

/** Text is text of the terminal, as it is. It scrolls by itself, so it can be
 * reached by the keyboard. */
export function Text(p: { children: ComponentChildren; label?: string }) {
  return (
    <pre class="text" tabIndex={0} role="group" aria-label={p.label ?? "Text of the terminal"}>
      {p.children}
    </pre>
  );
}

/** Prose is text in paragraphs; what is indented stays as it is. */
export function Prose(p: { text: string }) {
  return <>{paragraphs(p.text).map((t) => (t.asIs ? <pre class="text">{t.text}</pre> : <p>{t.text}</p>))}</>;
}

/** plainText is a field for a program, or for what is written like one. */
export const plainText = { class: "plain", spellcheck: false, autocapitalize: "off" } as const;

/** download offers a file. */
export function download(name: string, text: string, type = "text/plain"): void {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  a.download = name;
  a.click();
  window.setTimeout(() => URL.revokeObjectURL(a.href), 1000);
}

/** copy puts a text on the clipboard, and tells whether that was allowed. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
