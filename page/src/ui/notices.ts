// Notices stay on the screen until they are dismissed.
import { signal } from "@preact/signals";

export interface Notice {
  id: string;
  kind: "info" | "warning" | "error";
  text: string;
  actions: { name: string; run: () => void }[];
}

export const notices = signal<readonly Notice[]>([]);

export function notify(id: string, kind: Notice["kind"], text: string, ...actions: Notice["actions"]): void {
  notices.value = [...notices.peek().filter((o) => o.id !== id), { id, kind, text, actions }];
}

export function dismiss(id: string): void {
  notices.value = notices.peek().filter((n) => n.id !== id);
}
