package racerd

import (
	"fmt"

	"wobbly/il"
)

// errTooMany is the error of more races than can be deduplicated.
type errTooMany struct{ Limit int }

func (e errTooMany) Error() string {
	return fmt.Sprintf("there are more than %d reports: too many to look for similar ones", e.Limit)
}

// deduplicate keeps the first of similar reports (Section 5.3).
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

// key returns what similar reports have in common.
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
