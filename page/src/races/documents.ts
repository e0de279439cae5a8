// The documents of check and explore (docs/schema), as far as the page reads them.

export interface Side {
  unit: string;
  at: string; // line:column
  kind: "read" | "write";
  path: string;
  lock: number;
  calls: string[];
}

export interface Report {
  id: string;
  left: Side;
  right: Side;
  verdict: "confirmed" | "refuted" | "impossible" | "unknown" | "outside";
  reason?: string;
  note?: string;
  why?: string[];
}

export interface Filtered {
  id: string;
  left: Side;
  right: Side;
  reasons: string[];
  wobbly: { unit: string; prefix: string; at: string; calls?: string[] }[];
}

export interface CheckDocument {
  races: Report[];
  filtered: Filtered[];
  total: { races: string; filtered: string };
  analysis?: string;
  cut?: string[]; // what is not complete
  defects?: string[]; // of wobbly, or of a theorem
  interrupted?: boolean;
}

export interface PairSearch {
  left: string;
  right: string;
  states: number;
  complete: boolean;
  cut?: string; // why it is not
  interleavings?: string;
  races: { left: string; right: string; kinds: [string, string] }[];
  stuck?: number;
  deadlocks?: number;
  [field: string]: unknown;
}

export interface ExploreDocument {
  pairs: PairSearch[];
}

/** line and column of a position such as "26:5". */
export function position(at: string): { line: number; col: number } {
  const [line, col] = at.split(":").map(Number);
  return { line: line ?? 1, col: col ?? 1 };
}
