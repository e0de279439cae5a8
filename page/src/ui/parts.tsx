import type { Signal } from "@preact/signals";
import type { ButtonHTMLAttributes, ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Waiting } from "../engine/client";
import type { Problem, Progress } from "../protocol";
import { asking, type Question, say } from "./state";
import { count, sentence } from "./words";

/** A button, styled by its class. When disabled it stays focusable and says why if pressed. */
export function Action(
  p: Omit<ButtonHTMLAttributes, "class" | "title"> & {
    run: () => void;
    children: ComponentChildren;
    off?: string | undefined;
    keys?: string;
    title?: string | undefined;
    kind?: string;
    class?: string;
  },
) {
  const { run, off, keys, title, kind = "", class: own, children, ...rest } = p;
  const about = [off || title, keys && `key ${keys}`].filter(Boolean).join(" · ");
  return (
    <button
      type="button"
      {...rest}
      class={own ?? `action ${kind}`}
      title={about || undefined}
      aria-disabled={off ? "true" : undefined}
      onClick={() => (off ? say(off) : run())}>
      {children}
      {keys ? <kbd aria-hidden="true">{keys}</kbd> : null}
    </button>
  );
}

export function Panel(p: { title: string; class: string; close?: () => void; children: ComponentChildren }) {
  return (
    <div role="group" class={`panel ${p.class}`} aria-label={p.title}>
      <header>
        <h3>{p.title}</h3>
        {p.close ? <Action run={p.close}>Close</Action> : null}
      </header>
      {p.children}
    </div>
  );
}

/** A table that scrolls by itself and is therefore focusable; its children are the rows. */
export function Table(p: { label: string; head: readonly string[]; children: ComponentChildren; caption?: string }) {
  return (
    <div class="tablebox" tabIndex={0} role="group" aria-label={p.label}>
      <table>
        {p.caption ? <caption>{p.caption}</caption> : null}
        <thead><tr>{p.head.map((name) => <th scope="col">{name}</th>)}</tr></thead>
        <tbody>{p.children}</tbody>
      </table>
    </div>
  );
}

/** With a title it has a Close button; with only a label, a click outside closes it. */
export function Dialog(p: {
  title?: string;
  label?: string;
  kind: string;
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
      class={`dialog ${p.kind}`}
      aria-label={p.label ?? p.title}
      onClose={(e) => e.currentTarget.isConnected && p.closed()}
      onClick={(e) => !p.title && e.target === box.current && box.current?.close()}>
      {p.title ? (
        <form method="dialog" class="bar">
          <h2>{p.title}</h2>
          <span class="grow" />
          <button class="action">Close</button>
        </form>
      ) : null}
      {p.children}
    </dialog>
  );
}

/** A form for one line of text. With leave it has a Cancel button and its text is selected. */
export function Ask(p: Question & { begin: string; leave?: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => p.leave && field.current?.select(), []);
  return (
    <form class="ask" onSubmit={(e) => (e.preventDefault(), p.done(field.current!.value.trim()))}>
      <label>
        <span>{p.name}</span>
        <input ref={field} defaultValue={p.begin} placeholder={p.hint} autocomplete="off" spellcheck={false} />
      </label>
      <button class="action primary">{p.does}</button>
      {p.leave ? <Action run={p.leave}>Cancel</Action> : null}
    </form>
  );
}

export function Asking() {
  const q = asking.value;
  if (!q) return null;
  // Closing the dialog restores the focus.
  const leave = (): void => document.querySelector<HTMLDialogElement>("dialog.small")?.close();
  const done = (text: string): void => (leave(), q.done(text));
  return (
    <Dialog label={q.name} kind="small" closed={() => (asking.value = undefined)}>
      {q.begin === undefined ? (
        <>
          <p>{q.name}</p>
          <div class="row">
            <Action kind="primary" run={() => done("")}>{q.does}</Action>
            <Action run={leave}>Cancel</Action>
          </div>
        </>
      ) : (
        <Ask {...q} begin={q.begin} done={done} leave={leave} />
      )}
    </Dialog>
  );
}

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

/** A number input with a minimum. With any, it may be empty. */
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

/** Shows progress or the elapsed seconds, with a Cancel button if cancel is given. */
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

/** Why a call failed, or its progress if it is slow. */
export function CallState(p: { of: Waiting; what: string }) {
  const { problem, slow, progress, cancel } = p.of;
  return (
    <>
      {problem.value ? <Failed problem={problem.value} /> : null}
      {slow.value ? <Working what={p.what} progress={progress.value} cancel={cancel} /> : null}
    </>
  );
}

export function Failed(p: { problem: Problem }) {
  const limit = p.problem.exit === 3;
  return (
    <div class={`failed ${limit ? "limit" : ""}`} role="group" aria-label={limit ? "No conclusion" : "Not possible"}>
      <p>
        <strong>{limit ? "No conclusion: " : ""}</strong>
        {sentence(p.problem.message)}{" "}
        <span class="badge" title={`A command would end with exit ${p.problem.exit}`}>{p.problem.code}</span>
      </p>
      {p.problem.fix ? <p class="fix">Fix: {p.problem.fix}</p> : null}
    </div>
  );
}

/** Terminal text, verbatim. It scrolls by itself and is therefore focusable. */
export const Text = (p: { label: string; children: ComponentChildren }) =>
  <pre class="text" tabIndex={0} role="group" aria-label={p.label}>{p.children}</pre>;

/** Text in paragraphs; indented ones are kept verbatim. */
export function Prose(p: { text: string }) {
  const paragraphs = p.text.split(/\n\s*\n/).filter((t) => t.trim());
  return <>{paragraphs.map((t) => (/^(?!  )/m.test(t) ? <p>{t}</p> : <pre class="text">{t}</pre>))}</>;
}

export const Notes = (p: { of: readonly string[]; class?: string }) =>
  <>{p.of.map((t) => (t ? <p class={p.class ?? "note"}>{t}</p> : null))}</>;

/** The inner size of an element in pixels; zero until known. */
export function useRoom(of: { current: HTMLElement | null }): { width: number; height: number } {
  const [room, set] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const watch = new ResizeObserver(([e]) => {
      if (e) set({ width: e.contentRect.width, height: e.contentRect.height });
    });
    watch.observe(of.current!);
    return () => watch.disconnect();
  }, []);
  return room;
}

export const px = (sizes: Record<string, number>): Record<string, string> =>
  Object.fromEntries(Object.entries(sizes).map(([name, n]) => [name, `${n}px`]));

export const plainText = { class: "plain", spellcheck: false, autocapitalize: "off" } as const;

export function download(name: string, text: string, type = "text/plain"): void {
  const href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  window.setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/** Copies a text to the clipboard; reports whether the browser allowed it. */
export async function copy(text: string): Promise<boolean> {
  const copied = navigator.clipboard?.writeText(text); // absent from pages without TLS
  return copied ? copied.then(() => true).catch(() => false) : false;
}

/** Returns the visible part of a list, and a button for more; null if everything is visible. */
export function useMore<T>(all: readonly T[], noun: string, most = 50): [readonly T[], JSX.Element | null] {
  const [shown, show] = useState(most);
  const left = all.length - shown;
  if (left <= 0) return [all, null];
  const next = Math.min(left, 10 * most);
  const text = `Show ${next === left ? "" : `${next} of `}the other ${count(left, noun)}`;
  return [all.slice(0, shown), <p class="more"><Action run={() => show(shown + next)}>{text}</Action></p>];
}
