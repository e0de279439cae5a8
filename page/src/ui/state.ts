// What the page shows, and how: which region, which theme, for whom.
import { computed, effect, signal } from "@preact/signals";
import * as storage from "../store/storage";

export const regions = ["program", "races", "step", "lab"] as const;
export type Region = (typeof regions)[number];
export const regionNames: Record<Region, string> = { program: "Program", races: "Races", step: "Step", lab: "Lab" };

/** The region that was chosen last. Where there is room, Program and Races stand
 * beside Step or Lab; else it is the only one. */
export const region = signal<Region>("program");
/** Step or Lab: what stands on the right where there is room. */
export const right = signal<"step" | "lab">("step");

const address = new URL(window.location.href);
/** Embedded in another page: no frame, and nothing begins before a click. */
export const embedded = address.searchParams.has("embed");
/** For a room: large type, one region at a time. */
export const projector = signal(address.searchParams.has("projector"));

const width = window.matchMedia("(min-width: 62rem)");
const roomy = signal(width.matches);
width.addEventListener("change", () => {
  roomy.value = width.matches;
});
/** Whether regions stand side by side. */
export const wide = computed(() => roomy.value && !projector.value && !embedded);

/** shown tells whether a region can be seen. */
export function shown(r: Region): boolean {
  if (embedded) return r === region.value;
  if (!wide.value) return r === region.value;
  return r === "program" || r === "races" || r === right.value;
}

/** go shows a region, and puts the focus there if asked. */
export function go(r: Region, focus = false): void {
  region.value = r;
  if (r === "step" || r === "lab") right.value = r;
  if (focus) window.requestAnimationFrame(() => document.getElementById(`region-${r}`)?.focus());
}

/** The tabs of the lab. */
export const labTabs = ["lessons", "theorem", "compare", "explore"] as const;
export type LabTab = (typeof labTabs)[number];
export const labTab = signal<LabTab>("lessons");

export type Theme = "auto" | "light" | "dark";
export const theme = signal<Theme>((storage.read("theme") as Theme | undefined) ?? "auto");
effect(() => {
  document.documentElement.dataset["theme"] = theme.value;
  if (theme.value === "auto") storage.remove("theme");
  else storage.write("theme", theme.value);
});

/** The theme in which pictures are asked for: it has light and dark, and the page chooses. */
export const pictureTheme = "auto";

effect(() => {
  document.documentElement.classList.toggle("projector", projector.value);
  document.documentElement.classList.toggle("embed", embedded);
});

/** What is read out: the last thing that happened. */
export const said = signal("");

/** say has screen readers read a text, also if it is the same as before. */
export function say(text: string): void {
  said.value = said.value === text ? `${text} ` : text;
}

/** Notice is something that stays on the screen until it is dismissed. */
export interface Notice {
  id: string;
  text: string;
  kind: "info" | "warning" | "error";
  actions: { name: string; run: () => void }[];
}

export const notices = signal<readonly Notice[]>([]);

/** notify shows a notice; one with the same id is replaced. */
export function notify(n: Notice): void {
  notices.value = [...notices.value.filter((o) => o.id !== n.id), n];
}

export function dismiss(id: string): void {
  notices.value = notices.value.filter((n) => n.id !== id);
}
