package abstract

import "wobbly/il"

// What the tests of this package from outside need of it besides.

func (d D) Intact(path Expr, c int) bool { return d.intact(path, c) }

// ReportsBy is Reports by so many workers.
func (s *Sets) ReportsBy(workers int, only *il.Pair) Reported {
	return s.relate(s.core.PairsOf(only), workers)
}

// Intact is D.intact of the summary of u.
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
