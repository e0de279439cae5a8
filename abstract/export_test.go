package abstract

import "wobbly/il"

// Exports for package abstract_test.

func (d D) Intact(path Expr, c int) bool { return d.intact(path, c) }

// ReportsBy is Reports with the given number of workers.
func (s *Sets) ReportsBy(workers int, only *il.Pair) Reported {
	return s.relate(s.core.PairsOf(only), workers)
}

// Intact reports what D.intact reports for the summary of u, computed from origins.
func (o *Origins) Intact(u *il.Unit, path Expr, c int) bool {
	q := path.First(c)
	if _, written := o.Write(u, q); written {
		return false
	}
	for e := range q.ProperPrefixes() {
		if _, touched := o.Touch(u, e); touched {
			return false
		}
	}
	return true
}
