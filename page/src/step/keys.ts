// The keys of the terminal, in the region Step. The table of commands says them.
import { hello } from "../engine/client";
import type { CommandRow } from "../protocol";

const names: Record<string, string> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  PageUp: "pgup",
  PageDown: "pgdown",
  Home: "home",
  End: "end",
  Enter: "enter",
  Escape: "esc",
  " ": "space",
};

/** keyName is a key as terminals name it. */
export function keyName(e: KeyboardEvent): string {
  const name = names[e.key] ?? e.key;
  return e.ctrlKey ? `ctrl+${name}` : name;
}

/** commandOf is the command of a key; undefined if there is none. */
export function commandOf(e: KeyboardEvent): CommandRow | undefined {
  if (e.altKey || e.metaKey) return undefined;
  const name = keyName(e);
  return hello.value?.commands.find((c) => c.keys.includes(name));
}

/** typing tells whether a key is for a field, and not for the region. */
export function typing(e: KeyboardEvent): boolean {
  const t = e.composedPath()[0]; // also in the shadow root of the editor
  if (!(t instanceof HTMLElement)) return false;
  if (
    t instanceof HTMLInputElement ||
    t instanceof HTMLTextAreaElement ||
    t instanceof HTMLSelectElement ||
    t.isContentEditable
  )
    return true;
  if (t.getAttribute("role") === "tab") return e.key.startsWith("Arrow") || e.key === "Home" || e.key === "End";
  return (e.key === "Enter" || e.key === " ") && (t instanceof HTMLButtonElement || t.tagName === "SUMMARY");
}

/** shownKey is a key as a button shows it. */
export function shownKey(c: CommandRow | undefined): string | undefined {
  const key = c?.keys[0];
  if (!key) return undefined;
  const short: Record<string, string> = {
    left: "←",
    right: "→",
    pgup: "PgUp",
    pgdown: "PgDn",
    home: "Home",
    end: "End",
    "ctrl+r": "^R",
  };
  return short[key] ?? key;
}
