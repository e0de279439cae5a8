// Package section6 has the lemmas of Section 6 (POPL 2019), 6.6 to 6.9, on the
// preservation of paths (Definitions 6.2 to 6.5). Theorem 6.10 is in package
// positives.
package section6
