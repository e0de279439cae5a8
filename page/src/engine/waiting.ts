// What there is to say while a worker is asked: how far it has come, and how to end it.
import { signal } from "@preact/signals";
import type { Progress } from "../protocol";
import { cancel, Cancelled, type Lane } from "./client";

const patience = 400; // milliseconds after which it is said

/** Waiting is one answer that is waited for. */
export class Waiting {
  /** Whether it takes long. */
  readonly slow = signal(false);
  readonly progress = signal<Progress | undefined>(undefined);
  readonly hear = (p: Progress): void => {
    this.progress.value = p;
  };
  readonly cancel = (): void => cancel(this.lane);

  constructor(private readonly lane: Lane) {}

  /** for does something, and shows that it takes long. What there is to say if it was
   * cancelled is given to told. */
  async for(what: () => Promise<void>, told: (text: string) => void): Promise<void> {
    const timer = window.setTimeout(() => (this.slow.value = true), patience);
    try {
      await what();
    } catch (error) {
      if (error instanceof Cancelled)
        told(`Cancelled${this.progress.value ? ` after: ${this.progress.value.text}` : ""}.`);
      throw error;
    } finally {
      window.clearTimeout(timer);
      this.slow.value = false;
      this.progress.value = undefined;
    }
  }
}
