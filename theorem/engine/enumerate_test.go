package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wobbly/il/enum"
	"wobbly/theorem/engine"
)

// universe returns options for 42,196 programs, which are several stretches of each part.
func universe() enum.Options {
	return enum.Options{
		Size: 3, Path: 1, Arity: 1, NoLocks: true, NoBranches: true, NoLoops: true, NoCalls: true,
	}
}

// third returns a statement whose hypothesis is met in a third of all cases, chosen by their seeds.
// It calls checked for each case.
func third(checked func()) *engine.Statement {
	return planted("third", func(c *engine.Case) []instance {
		checked()
		return []instance{{c.Seed%3 == 0, nil}}
	})
}

// enumerate runs e on universe().
func enumerate(t *testing.T, ctx context.Context, e engine.Enumeration) *engine.Enumerated {
	t.Helper()
	e.Universe = universe()
	out, err := e.Run(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// sameTally checks that two results have the same programs, by size, and the same verdicts on the
// statement third.
func sameTally(t *testing.T, name string, got, want *engine.Enumerated) {
	t.Helper()
	if !slices.Equal(got.Programs(), want.Programs()) ||
		got.Result("third") != want.Result("third") || got.Complete != want.Complete {
		t.Errorf("%s: programs %v, verdicts %v, complete %t; want %v, %v, %t", name,
			got.Programs(), got.Result("third"), got.Complete, want.Programs(),
			want.Result("third"), want.Complete)
	}
}

// TestEnumerateInParts: shards and workers check every program exactly once.
func TestEnumerateInParts(t *testing.T) {
	statements := []*engine.Statement{third(func() {})}
	whole := enumerate(t, context.Background(), engine.Enumeration{Statements: statements})
	met := whole.Result("third")
	if !whole.Complete || len(whole.Parts) != 64 ||
		!slices.Equal(whole.Programs(), []uint64{1, 10, 473, 41712}) ||
		met[engine.Holds]+met[engine.NotMet] != 1+10+473+41712 || met[engine.Holds] < 10000 {
		t.Errorf("the whole universe: %d parts, programs %v, verdicts %v, complete %t; "+
			"want 64 parts and the programs 1, 10, 473, 41712", len(whole.Parts), whole.Programs(),
			met, whole.Complete)
	}
	sum := &engine.Enumerated{Complete: true}
	for i := range 2 {
		shard := enumerate(t, context.Background(),
			engine.Enumeration{
				Shard: enum.Shard{Index: i, Of: 2}, Statements: statements, Workers: 3,
			})
		if len(shard.Parts) != 64 || shard.Programs()[3] < 10000 {
			t.Errorf("shard %d: %d parts, programs %v; want 64 parts and 10000 programs of size 3",
				i, len(shard.Parts), shard.Programs())
		}
		sum.Parts = append(sum.Parts, shard.Parts...)
		sum.Complete = sum.Complete && shard.Complete
	}
	sameTally(t, "two shards", sum, whole)
}

// TestEnumerateResumes: a run that was interrupted, saved and resumed has the same tally as one
// that was not, and checks no program twice.
func TestEnumerateResumes(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	checked, reported := 0, uint64(0)
	statements := []*engine.Statement{third(func() {
		checked++
		if checked == 20000 {
			cancel()
		}
	})}
	cut := enumerate(t, ctx, engine.Enumeration{
		Statements: statements,
		Progress:   func(e *engine.Enumerated) { reported = e.Programs()[3] },
	})
	ofSize3 := cut.Programs()[3]
	if cut.Complete || checked < 20000 || ofSize3 < 19000 || ofSize3 > 41000 {
		t.Fatalf("complete %t after %d checks, with the programs %v, want a cut at 20000",
			cut.Complete, checked, cut.Programs())
	}
	if reported != ofSize3 {
		t.Fatalf("progress last reports %d programs, want %d", reported, ofSize3)
	}
	text, err := json.Marshal(cut)
	if err != nil {
		t.Fatal(err)
	}
	saved := &engine.Enumerated{}
	if err := json.Unmarshal(text, saved); err != nil {
		t.Fatal(err)
	}
	all := enumerate(t, context.Background(),
		engine.Enumeration{Statements: statements, From: saved})
	if checked != 1+10+473+41712 {
		t.Errorf("%d programs were checked, want %d", checked, 1+10+473+41712)
	}
	sameTally(t, "resumed", all,
		enumerate(t, context.Background(), engine.Enumeration{Statements: statements}))
}

// TestEnumerateFails: a part ends with the first program that refutes a statement, and cannot be
// resumed.
func TestEnumerateFails(t *testing.T) {
	checked := 0
	statements := []*engine.Statement{
		third(func() { checked++ }),
		planted("large", large),
		planted("after", func(c *engine.Case) []instance {
			if len(large(c)) > 1 {
				t.Error("a statement was checked after another one was refuted")
			}
			return nil
		}),
	}
	out := enumerate(t, context.Background(), engine.Enumeration{Statements: statements})
	f := out.Failure()
	if f == nil || out.Complete || f.Statement != "large" || f.Instance != "planted" ||
		f.Why != errPlanted.Error() || strings.Count(f.Program, ":=") != 3 ||
		f.Cursor == "" || out.Result("large")[engine.Refuted] != 1 {
		t.Fatalf("complete %t, the failure %+v, the verdicts %v; want the first failure of large",
			out.Complete, f, out.Result("large"))
	}
	before := checked
	again := enumerate(t, context.Background(),
		engine.Enumeration{Statements: statements, From: out})
	if checked != before || again.Failure() == nil {
		t.Errorf("resumed after the failure: %d programs checked, the failure %v; want none, and "+
			"the same failure", checked-before, again.Failure())
	}
}

// TestEnumerateWithWorkers: the result is the same on any number of workers, even if a statement is
// refuted.
func TestEnumerateWithWorkers(t *testing.T) {
	run := func(workers int) *engine.Enumerated {
		return enumerate(t, context.Background(),
			engine.Enumeration{
				Statements: []*engine.Statement{planted("large", large)}, Workers: workers,
			})
	}
	one, three := run(1), run(3)
	if one.Failure() == nil || one.Programs()[3] == 0 {
		t.Errorf("with one worker: %+v, want a failure and some programs of size 3", one)
	}
	if !reflect.DeepEqual(one, three) {
		t.Errorf("one worker finds %+v\nthree find %+v", one, three)
	}
}

// TestEnumerateRefuses: a saved run of something else, and an invalid shard, are refused.
func TestEnumerateRefuses(t *testing.T) {
	small := universe()
	small.Size = 1
	saved, err := (&engine.Enumeration{Universe: small}).Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for name, e := range map[string]engine.Enumeration{
		"another universe": {Universe: universe(), From: saved},
		"another shard":    {Universe: small, From: saved, Shard: enum.Shard{Index: 0, Of: 2}},
	} {
		if _, err := e.Run(context.Background()); err == nil ||
			!strings.Contains(err.Error(),
				"another universe or shard: all programs of 0 to 1 statements") ||
			!strings.HasSuffix(err.Error(), "shard 1 of 1") {
			t.Errorf("Run from %s: %v, want a refusal", name, err)
		}
	}
	beyond := &engine.Enumeration{Universe: small, Shard: enum.Shard{Index: 3, Of: 3}}
	if _, err := beyond.Run(context.Background()); !errors.Is(err, enum.ErrShard) {
		t.Errorf("Run of shard 4 of 3 = %v, want %v", err, enum.ErrShard)
	}
}
