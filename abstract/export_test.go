package abstract

import "wobbly/il"

// What the tests of this package from outside need of it besides.

func (d D) Intact(path Expr, c int) bool                    { return d.intact(path, c) }
func (o *Origins) Intact(u *il.Unit, path Expr, c int) bool { return o.intact(u, path, c) }
