// Texts as sentences and numbers with their nouns.

/** sentence is a text with a capital letter and a full stop. */
export function sentence(text: string): string {
  if (text === "") return "";
  const end = /[.!?:]$/.test(text) ? "" : ".";
  return text[0]!.toUpperCase() + text.slice(1) + end;
}

/** count is a number with its noun: "1 race", "2 races", "12,000 states". A number that is given
 * as decimal digits may be larger than JavaScript counts. */
export function count(n: number | string, noun: string, plural = `${noun}s`): string {
  const number = typeof n === "string" ? BigInt(n) : n;
  return `${number.toLocaleString("en-US")} ${Number(number) === 1 ? noun : plural}`;
}

/** letter is what an answer of a question is called, here, in a terminal and on paper: a, b, c. */
export const letter = (i: number): string => String.fromCharCode(97 + i);

/** paragraphs are those of a text, and whether each is indented and stays as it is. */
export function paragraphs(text: string): { text: string; asIs: boolean }[] {
  return text
    .split(/\n\s*\n/)
    .filter((t) => t.trim())
    .map((t) => ({ text: t, asIs: t.split("\n").every((l) => l.startsWith("  ")) }));
}

/** commonEnds is how many items two lists begin with alike, and how many of the rest they end with alike. */
export function commonEnds<T>(a: ArrayLike<T>, b: ArrayLike<T>): [head: number, tail: number] {
  const shorter = Math.min(a.length, b.length);
  let [head, tail] = [0, 0];
  while (head < shorter && a[head] === b[head]) head++;
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  return [head, tail];
}
