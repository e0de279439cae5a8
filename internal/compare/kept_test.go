package compare

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"wobbly/witness/needs"

	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/iltest"
	"wobbly/report"
	"wobbly/semantics/explore"
	"wobbly/witness"
)

// raced has six pairs of units. In some there are false reports of Chord and RacerD, and in
// one there is a race that every analysis reports.
const raced = `m(a, b) { a.f := b; x := a.f; lock(); a.g := b; unlock(); y := b.h; y.f := a }
n(a) { x := a.f; a.f := x; lock(); y := a.g; unlock(); z := new(); z.f := a; z := a.h; a.h := z }
k(c) { c.k := new() }`

// stopping returns an analyzer that ends a context at its n-th event: before and after it is asked
// for a pair of units, and before it proves a report.
func stopping(a *analyzers.Analyzer, n int, end func()) *analyzers.Analyzer {
	event := func() {
		n--
		if n == 0 {
			end()
		}
	}
	x := *a
	x.Ordered = true // one pair after the other, as events are counted
	x.Start = func(core *il.Core, o analyzers.Options) (analyzers.Run, error) {
		run, err := a.Start(core, o)
		return func(ctx context.Context, p il.Pair) (analyzers.Answer, error) {
			event()
			answer, err := run(ctx, p)
			event()
			for i := range answer.Reports {
				if prove := answer.Reports[i].Prove; prove != nil {
					answer.Reports[i].Prove = func() (*witness.Witness, error) {
						event()
						return prove()
					}
				}
			}
			return answer, err
		}, err
	}
	return &x
}

// reportText is what a report is of.
func reportText(r report.Race) string {
	return fmt.Sprintf("%s %s %s, %s %s %s: %s", r.Left.Unit, r.Left.At, r.Left.Kind, r.Right.Unit,
		r.Right.At, r.Right.Kind, r.Note)
}

// TestJudgeStopped: whenever the context ends, the document has some of the usual reports, in
// order, with their usual verdicts or none. It says that it is incomplete, and for which pairs of
// units. Something is kept of every analyzer.
func TestJudgeStopped(t *testing.T) {
	core := iltest.Core(t, raced)
	o := analyzers.DefaultOptions()
	o.Search.MaxStates, o.Executions, o.Share = 5_000, 4, 0
	for _, a := range analyzers.All() {
		whole, err := asked(t.Context(), core, nil, a, o)
		if err != nil {
			t.Fatalf("%s: %v", a.Name, err)
		}
		undecided, parts := 0, map[int]bool{}
		for n := 1; ; n++ {
			ctx, end := context.WithCancel(t.Context())
			part, err := asked(ctx, core, nil, stopping(a, n, end), o)
			stopped := ctx.Err() != nil
			end()
			if err != nil {
				t.Fatalf("%s, event %d: %v", a.Name, n, err)
			}
			if !stopped {
				break
			}
			parts[len(part.Reports)] = true
			undecided += part.Counts[report.Unknown] - whole.Counts[report.Unknown]
			if !part.Interrupted() || part.Complete() {
				t.Errorf("%s, event %d: it does not say that it is interrupted", a.Name, n)
			}
			if len(part.Reports) < len(whole.Reports) &&
				!strings.Contains(strings.Join(part.Cut, "; "), "interrupted") {
				t.Errorf("%s, event %d: %d of %d reports, and it is not said what is missing: %v",
					a.Name, n, len(part.Reports), len(whole.Reports), part.Cut)
			}
			if len(part.Defects) > 0 || part.Stages != nil {
				t.Errorf("%s, event %d: the defects %v and the stages %v, want neither", a.Name, n,
					part.Defects, part.Stages)
			}
			rest := whole.Reports
			for _, r := range part.Reports {
				i := slices.IndexFunc(rest,
					func(x report.Race) bool { return reportText(x) == reportText(r) })
				if i < 0 {
					t.Fatalf("%s, event %d: %s is no report, or not in this place", a.Name, n,
						reportText(r))
				}
				if r.Verdict != rest[i].Verdict && r.Verdict != report.Unknown {
					t.Errorf("%s, event %d: %s is %s, and else %s", a.Name, n, reportText(r),
						r.Verdict, rest[i].Verdict)
				}
				rest = rest[i+1:]
			}
		}
		if len(parts) < 2 ||
			a.Kind != analyzers.Exact && a.Truth == analyzers.Coenabled && undecided <= 0 {
			t.Errorf("%s: the numbers of reports are %v, %d are not decided: the test says too "+
				"little", a.Name, parts, undecided)
		}
	}
}

// givingUp does something aside, and gives it up when the context ends.
func givingUp(ctx context.Context, f func()) bool {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
		return true
	case <-ctx.Done():
		return false
	}
}

// deaf returns an analyzer that answers for the first pairs of units, and for the next one never.
func deaf(a *analyzers.Analyzer, first int, end func(), never <-chan bool) *analyzers.Analyzer {
	x := *a
	x.Ordered = true
	x.Start = func(core *il.Core, o analyzers.Options) (analyzers.Run, error) {
		run, err := a.Start(core, o)
		return func(ctx context.Context, p il.Pair) (analyzers.Answer, error) {
			first--
			if first < 0 {
				end()
				<-never
			}
			return run(ctx, p)
		}, err
	}
	return &x
}

// TestDeaf: an analyzer that ignores the end of the context has no answer. The answers of other
// analyzers, and its own on other pairs, are kept, in a document of one analyzer and in a
// comparison.
func TestDeaf(t *testing.T) {
	core := iltest.Core(t, raced)
	never := make(chan bool)
	defer close(never)
	chord, _ := analyzers.Find("chord")
	racerd, _ := analyzers.Find("racerd")
	o := analyzers.DefaultOptions()
	for _, first := range []int{0, 1, 3} {
		ctx, end := context.WithCancel(t.Context())
		d, err := Judge(ctx, core, nil, deaf(chord, first, end, never), o, givingUp)
		if err != nil {
			t.Fatal(err)
		}
		p := core.Pairs()[first]
		cut := []string{
			fmt.Sprintf("%s || %s: chord (interrupted)", p.Left.Name, p.Right.Name),
			fmt.Sprintf("%d pairs of units were not looked at (interrupted)", 5-first),
		}
		if n := len(slices.Collect(d.Races)); (n > 0) != (first > 0) ||
			d.Counts[report.Confirmed]+d.Counts[report.Impossible] != n ||
			!slices.Equal(d.Cut, cut) {
			t.Errorf("%d pairs answered: %d reports, the counts %v and the cuts %q, want %q", first,
				n, d.Counts, d.Cut, cut)
		}
		ctx, end = context.WithCancel(t.Context())
		var pairs []*Pair
		c := Begin(ctx, core, nil,
			Options{Analyzers: []*analyzers.Analyzer{
				racerd, deaf(chord, first, end, never), racerd,
			}, Analysis: o, Background: givingUp})
		c.Each(ctx, func(x *Pair) { pairs = append(pairs, x) })
		if len(pairs) != first+1 {
			t.Fatalf("%d pairs answered: %d are kept, want one more", first, len(pairs))
		}
		for i, x := range pairs {
			whole := x.Answers[0].Failed == "" && x.Answers[1].Failed == "" &&
				x.Answers[2].Failed == "" && !x.Ended
			if whole != (i < first) {
				t.Errorf("%d pairs answered: pair %d is complete: %v, want %v: %+v", first, i,
					whole, !whole, x.Answers)
			}
		}
		last := pairs[first]
		for _, i := range []int{1, 2} { // the one that is deaf, and who was not asked any more
			if last.Answers[i].Failed != "interrupted" || last.Rows[0].Has(i) ||
				last.Answers[0].Failed != "" {
				t.Errorf("the answers are %+v, want the first one only", last.Answers)
			}
		}
		d2 := documentPair(core, needs.New(core), last,
			Options{Analyzers: []*analyzers.Analyzer{racerd, chord, racerd}})
		if len(d2.Rows) != len(last.Rows) || d2.Unlisted != d2.Candidates-len(d2.Rows) ||
			d2.Unlisted == 0 {
			t.Errorf("%d rows of %d candidates: what nobody reports is listed, though not all "+
				"analyzers were asked", len(d2.Rows), d2.Candidates)
		}
		end()
	}
	ctx, end := context.WithCancel(t.Context())
	slow := *chord
	slow.Start = func(*il.Core, analyzers.Options) (analyzers.Run, error) {
		end()
		<-never
		return nil, nil
	}
	d, err := Judge(ctx, core, nil, &slow, o, givingUp)
	if err != nil || documentOf(ctx, core, &slow, d).Complete() || d.TotalRaces.String() != "0" {
		t.Errorf("Judge = %+v, %v; want no race, and incomplete", d, err)
	}
}

// TestMadeLate: parts of a list that were not built when the context ended are built on demand,
// with the same result.
func TestMadeLate(t *testing.T) {
	for n := range 5 {
		ctx, end := context.WithCancel(t.Context())
		count := 0
		all := prepared(ctx, []int{3, 5, 7}, func(k, i int) string {
			count++
			if count == n {
				end()
			}
			return fmt.Sprint(k, i)
		})
		now := count
		if got := slices.Collect(all); !slices.Equal(got, []string{"0 3", "1 5", "2 7"}) ||
			now != min(max(n, 3*(1-min(n, 1))), 3) || count != 3 {
			t.Errorf("stopped at %d: %v, %d were made before the first was read, then %d", n, got,
				now, count)
		}
		end()
	}
}

// TestJudgeMemory: if lack of memory ended the context, the document says so.
func TestJudgeMemory(t *testing.T) {
	ctx, end := context.WithCancelCause(t.Context())
	a, _ := analyzers.Find("chord")
	d, err := asked(ctx, iltest.Core(t, raced), nil,
		stopping(a, 3, func() { end(explore.ErrMemory) }), analyzers.DefaultOptions())
	if err != nil || !strings.Contains(strings.Join(d.Cut, ""), "(memory)") ||
		strings.Contains(strings.Join(d.Cut, ""), "interrupted") {
		t.Errorf("cut = %q, %v; want by memory only", d.Cut, err)
	}
}

// TestPartial: an answer that arrives after the context has ended is incomplete, and no further
// analyzer is started.
func TestPartial(t *testing.T) {
	core := iltest.Core(t, raced)
	racerd, _ := analyzers.Find("racerd")
	ctx, end := context.WithCancel(t.Context())
	asked := 0
	next := *racerd
	next.Start = func(*il.Core, analyzers.Options) (analyzers.Run, error) {
		return func(context.Context, il.Pair) (analyzers.Answer, error) {
			asked++
			return analyzers.Answer{}, nil
		}, nil
	}
	at := func(_ context.Context, f func()) bool { f(); return true }
	o := Options{
		Analyzers: []*analyzers.Analyzer{stopping(racerd, 2, end), &next},
		Analysis:  analyzers.DefaultOptions(), Background: at,
	}
	x := Begin(ctx, core, nil, o).Pair(ctx, core.Pairs()[0])
	if x.Answers[0].Cut != "interrupted" || x.Answers[0].Failed != "" || len(x.Rows) == 0 ||
		x.Answers[1].Failed != "interrupted" || asked != 0 || !x.Ended {
		t.Errorf("the answers are %+v, want the first cut and the second, asked %d times, missing",
			x.Answers, asked)
	}
}
