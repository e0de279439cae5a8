package enum

import "wobbly/il"

// expr is an expression by numbers: a root and n fields.
type expr struct {
	root   variable
	n      int
	fields [maxPath]int16
}

// exprs iterates over the expressions that may come at a point: by root, and for each root by
// length. A field is one of those that occurred before, including in the expression itself, or the
// next new one.
type exprs struct {
	expr
	scope    scope // at the point
	known    int   // the number of fields that occurred before it
	shortest int   // the number of fields of the shortest: 0, or 1 for a path
	longest  int   // the number of fields of the longest
	last     int16 // the last field that may occur
	source   int   // number of the next root
	begun    bool  // there is a current expression
}

// exprs returns the iterator at the current point; next goes to the first expression.
func (w *walker) exprs(shortest int) exprs {
	last := int16(min(unlessZero(w.o.Fields), maxNames) - 1)
	return exprs{scope: w.scope, known: w.fields, shortest: shortest, longest: w.o.Path, last: last}
}

// next goes to the next expression, if there is one, and adds its names to w.
func (e *exprs) next(w *walker) bool {
	w.scope = e.scope
	if !e.begun || !e.nextFields() {
		if !e.nextRoot() {
			return false
		}
	}
	w.mention(e.root)
	w.fields = int(e.newest(e.n))
	return true
}

// done undoes the effect of next on w. It returns ok, for the caller to return.
func (e *exprs) done(w *walker, ok bool) bool {
	w.scope, w.fields = e.scope, e.known
	return ok
}

// nextRoot goes to the first expression of the next root.
func (e *exprs) nextRoot() bool {
	for e.shortest <= e.longest && e.source < e.scope.sources() {
		v, ok := e.scope.source(e.source)
		e.source++
		if ok {
			e.root, e.n, e.begun = v, e.shortest, true
			clear(e.fields[:e.n])
			return true
		}
	}
	return false
}

// nextFields goes to the next expression of the same root, if there is one.
func (e *exprs) nextFields() bool {
	for i := e.n - 1; i >= 0; i-- {
		if e.fields[i] < min(e.newest(i), e.last) {
			e.fields[i]++
			clear(e.fields[i+1 : e.n])
			return true
		}
	}
	if e.n == e.longest {
		return false
	}
	e.n++
	clear(e.fields[:e.n])
	return true
}

// newest returns the number that a new field at place i has, and so how many fields occurred before
// it.
func (e *exprs) newest(i int) int16 {
	newest := int16(e.known)
	for _, f := range e.fields[:i] {
		newest = max(newest, f+1)
	}
	return newest
}

// write makes the current expression the i-th of n, and writes its names into dst.
func (w *walker) write(n *node, i int, e *exprs, dst *il.Expr) {
	n.exprs[i] = e.expr
	dst.Root, dst.Fields = w.name(e.root), nil
	if e.n > 0 {
		dst.Fields = n.fields[i][:e.n]
		for j := range dst.Fields {
			dst.Fields[j] = w.tree.fields[e.fields[j]]
		}
	}
}
