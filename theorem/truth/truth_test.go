package truth

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/semantics/explore"
	oracle "wobbly/semantics/explore/unordered"
	"wobbly/theorem/casetest"
	"wobbly/theorem/engine"
	"wobbly/witness"
	"wobbly/witness/reconstruct"
)

// TestSearches checks the verdicts of the exact searches on a pair of sites. A search that was cut
// denies nothing.
func TestSearches(t *testing.T) {
	const unordered, races = 1, 2
	for _, tt := range []struct {
		text string
		want int
	}{
		{`{ arg1.f := arg1; } || { arg1.f := arg1; }`, unordered | races},
		{`{ lock(); arg1.f := arg1; unlock(); } || { lock(); arg1.f := arg1; unlock(); }`, 0},
		{`{ y := new(); arg1.g := y; y.f := y; } || { x := arg1.g; x.f := x; }`, unordered | races},
		{`{ y := new(); y.f := y; arg1.g := y; } || { x := arg1.g; x.f := x; }`, unordered},
		{`{ y := new(); arg1.g := y; y.f.f := arg1; } || { x := arg1.g; x.f.f := arg1; }`, races},
	} {
		c := casetest.Of(t, tt.text)
		p := c.Core.Pairs()[0]
		var sites il.Sites
		for i, u := range []*il.Unit{p.Left, p.Right} {
			il.Walk(u.Body, func(s il.Stmt) {
				if s, ok := s.(*il.Store); ok && s.Dst.Fields[len(s.Dst.Fields)-1] == "f" {
					sites[i], _ = il.SiteOf(s)
				}
			})
		}
		got := 0
		if IsUnordered(c, p, sites) == nil {
			got |= unordered
		}
		if Races(c, p, sites) == nil {
			got |= races
		}
		if got != tt.want {
			t.Errorf("%s: the searches answer %b, want %b", tt.text, got, tt.want)
		}
	}
	c := casetest.Of(t, `{ arg1.f := arg1; } || { x := arg1.g; }`)
	p := c.Core.Pairs()[0]
	Of(c).searches[p] = &searched{Cut: engine.BoundError{Limit: "planted"}}
	Of(c).unordered[p] = &oracle.Result{Cut: explore.CutStates}
	var limit engine.BoundError
	for name, err := range map[string]error{
		"unordered": IsUnordered(c, p, il.Sites{}), "races": Races(c, p, il.Sites{}),
	} {
		if !errors.As(err, &limit) {
			t.Errorf("%s of a search that was cut = %v, want a BoundError", name, err)
		}
	}
}

// TestCertified: a damaged witness is refused.
func TestCertified(t *testing.T) {
	c := casetest.Of(t, `{ arg1.f := arg1; } || { x := arg1; x.f := arg1; }`)
	w := Search(c, c.Core.Pairs()[0]).Races[0].Witness()
	if err := Certified(c, w); err != nil {
		t.Errorf("Certified of a witness = %v, want nil", err)
	}
	// Exchange the units. Only the checker insists on their order.
	w.Units[0], w.Units[1] = w.Units[1], w.Units[0]
	w.Init.A, w.Init.B = w.Init.B, w.Init.A
	w.Race.A, w.Race.B = w.Race.B, w.Race.A
	for i := range w.Steps {
		w.Steps[i].Thread = map[string]string{"A": "B", "B": "A"}[w.Steps[i].Thread]
	}
	err := Certified(c, w)
	if err == nil || !strings.HasPrefix(err.Error(), "the checker refuses") {
		t.Errorf("Certified of exchanged units: %v, want a refusal of the checker", err)
	}
	if err := Replay(c.Core, w); err != nil {
		t.Errorf("Replay of exchanged units = %v, want nil", err)
	}
}

// TestLongWitness: a witness with too many moves is not decided.
func TestLongWitness(t *testing.T) {
	text := "private w0() { x := new(); } "
	for i := range 40 {
		text += fmt.Sprintf("private w%d() { w%d(); w%d(); } ", i+1, i, i)
	}
	c := casetest.Of(t, text+"top(b) { w40(); x := new(); b.f := x; }")
	reports, err := Reports(c)
	if err != nil || len(reports) != 1 {
		t.Fatalf("Reports = %v, %v, want one", reports, err)
	}
	p := ProofOf(c, reports[0])
	if p.Err != nil {
		t.Fatalf("the report has no witness: %v", p.Err)
	}
	err = Replayed(c.Core, p.Witness)
	if _, limit := err.(engine.BoundError); !limit {
		t.Errorf("Replayed of a long witness: %v, want a BoundError", err)
	}
}

// TestMoves: a run stands for as many moves as it says.
func TestMoves(t *testing.T) {
	for _, x := range []struct {
		steps []witness.Step
		want  int
	}{
		{nil, 0},
		{[]witness.Step{{Do: "skip"}, {Do: witness.Run, Steps: "5"}, {Do: "skip"}}, 7},
		{[]witness.Step{{Do: witness.Run, Steps: "123456789012345678901234567890"}, {Do: "skip"}},
			1 << 60},
	} {
		w := &witness.Witness{Steps: x.steps}
		if got := Moves(w); got != x.want || Folded(w) != (len(x.steps) > 0) {
			t.Errorf("Moves of %v = %d, Folded = %t, want %d, %t", x.steps, got, Folded(w), x.want,
				len(x.steps) > 0)
		}
	}
}

// TestRefused: a proof without a witness, one that a limit cut, and one that is refused differ.
func TestRefused(t *testing.T) {
	long, limit := reconstruct.TooLongError{Steps: 2, Most: 1}, engine.BoundError{Limit: "planted"}
	for err, want := range map[error]string{
		long:                        "there is no witness: " + long.Error(),
		limit:                       limit.Error(),
		errors.New("planted fault"): "the witness of the proof is refused: planted fault",
	} {
		if got := Refused(Proof{Err: err}).Error(); got != want {
			t.Errorf("Refused(%v) = %q, want %q", err, got, want)
		}
	}
}
