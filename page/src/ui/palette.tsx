// The palette finds every action by its words.
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { unready } from "../engine/client";
import { Dialog } from "./parts";
import { say } from "./state";

export interface Entry {
  group: string;
  name: string;
  help?: string | undefined;
  keys?: string | undefined;
  off?: string | undefined; // why it is disabled now
  run: () => void;
}

/** The open palette: its initial text, and its entries if they are not all actions. */
export const palette = signal<{ text: string; title?: string; entries?: () => Entry[] } | undefined>(undefined);

export function Palette(p: { actions: () => Entry[] }) {
  const { title = "All actions", entries = p.actions } = palette.value!;
  const all = entries();
  const list = useRef<HTMLUListElement>(null);
  const [text, setText] = useState(palette.peek()!.text);
  const [at, setAt] = useState(0);
  const words = text.toLowerCase().split(/\s+/);
  const fits = (e: Entry): boolean =>
    words.every((w) => `${e.group} ${e.name} ${e.help ?? ""}`.toLowerCase().includes(w));
  const named = (e: Entry): number => (e.name.toLowerCase().startsWith(text.toLowerCase()) ? 0 : 1);
  const found = all.filter(fits).sort((x, y) => (text ? named(x) - named(y) : 0));
  const chosen = Math.min(at, found.length - 1);
  useEffect(
    () => list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }),
    [chosen, text],
  );
  const run = (e: Entry | undefined): void => {
    if (!e) return;
    if (e.off) return say(e.off);
    list.current?.closest("dialog")?.close();
    palette.value = undefined;
    window.requestAnimationFrame(e.run); // after the dialog has returned the focus
  };
  const key = (e: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[e.key];
    if (by) setAt(Math.max(0, Math.min(found.length - 1, chosen + by)));
    else if (e.key === "Enter") run(found[chosen]);
    else return;
    e.preventDefault();
  };
  return (
    <Dialog label={title} kind="palette" closed={() => (palette.value = undefined)}>
      <input
        type="text"
        role="combobox"
        aria-label={`Find in ${title.toLowerCase()}`}
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found[chosen] ? `palette-${chosen}` : undefined}
        placeholder={p.actions === entries ? "What do you want to do?" : title}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(e) => (setText(e.currentTarget.value), setAt(0))}
        onKeyDown={key}
      />
      <ul id="palette-list" role="listbox" aria-label={title} ref={list}>
        {found.map((e, i) => (
          <li
            role="option"
            id={`palette-${i}`}
            aria-selected={i === chosen}
            aria-disabled={e.off ? "true" : undefined}
            title={e.off}
            onClick={() => run(e)}>
            {e.group !== found[i - 1]?.group ? <small class="group">{e.group}</small> : null}
            <span class="name">{e.name}</span>
            <span class="help">{e.off || e.help}</span>
            {e.keys ? <kbd>{e.keys}</kbd> : null}
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p class="pad note">{all.length > 0 ? "Nothing has these words." : unready()}</p> : null}
    </Dialog>
  );
}
