//go:build unix

package main

import (
	"strings"
	"testing"
	"time"
)

// TestModels holds that both engines accept every model.
func TestModels(t *testing.T) {
	for _, m := range models() {
		core, model, err := load(m)
		if err != nil {
			t.Fatal(err)
		}
		if core.Init == nil || model.Cut || len(model.Candidates) == 0 {
			t.Errorf("%s: init %v, cut %v, %d candidates", m.Name, core.Init != nil, model.Cut, len(model.Candidates))
		}
	}
}

// TestProgress holds that the first line comes at once, later ones by themselves,
// and that each says what is being done.
func TestProgress(t *testing.T) {
	lines := make(chan string, 100)
	p := newProgress(writer(func(b []byte) { lines <- string(b) }), 2)
	stop := p.watch(time.Millisecond)
	p.next("small, spin")
	p.enter("compiling")
	want := []string{"0:00  1 of 2  small, spin\n", "0:00  1 of 2  small, spin: compiling\n"}
	for n := 0; n < 20; n++ {
		got := <-lines
		if n == 0 && len(want) == 2 && strings.Contains(got, " 0 of 2 ") { // before the first search
			n--
			continue
		}
		for len(want) > 1 && got != want[0] {
			want = want[1:]
		}
		if got != want[0] {
			t.Fatalf("line %d: %q", n, got)
		}
	}
	if len(want) != 1 {
		t.Error("no line says that it is compiling")
	}
	stop()
}

type writer func([]byte)

func (w writer) Write(b []byte) (int, error) {
	w(b)
	return len(b), nil
}

// TestBudget holds that searches which all take as long as they may end in time,
// and that the last one has half of its share at least.
func TestBudget(t *testing.T) {
	now := time.Unix(0, 0)
	b := budget{end: now.Add(90 * time.Second), weight: 4*spinWeight + 5*engineWeight}
	first := b.take(spinWeight, now)
	if first != 30*time.Second {
		t.Errorf("the first search may take %v", first)
	}
	now = now.Add(first)
	for range 3 {
		now = now.Add(b.take(spinWeight, now))
	}
	for k := range 5 {
		share := b.end.Sub(now) / time.Duration(5-k)
		took := b.take(engineWeight, now)
		if now = now.Add(took); took < share/2 || now.After(b.end) {
			t.Errorf("search %d of the engine may take %v of %v", k+1, took, share)
		}
	}
	if b.weight != 0 {
		t.Errorf("searches of weight %d are left", b.weight)
	}
	if took := (&budget{end: now, weight: 1}).take(1, now.Add(time.Second)); took != 0 {
		t.Errorf("%v are left behind the end", took)
	}
}
