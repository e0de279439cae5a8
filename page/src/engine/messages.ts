// What the page and a worker tell each other.

import type { Reply } from "../protocol";

/** Start says where the engine is, or hands over the one that is compiled, and how many
 * bytes of memory it may have in use. */
export interface Start {
  exec: string;
  engine: string;
  memory: number;
  module?: WebAssembly.Module;
}

/** A text is a message of docs/page.md. */
export type ToWorker = { start: Start } | string;

/** The compiled engine is for the workers that are started later. A long reply comes
 * as it is read. */
export type FromWorker = { ready: true; module?: WebAssembly.Module } | { failed: string } | { reply: Reply } | string;
