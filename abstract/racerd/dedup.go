package racerd

import (
	"fmt"

	"wobbly/il"
)

// errTooMany says that there are more races than can be held for
// deduplication.
type errTooMany struct{ Limit int }

// Error implements error.
func (e errTooMany) Error() string {
	return fmt.Sprintf("there are more than %d reports: too many to look for similar ones", e.Limit)
}

// deduplicated sees to Options.Dedup.
func (x *Reported) deduplicated() (*Reported, error) {
	if x.opts.Dedup == ShowAll {
		return x, nil
	}
	most := x.opts.most()
	if x.count(true).Exceeds(most) {
		return nil, errTooMany{most}
	}
	x.few = deduplicate(x.list(true, most), x.opts.Dedup)
	return x, nil
}

// deduplicate keeps the first of all reports that are the same to the reader
// (Section 5.3). Some race is left if there was one.
func deduplicate(all []Report, by Dedup) []Report {
	seen := map[any]bool{}
	var kept []Report
	for _, r := range all {
		key := by.key(r)
		if by == ShowAll || !seen[key] {
			kept = append(kept, r)
		}
		seen[key] = true
	}
	return kept
}

// key is what the reports that count as one have in common.
func (by Dedup) key(r Report) any {
	_, fields := r.Left.Path.Cut()
	switch by {
	case ShowAll:
		return nil
	case perSites:
		a, b := il.Site{At: r.Left.At, Kind: r.Left.Kind}, il.Site{At: r.Right.At, Kind: r.Right.Kind}
		if a.Compare(b) > 0 {
			a, b = b, a
		}
		return il.Sites{a, b}
	case perPath:
		return [3]any{fields, min(r.Left.Kind, r.Right.Kind), max(r.Left.Kind, r.Right.Kind)}
	case perUnits:
		return [2]*il.Unit{r.Left.Unit, r.Right.Unit}
	default:
		panic(fmt.Sprintf("wobbly: no case for dedup %d", by))
	}
}
