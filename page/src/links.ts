// The text of links, as far as the page reads them without the engine (docs/page.md).
import type { View } from "./protocol";

/** The fields of a link that the page reads. */
export interface LinkDocument {
  n?: string; // name
  p?: string; // program
  x?: string; // name of an example, instead of a program
  lesson?: string;
  task?: number;
  u?: string[]; // methods of threads A and B
  s?: string; // schedule
  g?: string; // region
}

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Computes two check characters that reveal damage to a text. */
export function checkCharacters(text: string): string {
  let sum = 0;
  let weight = 1;
  for (let i = 0; i < text.length; i++) {
    weight = (weight * 10) % 1021;
    sum = (sum + text.charCodeAt(i) * weight) % 1021;
  }
  return alphabet[Math.floor(sum / 32)]! + alphabet[sum % 32]!;
}

/** Reports whether an address may come from Share, perhaps damaged. */
export const looksLikeLink = (hash: string): boolean => /^[\w-]{8,}\.\w{0,4}$|^[\w-]{40,}/.test(hash);

/** Decodes the document of a link; throws if the link is damaged. */
export async function unpack(hash: string): Promise<LinkDocument> {
  const dot = hash.lastIndexOf(".");
  const body = hash.slice(0, dot);
  if (dot < 1 || checkCharacters(body) !== hash.slice(dot + 1))
    throw new Error("its check characters do not fit: it was changed or cut on its way");
  return (await inflated(body)) as LinkDocument;
}

/** What a frame draws before the engine starts; it follows the link, after a ~. The engine ignores
 * it and opens the link itself. */
export interface LinkState {
  view?: View;
  title?: string;
  idea?: string;
  program?: string;
}

/** Decodes the state after a link; undefined if there is none that can be drawn. */
export async function stateOf(text: string | undefined): Promise<LinkState | undefined> {
  if (!text) return undefined;
  try {
    const state = (await inflated(text)) as LinkState;
    const v = state.view;
    const lists = v ? [v.threads, v.objects, v.branches, v.watches, v.off, v.units, v.trace.moves] : [];
    return lists.every(Array.isArray) && (!v || v.threads.length === 2) ? state : undefined;
  } catch {
    return undefined;
  }
}

export async function withState(hash: string, state: LinkState): Promise<string> {
  const stream = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""));
  return `${hash}~${text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "")}`;
}

async function inflated(text: string): Promise<unknown> {
  const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream.pipeThrough(atMost(largest))).text());
}

/** Maximum size of a link's document in bytes; the engine has the same limit. */
const largest = 2 << 20;

/** Fails once more than the given bytes have passed: a short link can inflate to more than fits in
 * memory. */
function atMost(bytes: number): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform: (chunk, c) => {
      bytes -= chunk.length;
      if (bytes >= 0) c.enqueue(chunk);
      else c.error(new Error("it holds more than any program may have"));
    },
  });
}

export function pageOf(address: string, title: string): string {
  const text = (x: string): string => x.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
  const link = `<p><a href="${text(address)}">${text(title)} in wobbly</a></p>`;
  return `<!doctype html>\n<meta charset="utf-8">\n<title>${text(title)}</title>\n${link}\n`;
}
