package parse

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"wobbly/il"
)

// flat returns a program of n statements, ten to a method, in the proportions of ordinary code.
func flat(n int) string {
	var b strings.Builder
	for m := 0; n > 0; m++ {
		fmt.Fprintf(&b, "m%d(a, b) {\n", m)
		for _, s := range []string{
			"x := a.f;", "lock();", "b.f.g := x;", "unlock();",
			"if * {\n    y := new();\n  } else {\n    y := x;\n  }", "a.g := y;",
			fmt.Sprintf("m%d(a.f, y);", m+1), "z := b.f;",
		} {
			fmt.Fprintf(&b, "  %s\n", s)
		}
		b.WriteString("}\n\n")
		n -= 10
	}
	return b.String()
}

// report reports the speed and the allocations of b per statement.
func report(b *testing.B, statements int, parse func()) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for b.Loop() {
		parse()
	}
	runtime.ReadMemStats(&after)
	total := float64(statements) * float64(b.N)
	b.ReportMetric(total/b.Elapsed().Seconds(), "stmts/s")
	b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/total, "B/stmt")
}

// BenchmarkFile compares the parsers: the grammar, and the hand-written one on one processor and on
// two.
func BenchmarkFile(b *testing.B) {
	const n = 50_000
	text := flat(n)
	for _, parser := range []struct {
		name               string
		grammarSize, procs int
	}{{"grammar", grammarSize, 1}, {"hand", 0, 1}, {"hand", 0, 2}} {
		b.Run(fmt.Sprintf("%s/processors=%d", parser.name, parser.procs), func(b *testing.B) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(parser.procs))
			report(b, n, func() { parseFile(il.NewSource("", text), maxSize, parser.grammarSize) })
		})
	}
}

// BenchmarkPlain is participle's own parser of the same grammar.
func BenchmarkPlain(b *testing.B) {
	const n = 10_000
	text := flat(n)
	report(b, n, func() {
		if _, err := parsePlain(text); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkScanner(b *testing.B) {
	const n = 100_000
	s := scanner{text: flat(n)}
	report(b, n, func() {
		s.scan(0, len(s.text))
		for s.next().kind != eof {
		}
	})
}

func BenchmarkCutter(b *testing.B) {
	const n = 100_000
	text := flat(n)
	report(b, n, func() {
		c := newCutter(text)
		for ok := true; ok; _, ok = c.next() {
		}
	})
}
