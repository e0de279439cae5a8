// What stays on the screen until it is dismissed.
import { signal } from "@preact/signals";

/** Notice is something that stays on the screen until it is dismissed. */
export interface Notice {
  id: string;
  kind: "info" | "warning" | "error";
  text: string;
  actions: { name: string; run: () => void }[];
}

export const notices = signal<readonly Notice[]>([]);

/** notify shows a notice; one with the same id is replaced. */
export function notify(id: string, kind: Notice["kind"], text: string, ...actions: Notice["actions"]): void {
  notices.value = [...notices.peek().filter((o) => o.id !== id), { id, kind, text, actions }];
}

export function dismiss(id: string): void {
  notices.value = notices.peek().filter((n) => n.id !== id);
}
