// The document of compare, as far as the page reads it.

export interface CompareDocument {
  files: { pairs: { left: string; right: string; rows: { left: string; right: string; real: string; reported: { analyzer: string }[] }[] }[] }[];
  total: { analyzers: { analyzer: string; title: string; truth: string; own: boolean; tp: number; fp: number; fn: number }[] };
}

/** Score is how often an analyzer is right, by the truth it claims to find. */
export interface Score {
  analyzer: string;
  right: number;
  wrong: number;
  missed: number;
}

export function scores(d: CompareDocument): Score[] {
  return d.total.analyzers.filter((a) => a.own).map((a) => ({ analyzer: a.analyzer, right: a.tp, wrong: a.fp, missed: a.fn }));
}

/** Row is a candidate pair of accesses. */
export interface Row {
  units: [string, string];
  sites: [string, string];
  race: boolean;
  truth: string;
  by: string[];
}

export function rows(d: CompareDocument): Row[] {
  const truth: Record<string, string> = { yes: "a race", no: "no race", unknown: "undecided" };
  return d.files.flatMap((f) =>
    f.pairs.flatMap((p) =>
      p.rows.map((r): Row => ({ units: [p.left, p.right], sites: [r.left, r.right], race: r.real === "yes", truth: truth[r.real] ?? r.real, by: r.reported.map((x) => x.analyzer) })),
    ),
  );
}
