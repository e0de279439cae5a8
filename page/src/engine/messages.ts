import type { Reply } from "../protocol";

/** Where the engine's files are, or its compiled module, and the memory it may use in bytes. */
export interface Start {
  exec: string;
  engine: string;
  memory: number;
  module?: WebAssembly.Module;
}

/** A string is a message of docs/page.md. */
export type ToWorker = { start: Start } | string;

/** module is for workers started later. A long reply arrives parsed, others as JSON text. */
export type FromWorker = { ready: true; module?: WebAssembly.Module } | { failed: string } | { reply: Reply } | string;
