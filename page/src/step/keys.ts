// The keys of the terminal, in the region Step. The table of commands says them.
import { hello } from "../engine/client";
import type { CommandRow } from "../protocol";

/** keyName is a key as terminals name it: left, pgup, esc, ctrl+r. */
export function keyName(e: KeyboardEvent): string {
  const long = e.key.toLowerCase().replace("arrow", "").replace("page", "pg").replace("escape", "esc");
  const name = e.key === " " ? "space" : e.key.length > 1 ? long : e.key;
  return e.ctrlKey ? `ctrl+${name}` : name;
}

/** commandOf is the command of a key; undefined if there is none. */
export function commandOf(e: KeyboardEvent): CommandRow | undefined {
  if (e.altKey || e.metaKey) return undefined;
  const name = keyName(e);
  return hello.value?.commands.find((c) => c.keys.includes(name));
}

/** typing reports whether a key is for a field, or for a control that has the focus. */
export function typing(e: KeyboardEvent): boolean {
  const t = e.composedPath()[0]; // also in the shadow root of the editor
  if (!(t instanceof HTMLElement)) return false;
  if (t.isContentEditable || t.matches("input, textarea, select")) return true;
  return (e.key === "Enter" || e.key === " ") && t.matches("button, summary");
}

const signs: Record<string, string> = { left: "←", right: "→", pgup: "PgUp", pgdown: "PgDn", home: "Home" };

/** shownKey is a key as a button shows it. */
export function shownKey(c: CommandRow): string | undefined {
  const key = c.keys[0];
  return key && (signs[key] ?? key.replace("ctrl+r", "^R").replace("end", "End"));
}
