package law

import (
	"fmt"
	"strings"
	"testing"

	ggen "github.com/leanovate/gopter/gen"

	"wobbly/il"
	"wobbly/il/gen"
)

// stores counts the stores of a program.
func stores(p *il.Program) int {
	m := gen.Measure(p)
	return m.Stores
}

// TestBrokenLaw: a broken law is reported with the smallest program that breaks it, whether it
// returns an error or panics. Every run reports it in the same words.
func TestBrokenLaw(t *testing.T) {
	noStore := func(x *Case) {
		x.Label("any")
		if stores(x.Core.Program) > 0 {
			x.Errorf("it %s", "stores")
		}
	}
	panics := func(x *Case) {
		if stores(x.Core.Program) > 0 {
			panic("it stores")
		}
	}
	const smallest = "m(a) {\n  a.f := a;\n}\n"
	l := Law{Runs: 50, Floors: Floors{"any": 1}}
	for name, test := range map[string]func(*Case){"error": noStore, "panic": panics} {
		got := l.check(t, test)
		for _, want := range []string{"broken by program ", "shrinks:\n" + smallest, "it stores"} {
			if !strings.Contains(got, want) {
				t.Errorf("%s: the message lacks %q: %s", name, want, got)
			}
		}
	}
	if a, b := l.check(t, noStore), l.check(t, noStore); a != b {
		t.Errorf("two runs differ:\n%s\n%s", a, b)
	}
}

// TestSeedOfCase: the random choices of a case stay the same while its program shrinks, so a law
// that depends on them keeps failing.
func TestSeedOfCase(t *testing.T) {
	seeds := map[uint64]bool{}
	programs := map[string]bool{}
	Law{Runs: 1, Floors: Floors{"any": 1}}.check(t, func(x *Case) {
		programs[x.Core.Source.Text] = true
		seeds[x.Rand.Uint64()] = true
		x.Fatal("always")
	})
	if len(programs) < 3 || len(seeds) != 1 {
		t.Errorf("a case had %d programs and %d seeds, want at least 3 and 1", len(programs),
			len(seeds))
	}
}

// TestVacuousLaw: a law fails if a label is rarer than its floor, but not if it is exactly as
// frequent. A law without a floor above 0, or without runs, fails.
func TestVacuousLaw(t *testing.T) {
	n := 0
	everyOther := func(x *Case) {
		n++
		x.LabelIf(n%2 == 0, "even")
	}
	for _, x := range []struct {
		law  Law
		want string // a part of the message; empty if the law holds
	}{
		{Law{Runs: 10, Floors: Floors{"even": 0.5}}, ""},
		{Law{Runs: 10, Floors: Floors{"even": 0.51}}, `"even": 5 of 10 programs`},
		{Law{Runs: 10, Floors: Floors{"even": 0.1, "odd": 0.1}}, `"odd": 0 of 10 programs`},
		{Law{Runs: 10, Floors: Floors{"even": 0}}, "a label with a floor above 0"},
		{Law{Runs: 10}, "a label with a floor above 0"},
		{Law{Floors: Floors{"even": 0.5}}, "a law needs runs"},
	} {
		n = 0
		if got := x.law.check(t, everyOther); x.want == "" && got != "" ||
			!strings.Contains(got, x.want) {
			t.Errorf("the message of %+v is %q, want %q in it", x.law, got, x.want)
		}
	}
}

// TestDraws: programs differ from each other and from those of other tests. They are legal, and
// some are degenerate whatever the options say.
func TestDraws(t *testing.T) {
	draw := func(t *testing.T) (texts map[string]bool, private int) {
		texts = map[string]bool{}
		o := gen.Tiny()
		o.Threads, o.Private = 0, 0
		Law{Runs: 200, Floors: Floors{"any": 1}, Gen: o}.Check(t, func(x *Case) {
			x.Label("any")
			texts[x.Core.Source.Text] = true
			if len(x.Core.Pairs()) == 0 {
				private++
			}
		})
		return texts, private
	}
	one, private := draw(t)
	var other map[string]bool
	t.Run("other", func(t *testing.T) { other, _ = draw(t) })
	if len(one) < 150 || private == 0 || private > 20 {
		t.Errorf("200 runs have %d programs, %d runs have no pair; want at least 150, and 1 to 20",
			len(one), private)
	}
	same := 0
	for text := range one {
		if other[text] {
			same++
		}
	}
	if same > 20 {
		t.Errorf("two tests share %d of %d programs, want at most 20", same, len(one))
	}
}

// TestValues: gopter shrinks a value that breaks a law, and the message is about the smallest one.
func TestValues(t *testing.T) {
	numbers := 0
	Values(t, 200, ggen.IntRange(0, 1000), func(n int) error {
		numbers++
		return nil
	})
	if numbers != 200 {
		t.Errorf("Values tested %d values, want 200", numbers)
	}
	if msg := values(t, 200, ggen.SliceOf(ggen.IntRange(0, 1000)), func(list []int) error {
		for _, n := range list {
			if n > 10 {
				return fmt.Errorf("%d is more than 10", n)
			}
		}
		return nil
	}); !strings.HasSuffix(msg, ": [11]\n11 is more than 10") {
		t.Errorf("values = %s, want it to shrink to [11]", msg)
	}
}
