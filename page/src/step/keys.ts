// The terminal's keys in the region Step, from the table of commands.
import { hello } from "../engine/client";
import type { CommandRow } from "../protocol";

/** The command of a key. Keys have the names that terminals give them: left, pgup, esc, ctrl+r. */
export function commandOf(e: KeyboardEvent): CommandRow | undefined {
  if (e.altKey || e.metaKey) return undefined;
  const long = e.key.toLowerCase().replace("arrow", "").replace("page", "pg").replace("escape", "esc");
  const name = e.key === " " ? "space" : e.key.length > 1 ? long : e.key;
  return hello.value?.commands.find((c) => c.keys.includes(e.ctrlKey ? `ctrl+${name}` : name));
}

/** Reports whether a key is meant for a field or the focused control. */
export function typing(e: KeyboardEvent): boolean {
  const t = e.composedPath()[0]; // also inside the editor's shadow root
  if (!(t instanceof HTMLElement)) return false;
  if (t.isContentEditable || t.matches("input, textarea, select")) return true;
  return (e.key === "Enter" || e.key === " ") && t.matches("button, summary");
}

const signs: Record<string, string> = { left: "←", right: "→", pgup: "PgUp", pgdown: "PgDn", home: "Home" };

export function shownKey(c: CommandRow): string | undefined {
  const key = c.keys[0];
  return key && (signs[key] ?? key.replace("ctrl+r", "^R").replace("end", "End"));
}
