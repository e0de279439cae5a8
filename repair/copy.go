package repair

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wobbly/il"
)

// copies returns the copies of a path to try, for each side whose access is a read: a variable that
// has the path's value, or else one that gets it in the preceding lock region.
func (f *fixer) copies() []candidate {
	var all []candidate
	for i, s := range f.r.Sites {
		if s.Kind != il.Read || i == 1 && f.r.Sites[0] == f.r.Sites[1] {
			continue
		}
		path, ok := loaded(f.at[i].stmt())
		if !ok {
			continue
		}
		if c, ok := f.reuse(i, path); ok {
			all = append(all, c)
		} else if c, ok := f.fetch(i, path); ok {
			all = append(all, c)
		}
	}
	return all
}

// loaded returns the path that a statement reads; ok is false if it reads none.
func loaded(s il.Stmt) (path il.Expr, ok bool) {
	for _, a := range il.AccessesOf(s) {
		if a.Kind == il.Read {
			return a.Path, true
		}
	}
	return il.Expr{}, false
}

// reuse replaces the path by a variable into which an earlier statement of the same block, or of a
// lock region in it, has loaded the path, if the thread changes neither in between.
func (f *fixer) reuse(i int, path il.Expr) (candidate, bool) {
	at := f.at[i]
	since := newChanges(f.p)
	for k := at.index - 1; k >= 0; k-- {
		for _, s := range reversed(at.block.Stmts[k]) {
			if l, ok := s.(*il.Load); ok && l.Src.Equal(path) && l.Dst != path.Root &&
				!since.assigned[l.Dst] {
				c, ok := f.copied(i, l.Dst,
					fmt.Sprintf("%s has read it at %s", l.Dst, f.p.Source.At(l.At)))
				c.Text = replaced(f.p.Source.Text, f.spanOf(i, path), l.Dst)
				return c, ok
			}
			since.add(s)
			if since.touch(path) {
				return candidate{}, false
			}
		}
	}
	return candidate{}, false
}

// reversed returns a statement or, if it is a lock region, the statements inside, the last first.
func reversed(s il.Stmt) []il.Stmt {
	r, ok := s.(*il.Synchronized)
	if !ok {
		return []il.Stmt{s}
	}
	var all []il.Stmt
	for k := len(r.Body.Stmts) - 1; k >= 0; k-- {
		all = append(all, reversed(r.Body.Stmts[k])...)
	}
	return all
}

// changes are the variables and the fields, of any object, that statements of one thread may
// change. Two paths may lead to one object, so a store to a field may change every path through
// that field.
type changes struct {
	p        *Program
	assigned map[string]bool // variables
	stored   map[string]bool // fields
}

func newChanges(p *Program) *changes {
	return &changes{p: p, assigned: map[string]bool{}, stored: map[string]bool{}}
}

// add adds the changes of a statement, including its blocks and the methods that it calls.
func (c *changes) add(s il.Stmt) {
	il.Walk(&il.Block{Stmts: []il.Stmt{s}}, func(s il.Stmt) {
		c.store(s)
		if x, ok := il.Def(s); ok {
			c.assigned[x] = true
		}
		if call, ok := s.(*il.Call); ok {
			for _, u := range c.p.Core.Reachable(c.p.Core.Methods[call.Method]) {
				il.Walk(u.Body, c.store)
			}
		}
	})
}

// store adds the field to which a statement itself stores, if any.
func (c *changes) store(s il.Stmt) {
	if field := raceField(s, il.Write); field != "" {
		c.stored[field] = true
	}
}

// touch reports whether the value of a path may have changed.
func (c *changes) touch(path il.Expr) bool {
	return c.assigned[path.Root] ||
		slices.ContainsFunc(path.Fields, func(f string) bool { return c.stored[f] })
}

// fetch reads the path into a new variable at the end of the last earlier lock region of the same
// block, if the thread does not change the path in between.
func (f *fixer) fetch(i int, path il.Expr) (candidate, bool) {
	at := f.at[i]
	since := newChanges(f.p)
	for k := at.index - 1; k >= 0; k-- {
		if end, ok := f.regionEnd(at.block, k); ok {
			name := f.fresh(at.body)
			c, ok := f.copied(i, name,
				"the lock region that ends at "+f.p.Source.At(il.Pos(end))+" reads it")
			text := replaced(f.p.Source.Text, f.spanOf(i, path), name)
			c.Text = inserted(text, end, name+" := "+path.String()+";")
			c.inserted = f.before(il.Pos(end))
			c.copied = c.inserted
			return c, ok
		}
		since.add(at.block.Stmts[k])
		if since.touch(path) {
			break
		}
	}
	return candidate{}, false
}

// regionEnd returns the offset of the closing brace or the unlock() if statement k of a block ends
// a lock region.
func (f *fixer) regionEnd(b *il.Block, k int) (int, bool) {
	s := b.Stmts[k]
	if region, ok := s.(*il.Synchronized); ok {
		return int(region.Body.End), true
	}
	return int(s.Pos()), il.Releases(s)
}

// before returns the ordinal of the first statement at or after a position.
func (f *fixer) before(at il.Pos) int {
	for n, s := range f.p.stmts {
		if s.Pos() >= at {
			return n
		}
	}
	return len(f.p.stmts)
}

// copied returns the candidate that reads a variable instead of the path, without its text. ok is
// false if it would assign a variable to itself.
func (f *fixer) copied(i int, name, how string) (c candidate, ok bool) {
	s := f.at[i].stmt()
	path, _ := loaded(s)
	if l, isLoad := s.(*il.Load); isLoad && l.Dst == name {
		return c, false
	}
	at := f.p.Source.At(s.Pos())
	note := fmt.Sprintf("%s may be older than %s at %s, because the other thread may have written "+
		"since. This thread does not write it in between.", name, path, at)
	title := fmt.Sprintf("read %s instead of %s at %s in %s: %s", name, path, at, f.unit(i), how)
	x := Proposal{Kind: KindCopy, Title: title, Notes: []string{note}}
	return candidate{Proposal: x, side: i, copied: -1, inserted: -1}, true
}

// spanOf returns the place of the path in the statement of a side.
func (f *fixer) spanOf(i int, path il.Expr) [2]int {
	at := f.at[i]
	end := f.p.end(at.block, at.index)
	if f.p.Source.Text[end-1] == ';' {
		end = f.p.trimmed(int(path.At), end-1)
	}
	return [2]int{int(path.At), end}
}

// replaced returns the text with another text at span, which has offsets.
func replaced(text string, span [2]int, with string) string {
	return text[:span[0]] + with + text[span[1]:]
}

// inserted returns the text with a statement before the closing brace or the unlock() at an offset,
// on a line of its own if the brace or unlock() begins one.
func inserted(text string, at int, stmt string) string {
	l := layoutOf(text, at, at+1)
	if l.indent == "" || strings.Trim(l.indent, " \t\r\n") != "" {
		return text[:at] + stmt + " " + text[at:]
	}
	indent := l.indent
	if text[at] == '}' {
		indent += unitOf(l.indent)
	}
	return text[:l.start] + indent + stmt + il.LineEnd(text) + text[l.start:]
}

// fresh returns the name of a new variable that occurs neither in a body nor among its parameters.
func (f *fixer) fresh(body *il.Block) string {
	used := map[string]bool{}
	il.Walk(body, func(s il.Stmt) {
		il.EachVar(s, func(name string, _ il.Pos) { used[name] = true })
	})
	for _, d := range f.p.tree.Decls {
		if m, ok := d.(*il.Method); ok && m.Body == body {
			for _, x := range m.Formals {
				used[x.Name] = true
			}
		}
	}
	name := "seen"
	for n := 2; used[name]; n++ {
		name = "seen" + strconv.Itoa(n)
	}
	return name
}
