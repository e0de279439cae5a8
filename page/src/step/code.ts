// The part of a program's text that a thread is in.

export interface Stretch {
  first: number; // its first line, from 1
  lines: string[];
}

/** stretchAt is the method or block around an offset; the whole text where
 * there is none. */
export function stretchAt(text: string, offset: number): Stretch {
  const blocks = blocksOf(text);
  const block = blocks.find((b) => b.from <= offset && offset <= b.to) ?? blocks[0];
  if (!block) return { first: 1, lines: text.split("\n") };
  const start = text.lastIndexOf("\n", block.from - 1) + 1;
  const end = text.indexOf("\n", block.to);
  const first = text.slice(0, start).split("\n").length;
  return { first, lines: text.slice(start, end < 0 ? undefined : end).split("\n") };
}

/** unitsOf lists the methods of a text that are no private ones: those that
 * pairs are made of. */
export function unitsOf(text: string): string[] {
  return blocksOf(text).flatMap((b) => {
    const head = /^(private\s+)?([\p{L}\p{N}_]+)\s*\(/u.exec(b.head.trim());
    return head && !head[1] ? [head[2]!] : [];
  });
}

interface Block {
  from: number;
  to: number;
  head: string;
}

let cached: { text: string; blocks: Block[] } | undefined; // of the text that was asked about last

/** blocksOf lists the outermost braces, each with what stands before it. */
function blocksOf(text: string): Block[] {
  if (cached?.text === text) return cached.blocks;
  const blocks: Block[] = [];
  const code = text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (c) => c.replace(/[^\n]/g, " "));
  let depth = 0;
  let last = 0;
  let open = 0;
  for (const m of code.matchAll(/[{}]/g)) {
    if (m[0] === "{") {
      if (depth++ === 0) open = m.index;
    } else if (depth > 0 && --depth === 0) {
      const head = code.slice(last, open);
      const from = last + (head.length - head.trimStart().length);
      blocks.push({ from, to: m.index, head });
      last = m.index + 1;
    }
  }
  cached = { text, blocks };
  return blocks;
}

/** windowed is at most so many lines of a stretch around one of them. */
export function windowed(s: Stretch, line: number, most: number): Stretch & { before: number; after: number } {
  if (s.lines.length <= most) return { ...s, before: 0, after: 0 };
  const from = Math.max(0, Math.min(line - s.first - Math.floor(most / 2), s.lines.length - most));
  return { first: s.first + from, lines: s.lines.slice(from, from + most), before: from, after: s.lines.length - from - most };
}
