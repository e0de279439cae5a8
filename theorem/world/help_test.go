package world

import (
	"fmt"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/il/parse"
)

// anyCore returns the program of a text, which may violate A2, A3 and A5.
func anyCore(t testing.TB, text string) *il.Core {
	t.Helper()
	p, errs := parse.File(il.NewSource("t.il", text))
	if len(errs) > 0 {
		t.Fatalf("parsing: %v\n%s", errs, text)
	}
	c, errs := check.Program(p, check.Options{Tolerate: check.A2 | check.A3 | check.A5})
	if len(errs) > 0 {
		t.Fatalf("checking: %v\n%s", errs, text)
	}
	return c
}

// small returns options of programs that are small enough to be searched within milliseconds.
func small() gen.Options {
	o := gen.Default()
	o.Statements, o.Methods, o.Fields, o.Locals = 4, 2, 2, 2
	o.Threads = 0.5
	o.If, o.While, o.Call, o.New, o.Copy, o.Lock = 0.1, 0.04, 0.15, 0.1, 0.06, 0.1
	o.LocalRoot, o.Reassign = 0.3, 0.05
	return o
}

// calling returns options of programs whose callees allocate objects and store them where the
// caller reads them.
func calling() gen.Options {
	o := small()
	o.Statements, o.Threads, o.Private, o.Formals = 4, 1, 0, 1
	o.Call, o.New, o.LocalRoot, o.Store, o.StoreFormal, o.Lock = 0.3, 0.25, 0.5, 0.7, 0.5, 0.03
	o.Fields, o.Longer, o.Copy, o.If, o.Locals = 1, 0.6, 0, 0.05, 1
	return o
}

// pairOf returns a pair of a program, chosen by seed.
func pairOf(core *il.Core, seed uint64) il.Pair {
	pairs := core.Pairs()
	return pairs[seed%uint64(len(pairs))]
}

// sites formats races as lines such as "1:2 write / 3:4 read".
func sites(core *il.Core, races []Race) string {
	var out strings.Builder
	for _, r := range races {
		fmt.Fprintf(&out, "%s %s / %s %s\n", core.Source.At(r.Left.At), r.Left.Kind,
			core.Source.At(r.Right.At), r.Right.Kind)
	}
	return out.String()
}

// marked returns the accesses that a text marks with « (thread A's and thread B's, or one for
// both), and the text without the marks.
func marked(t testing.TB, text string) (plain string, left, right il.Site) {
	t.Helper()
	parts := strings.Split(text, "«")
	var found []il.Site
	for i, rest := range parts[1:] {
		dst, _, _ := strings.Cut(rest, ":=")
		kind := il.Read
		if strings.Contains(dst, ".") {
			kind = il.Write
		}
		found = append(found, il.Site{At: il.Pos(len(strings.Join(parts[:i+1], ""))), Kind: kind})
	}
	if len(found) != 1 && len(found) != 2 {
		t.Fatalf("the text has %d marks, want 1 or 2\n%s", len(found), text)
	}
	return strings.Join(parts, ""), found[0], found[len(found)-1]
}

// siteOf returns the site of an access, and the zero Site of any other statement.
func siteOf(s il.Stmt) il.Site {
	at, _ := il.SiteOf(s)
	return at
}
