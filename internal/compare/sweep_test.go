package compare

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/campaign"
)

// planted counts programs, and finds something wrong with those of some seeds.
func planted(programs uint64) *Sweep[*Totals] {
	d, _ := gen.FindGenerator("small")
	return &Sweep[*Totals]{
		Kind: "planted", Draw: Draw{Generator: d, Seed: 5, Programs: programs}, Zero: NewTotals,
		Plus: (*Totals).Plus, Check: (*Totals).check, Program: d.Program,
		One: func(_ context.Context, seed uint64) (*Totals, *Failure) {
			t := NewTotals()
			t.Programs, t.Pairs = 1, seed
			t.scoreOf("racerdx", 0).TruePositives = seed
			if seed%7 == 0 {
				return t, &Failure{Seed: seed, What: []string{fmt.Sprint("seven ", seed)}}
			}
			return t, nil
		},
	}
}

// elsewhere returns the crew of one worker that gets shards as JSON, backwards.
func elsewhere(t *testing.T) campaign.Runner {
	return func(ctx context.Context, c campaign.Campaign) {
		e, err := c.Remote()
		if err != nil {
			t.Fatal(err)
		}
		shards := map[uint64][]byte{}
		for n, shard, ok := e.Log.Next(); ok; n, shard, ok = e.Log.Next() {
			shards[n] = shard
		}
		for n := len(shards) - 1; n >= 0; n-- {
			document, err := e.Do(ctx, shards[uint64(n)])
			if err == nil {
				err = e.Check(shards[uint64(n)], document)
			}
			if err != nil {
				t.Fatal(err)
			}
			e.Log.Put(uint64(n), document)
		}
	}
}

// TestSweepElsewhere: counts and failures, with their programs, are the same as in one process.
func TestSweepElsewhere(t *testing.T) {
	want, wantFailures := planted(30).Run(context.Background())
	s := planted(30)
	s.Runner = elsewhere(t)
	got, failures := s.Run(context.Background())
	if !reflect.DeepEqual(got, want) || want.Programs != 30 || len(wantFailures) != 4 ||
		len(failures) != 4 {
		t.Errorf("%+v, %d failures, want %+v, %d", got, len(failures), want, len(wantFailures))
	}
	for i, f := range failures {
		w := wantFailures[i]
		if f.Seed != w.Seed || !reflect.DeepEqual(f.What, w.What) ||
			il.Format(f.Program) != il.Format(planted(0).Program(f.Seed)) ||
			il.Format(w.Program) != il.Format(f.Program) {
			t.Errorf("failure %d: %+v, want %+v", i, f, w)
		}
	}
}

// TestSweepPanics: a panic names the program that caused it.
func TestSweepPanics(t *testing.T) {
	s := planted(30)
	one := s.One
	s.One = func(ctx context.Context, seed uint64) (*Totals, *Failure) {
		if seed == 17 {
			panic("planted")
		}
		return one(ctx, seed)
	}
	defer func() {
		if r, _ := recover().(string); !strings.HasPrefix(r,
			"the program of seed 17\n"+il.Format(s.Program(17))+": planted\n") {
			t.Errorf("the panic is %q, want it to begin with the program of seed 17", r)
		}
	}()
	s.Run(context.Background())
}

// TestWhatIsNoPart: counts that do not belong to a shard are refused.
func TestWhatIsNoPart(t *testing.T) {
	s := planted(30)
	r := campaign.Range{First: 5, N: 4}
	part := func() *Part[*Totals] {
		p, _ := s.part(context.Background(), r)
		return p
	}
	if err := s.check(r, part()); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(p *Part[*Totals]){
		"of fewer programs": func(p *Part[*Totals]) { p.Total.Programs-- },
		"of nothing":        func(p *Part[*Totals]) { p.Total = nil },
		"a failure before":  func(p *Part[*Totals]) { p.Failures = []Failure{{Seed: 4}} },
		"a failure behind":  func(p *Part[*Totals]) { p.Failures = []Failure{{Seed: 9}} },
		"more left out":     func(p *Part[*Totals]) { p.Total.LeftOut = p.Total.Pairs + 1 },
		"other inclusions":  func(p *Part[*Totals]) { p.Total.Included = nil },
		"other analyzers":   func(p *Part[*Totals]) { p.Total.Scores["none"] = make([]Score, 2) },
		"fewer truths": func(p *Part[*Totals]) {
			p.Total.Scores["racerdx"] = make([]Score, 1)
		},
	} {
		p := part()
		change(p)
		if s.check(r, p) == nil {
			t.Errorf("%s: check accepts the counts", name)
		}
	}
	if s.check(r, nil) == nil {
		t.Error("check accepts missing counts")
	}
}
