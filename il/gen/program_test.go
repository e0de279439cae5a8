package gen

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"wobbly/il"
	"wobbly/il/check"
)

const manyPrograms = 20_000

// wide has every feature more often and larger than Default.
func wide() Options {
	return Options{
		Sizes: Sizes{
			Statements: 25, Methods: 7, Formals: 4, Fields: 9, Locals: 8, Path: 4, Depth: 5,
		},
		Units: Units{Threads: 0.5, Private: 0.3, NoFormals: 0.2, ArgNames: 0.3},
		Kinds: Kinds{
			Lock: 0.1, Sync: 0.1, If: 0.1, While: 0.1, Call: 0.2, Copy: 0.1, New: 0.1, Skip: 0.05,
		},
		Accesses:  Accesses{Store: 0.5, Sugar: 0.4, StoreFormal: 0.4, LocalRoot: 0.4, Longer: 0.5},
		Arguments: Arguments{DupArg: 0.2, PrefixArg: 0.3},
		Reassign:  0.3,
	}
}

// mixes are the options that tests draw from.
var mixes = map[string]Options{
	"default": Default(),
	"core":    WithoutSugar(),
	"tiny":    Tiny(),
	"wide":    wide(),
	"zero":    {},
	"crowded": {
		Sizes:    Sizes{Statements: 6, Methods: 3, Formals: 3, Depth: 1},
		Units:    Units{Threads: 0.5},
		Kinds:    Kinds{Lock: 1, Sync: 1, If: 1, While: 1, Call: 2, Copy: 1, New: 1, Skip: 1},
		Accesses: Accesses{Sugar: 1, Store: 1},
	},
}

// mustBeLegal checks p with package check, which is independent of this package.
func mustBeLegal(t *testing.T, p *il.Program) *il.Core {
	t.Helper()
	core, errs := check.Program(p, check.Options{})
	if len(errs) > 0 {
		t.Fatalf("not legal: %s: %s\n%s", p.Source.At(errs[0].At), errs[0].Message, p.Source.Text)
	}
	return core
}

func TestProgramsAreLegal(t *testing.T) {
	for name, o := range mixes {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(manyPrograms / len(mixes)) {
				p := Program(Rand(seed), o)
				mustBeLegal(t, p)
				if !legal(p) {
					t.Fatalf("package check accepts what legal refuses:\n%s", p.Source.Text)
				}
			}
		})
	}
}

func TestWithoutSugar(t *testing.T) {
	for seed := range uint64(1000) {
		p := Program(Rand(seed), WithoutSugar())
		if _, errs := check.Program(p, check.Options{Strict: true}); len(errs) > 0 {
			t.Fatalf("WithoutSugar has sugar: %s\n%s", errs[0].Message, p.Source.Text)
		}
	}
}

// TestEveryKindOfStatementIsDrawn: the wide mix has every kind of statement, so tests that use it
// reach every case of the type switches.
func TestEveryKindOfStatementIsDrawn(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(100) {
		for _, u := range unitsOf(Program(Rand(seed), wide())) {
			il.Walk(u.block, func(s il.Stmt) { seen[kindName(s)] = true })
		}
	}
	for _, s := range il.AllStmts {
		if !seen[kindName(s)] {
			t.Errorf("no %s is drawn", kindName(s))
		}
	}
}

func TestTextIsTheCanonicalOne(t *testing.T) {
	for name, o := range mixes {
		for seed := range uint64(500) {
			text := Text(seed, o)
			p := Program(Rand(seed), o)
			if diff := cmp.Diff(il.Format(p), text); diff != "" {
				t.Fatalf("%s, seed %d: il.Format differs (-Format +Text):\n%s", name, seed, diff)
			}
		}
	}
}

func TestSameSeedSameText(t *testing.T) {
	differ := 0
	for seed := range uint64(200) {
		a, b := Text(seed, wide()), Text(seed, wide())
		if a != b {
			t.Fatalf("Text of seed %d is\n%s\nand then\n%s", seed, a, b)
		}
		if a != Text(seed+1, wide()) {
			differ++
		}
	}
	if differ < 190 {
		t.Errorf("%d of 200 neighbouring seeds give different texts, want at least 190", differ)
	}
}

// total returns the sums of the Stats of n programs; Depth, LongestPath and Fields are the largest.
func total(o Options, n uint64) Stats {
	var sum Stats
	for seed := range n {
		m := Measure(Program(Rand(seed), o))
		sum.Methods += m.Methods
		sum.Private += m.Private
		sum.Threads += m.Threads
		sum.Formals += m.Formals
		sum.ArgNames += m.ArgNames
		sum.Statements += m.Statements
		sum.Depth = max(sum.Depth, m.Depth)
		sum.Locks += m.Locks
		sum.Syncs += m.Syncs
		sum.Branches += m.Branches
		sum.Loops += m.Loops
		sum.Calls += m.Calls
		sum.PrefixArgs += m.PrefixArgs
		sum.DupArgs += m.DupArgs
		sum.Copies += m.Copies
		sum.News += m.News
		sum.Skips += m.Skips
		sum.Loads += m.Loads
		sum.Stores += m.Stores
		sum.Sugar += m.Sugar
		sum.Reassigned += m.Reassigned
		sum.LongestPath = max(sum.LongestPath, m.LongestPath)
		sum.Fields = max(sum.Fields, m.Fields)
		sum.Variables += m.Variables
	}
	return sum
}

// TestOptionsRemoveFeatures: an option at 0 (or its minimum) removes its feature, which the wide mix
// has.
func TestOptionsRemoveFeatures(t *testing.T) {
	tests := []struct {
		name  string
		turn  func(*Options)
		count func(Stats) int // 0 without the feature
	}{
		{"Threads", func(o *Options) { o.Threads = 0 }, func(s Stats) int { return s.Threads }},
		{"Private", func(o *Options) { o.Private = 0 }, func(s Stats) int { return s.Private }},
		{"ArgNames", func(o *Options) { o.ArgNames = 0 }, func(s Stats) int { return s.ArgNames }},
		{"Formals", func(o *Options) { o.Formals = 0 }, func(s Stats) int { return s.Formals }},
		{"Methods", func(o *Options) { o.Threads, o.Methods = 1, 0 },
			func(s Stats) int { return s.Methods }},
		{"Lock", func(o *Options) { o.Lock = 0 }, func(s Stats) int { return s.Locks }},
		{"Sync", func(o *Options) { o.Sync = 0 }, func(s Stats) int { return s.Syncs }},
		{"If", func(o *Options) { o.If = 0 }, func(s Stats) int { return s.Branches }},
		{"While", func(o *Options) { o.While = 0 }, func(s Stats) int { return s.Loops }},
		{"Depth", func(o *Options) { o.Depth = 0 }, func(s Stats) int { return s.Depth + s.Locks }},
		{"Call", func(o *Options) { o.Call = 0 }, func(s Stats) int { return s.Calls }},
		{"Copy", func(o *Options) { o.Copy = 0 }, func(s Stats) int { return s.Copies }},
		{"Skip", func(o *Options) { o.Skip = 0 }, func(s Stats) int { return s.Skips }},
		{"Store", func(o *Options) { o.Store = 0 }, func(s Stats) int { return s.Stores }},
		{"Sugar", func(o *Options) { o.Sugar = 0 }, func(s Stats) int { return s.Sugar }},
		{"Reassign", func(o *Options) { o.Reassign = 0 },
			func(s Stats) int { return s.Reassigned }},
		{"DupArg", func(o *Options) { o.DupArg = 0 }, func(s Stats) int { return s.DupArgs }},
		{"PrefixArg", func(o *Options) { o.PrefixArg = 0 },
			func(s Stats) int { return s.PrefixArgs }},
		{"Path", func(o *Options) { o.Path = 1 }, func(s Stats) int { return s.LongestPath - 1 }},
		{"Fields", func(o *Options) { o.Fields = 1 }, func(s Stats) int { return s.Fields - 1 }},
	}
	before := total(wide(), 500)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.count(before) <= 0 {
				t.Fatal("the programs of the wide mix do not have the feature")
			}
			o := wide()
			tt.turn(&o)
			if n := tt.count(total(o, 500)); n != 0 {
				t.Errorf("the programs have the feature %d times, want 0", n)
			}
		})
	}
}

// TestOptionsAtTheirEnds: at the ends of their ranges, options that remove nothing determine
// frequencies.
func TestOptionsAtTheirEnds(t *testing.T) {
	with := func(turn func(*Options)) func(func(*il.Program) bool) int {
		o := wide()
		turn(&o)
		return func(has func(*il.Program) bool) int {
			n := 0
			for seed := range uint64(300) {
				if has(Program(Rand(seed), o)) {
					n++
				}
			}
			return n
		}
	}
	tests := []struct {
		name      string
		off, on   func(*Options)
		has       func(*il.Program) bool
		onAtLeast int // of 300
	}{
		{"Threads", func(o *Options) { o.Threads = 0 }, func(o *Options) { o.Threads = 1 },
			func(p *il.Program) bool { return Measure(p).Threads == 2 }, 300},
		{"NoFormals", func(o *Options) { o.NoFormals = 1 }, func(o *Options) { o.NoFormals = 0 },
			func(p *il.Program) bool {
				m := Measure(p)
				return m.Methods > 0 && m.Formals >= m.Methods
			}, 150},
		{"StoreFormal", func(o *Options) { o.StoreFormal = 0 },
			func(o *Options) { o.StoreFormal, o.Threads = 1, 1 },
			publishes, 100},
		{"LocalRoot", func(o *Options) { o.LocalRoot, o.NoFormals = 0, 0 },
			func(o *Options) { o.LocalRoot = 1 },
			hasLocalPath, 250},
		{"Longer", func(o *Options) { o.Longer, o.PrefixArg = 0, 0 },
			func(o *Options) { o.Longer = 1 },
			func(p *il.Program) bool { return Measure(p).LongestPath > 1 }, 280},
	}
	for _, tt := range tests {
		if n := with(tt.off)(tt.has); n != 0 {
			t.Errorf("%s off: %d programs of 300 have the feature, want 0", tt.name, n)
		}
		if n := with(tt.on)(tt.has); n < tt.onAtLeast {
			t.Errorf("%s on: %d programs of 300 have the feature, want at least %d", tt.name, n,
				tt.onAtLeast)
		}
	}
}

// TestDegenerate: with the option on, each generator leaves out public methods, fields, formals and
// statements. Its programs are legal by both implementations, and their neighbours can be drawn
// without a panic.
func TestDegenerate(t *testing.T) {
	const programs = 300
	for _, d := range append(Generators(), Generator{Name: "wide", Options: wide()}) {
		o := d.Options
		o.Degenerate = 1
		lacks := map[string]int{}
		for seed := range uint64(programs) {
			r := Rand(seed)
			p := Program(r, o)
			mustBeLegal(t, p)
			mustBeLegal(t, Mutate(r, p, o))
			if !legal(p) {
				t.Fatalf("%s, seed %d: legal = false for\n%s", d.Name, seed, p.Source.Text)
			}
			m := Measure(p)
			empty := false
			for _, u := range unitsOf(p) {
				empty = empty || len(u.block.Stmts) == 0
			}
			for what, is := range map[string]bool{
				"pair": !hasPair(p), "field": m.Fields == 0, "formal": m.Formals == 0,
				"statements": empty,
			} {
				if is {
					lacks[what]++
				}
			}
		}
		for _, what := range []string{"pair", "field", "formal", "statements"} {
			if lacks[what] < programs/10 {
				t.Errorf("%s: %d of %d programs lack a %s, want at least a tenth", d.Name,
					lacks[what], programs, what)
			}
		}
	}
}

// publishes reports whether a thread block stores a formal.
func publishes(p *il.Program) bool {
	found := false
	for _, u := range unitsOf(p) {
		il.Walk(u.block, func(s il.Stmt) {
			st, ok := s.(*il.Store)
			found = found || ok && u.thread && il.IsFormalName(st.Src)
		})
	}
	return found
}

// hasLocalPath reports whether a load or store goes through a local.
func hasLocalPath(p *il.Program) bool {
	found := false
	for _, u := range unitsOf(p) {
		il.Walk(u.block, func(s il.Stmt) {
			switch s := s.(type) {
			case *il.Load:
				found = found || !u.isFormal(s.Src.Root)
			case *il.Store:
				found = found || !u.isFormal(s.Dst.Root)
			}
		})
	}
	return found
}

// TestSharesAreMet: statements have the shares that the options ask for, except where one is
// impossible.
func TestSharesAreMet(t *testing.T) {
	o := Default()
	o.Depth, o.Statements = 0, 200
	s := total(o, 500)
	for _, tt := range []struct {
		name  string
		got   int
		share float64
	}{{"copies", s.Copies, o.Copy}, {"skips", s.Skips, o.Skip}} {
		if got := float64(tt.got) / float64(s.Statements); math.Abs(got-tt.share) > 0.01 {
			t.Errorf("the share of %s is %.3f, want about %.3f", tt.name, got, tt.share)
		}
	}
}

// TestSizesAreBounds: no program is larger than Sizes, and some unit is as large.
func TestSizesAreBounds(t *testing.T) {
	o := wide()
	longest := 0
	for seed := range uint64(2000) {
		p := Program(Rand(seed), o)
		m := Measure(p)
		if m.Methods > o.Methods || m.Depth > o.Depth || m.LongestPath > o.Path ||
			m.Fields > o.Fields {
			t.Fatalf("the program has %+v, want at most %+v\n%s", m, o.Sizes, p.Source.Text)
		}
		for _, u := range unitsOf(p) {
			n := 0
			il.Walk(u.block, func(il.Stmt) { n++ })
			longest = max(longest, n)
			if n < 1 || n > o.Statements || len(u.formals) > o.Formals {
				t.Fatalf("a unit has %d statements and %d formals, want 1 to %d and at most %d\n%s",
					n, len(u.formals), o.Statements, o.Formals, p.Source.Text)
			}
		}
	}
	if longest != o.Statements {
		t.Errorf("the longest unit has %d statements, want %d", longest, o.Statements)
	}
}

// TestMostProgramsHaveAReport: most programs have a report, so tests of statements about reports
// have enough cases.
func TestMostProgramsHaveAReport(t *testing.T) {
	const n = 2000
	for name, o := range map[string]Options{
		"Default": Default(), "WithoutSugar": WithoutSugar(), "Tiny": Tiny(),
	} {
		with := 0
		for seed := range uint64(n) {
			if hasReport(t, Program(Rand(seed), o)) {
				with++
			}
		}
		if share(with, n) < 60 {
			t.Errorf("%s: %d %% of the programs have a report, want at least 60 %%", name,
				share(with, n))
		}
	}
}

func BenchmarkProgram(b *testing.B) {
	for _, mix := range []struct {
		name string
		o    Options
	}{{"default", Default()}, {"tiny", Tiny()}} {
		b.Run(mix.name, func(b *testing.B) {
			r := Rand(1)
			b.ReportAllocs()
			for b.Loop() {
				Program(r, mix.o)
			}
		})
	}
}

func BenchmarkText(b *testing.B) {
	r, o := Rand(1), Default()
	bytes := 0
	for b.Loop() {
		bytes += len(Program(r, o).Source.Text)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "programs/s")
	b.ReportMetric(float64(bytes)/float64(b.N), "bytes/program")
}
