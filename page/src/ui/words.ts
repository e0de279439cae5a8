/** Capitalizes a text and ends it with a full stop if it has no final punctuation. */
export function sentence(text: string): string {
  if (text === "") return "";
  const end = /[.!?:]$/.test(text) ? "" : ".";
  return text[0]!.toUpperCase() + text.slice(1) + end;
}

/** "1 race", "12,000 states". A string of digits may exceed what a JavaScript number can hold. */
export function count(n: number | string, noun: string, plural = `${noun}s`): string {
  const number = typeof n === "string" ? BigInt(n) : n;
  return `${number.toLocaleString("en-US")} ${Number(number) === 1 ? noun : plural}`;
}

/** The letter of an answer, the same as in a terminal and on paper: a, b, c. */
export const letter = (i: number): string => String.fromCharCode(97 + i);

/** The lengths of the longest common prefix, and of the longest common suffix of the rest. */
export function commonEnds<T>(a: ArrayLike<T>, b: ArrayLike<T>): [head: number, tail: number] {
  const shorter = Math.min(a.length, b.length);
  let [head, tail] = [0, 0];
  while (head < shorter && a[head] === b[head]) head++;
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  return [head, tail];
}
