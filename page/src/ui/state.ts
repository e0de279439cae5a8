// Global state of the page: region, theme, announcements, questions.
import { computed, effect, signal } from "@preact/signals";
import * as storage from "../store/storage";
import { dismiss, notify } from "./notices";

export const regions = ["program", "races", "step", "lab"] as const;
export type Region = (typeof regions)[number];
export const regionNames: Record<Region, string> = { program: "Program", races: "Races", step: "Step", lab: "Lessons" };

/** Program is the editor, which is part of Step and, on wide screens, of Races. */
export const region = signal<Region>("step");

const address = new URL(window.location.href);
/** Whether the page is a frame in another page; then nothing starts before a click. */
export const embedded = address.searchParams.has("embed");
export const projector = signal(address.searchParams.has("projector"));

const width = window.matchMedia("(min-width: 62rem)");
const roomy = signal(width.matches);
width.addEventListener("change", () => (roomy.value = width.matches));
/** Whether there is room for the program next to the races. */
export const wide = computed(() => roomy.value && !projector.value && !embedded);

export function go(r: Region, focus = false): void {
  region.value = r === "program" ? "step" : r;
  const id = r === "program" ? "program" : `region-${r}`;
  if (focus) window.requestAnimationFrame(() => document.getElementById(id)?.focus());
}

export const labTabs = ["lessons", "theorem", "compare", "explore"] as const;
export type LabTab = (typeof labTabs)[number];
export const labTab = signal<LabTab>("lessons");

export function showLab(t: LabTab): void {
  labTab.value = t;
  go("lab", true);
}

const themes = ["auto", "light", "dark", "colour-blind"];
export const theme = signal(storage.read("theme") ?? "auto");
effect(() => {
  document.documentElement.dataset["theme"] = theme.value;
  if (theme.value === "auto") storage.remove("theme");
  else storage.write("theme", theme.value);
});

export const nextTheme = (): string => themes[(themes.indexOf(theme.value) + 1) % themes.length]!;

document.documentElement.classList.toggle("embed", embedded);
effect(() => void document.documentElement.classList.toggle("projector", projector.value));

/** Opens the help, which is part of index.html. */
export const help = (): void => document.querySelector<HTMLDialogElement>("#help")!.showModal();

export const said = signal("");

/** Announces a text to screen readers, even if it repeats the last one. */
export function say(text: string): void {
  said.value = said.value === text ? `${text} ` : text;
}

const unstored = {
  forbidden:
    "The browser does not let this page store anything: your programs live in this tab only. Save them as files " +
    "before you close it.",
  full:
    "The browser's storage is full: what you write now lives in this tab only. Save it as a file, or delete closed " +
    "programs.",
};
effect(() => {
  const trouble = storage.trouble.value;
  if (trouble) notify("storage", "warning", unstored[trouble]);
  else dismiss("storage");
});

/** A question in a dialog: for a line of text if begin is given, otherwise yes or no. */
export interface Question {
  name: string;
  begin?: string;
  hint?: string;
  does: string; // label of the button
  done: (text: string) => void;
}

export const asking = signal<Question | undefined>(undefined);
