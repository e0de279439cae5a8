package hb

import (
	"slices"
	"strings"
	"testing"

	"wobbly/dynamic"
	"wobbly/il"
	"wobbly/semantics"
)

// parse reads a recording: each word is a thread and what it does, r or w with a
// cell, or l or u for the lock.
func parse(text string) []dynamic.Event {
	var events []dynamic.Event
	for i, w := range strings.Fields(text) {
		e := dynamic.Event{At: il.Pos(i)}
		if w[0] == 'B' {
			e.Thread = semantics.B
		}
		switch w[1] {
		case 'r':
			e.Kind = dynamic.Read
		case 'w':
			e.Kind = dynamic.Write
		case 'l':
			e.Kind = dynamic.Acquire
		case 'u':
			e.Kind = dynamic.Release
		default:
			panic(w)
		}
		if e.IsAccess() {
			e.Cell = semantics.Addr{Loc: 1, Field: w[2:]}
		}
		events = append(events, e)
	}
	return events
}

// TestFastTrackTable: each rule, and where it reports less than all races.
func TestFastTrackTable(t *testing.T) {
	tests := []struct {
		name, events string
		track, all   []Race
	}{
		{"write and read", "Awx Brx", []Race{{0, 1}}, []Race{{0, 1}}},
		{"reads alone", "Arx Brx Arx", nil, nil},
		{"another cell", "Awx Bwy", nil, nil},
		{"ordered by the lock", "Awx Al Au Bl Brx Bu", nil, nil},
		{"the lock in the wrong order", "Bl Bu Awx Al Au Brx", []Race{{2, 5}}, []Race{{2, 5}}},
		{"one lock() is not enough", "Awx Bl Bu Brx", []Race{{0, 3}}, []Race{{0, 3}}},
		{"re-entrant: the inner unlock() is harmless", "Al Al Au Awx Au Bl Brx Bu", nil, nil},
		{"re-entrant: the other waits for the outer one", "Al Al Au Brx Awx Au", []Race{{3, 4}}, []Race{{3, 4}}},
		{"reads inflate, a write after both", "Arx Brx Al Au Bl Bu Bwx", nil, nil},
		{"reads inflate, a write after one", "Arx Brx Bwx", []Race{{0, 2}}, []Race{{0, 2}}},
		{"reads deflate after a write", "Arx Brx Al Au Bl Bu Bwx Bl Bu Al Arx Awx Au", nil, nil},
		{"nothing is left of reads before a write", "Arx Brx Awx Bwx", []Race{{1, 2}, {2, 3}}, []Race{{1, 2}, {2, 3}, {0, 3}}},
		{"a write and a read before one write", "Awx Arx Bwx", []Race{{0, 2}, {1, 2}}, []Race{{1, 2}, {0, 2}}},
		{"the same epoch: the second write goes unseen", "Awx Brx Awx", []Race{{0, 1}}, []Race{{0, 1}, {1, 2}}},
		{"the last write alone is kept", "Awx Awx Brx", []Race{{0, 2}}, []Race{{1, 2}, {0, 2}}},
		{"the last epoch alone is kept", "Awx Al Awx Au Bl Bu Brx Brx", nil, nil},
		{"an older write in another epoch", "Awx Al Au Awx Brx", []Race{{3, 4}}, []Race{{3, 4}, {0, 4}}},
	}
	for _, tt := range tests {
		events := parse(tt.events)
		if got := fastTrackRaces(events); !slices.Equal(got, tt.track) {
			t.Errorf("%s: FastTrack says %v, want %v", tt.name, got, tt.track)
		}
		if got := slices.Collect(Races(events, Of(events))); !slices.Equal(got, tt.all) {
			t.Errorf("%s: all races are %v, want %v", tt.name, got, tt.all)
		}
		var seen tally
		holds(t, events, &seen)
	}
}

// TestInflation: a cell holds a vector of reads exactly while it needs one.
func TestInflation(t *testing.T) {
	tests := []struct {
		events string
		shared bool
	}{
		{"Arx", false},
		{"Arx Arx Awx", false},
		{"Arx Al Au Bl Brx Bu", false},
		{"Arx Brx", true},
		{"Arx Brx Al Au Bl Bu", true},
		{"Arx Brx Bwx", false},
	}
	for _, tt := range tests {
		d := newFastTrack()
		for i, e := range parse(tt.events) {
			d.step(i, e)
		}
		if got := d.cells[semantics.Addr{Loc: 1, Field: "x"}].shared != nil; got != tt.shared {
			t.Errorf("%s: shared is %v", tt.events, got)
		}
	}
}

// TestEdges: from the last unlock() to the next lock() of the other thread.
func TestEdges(t *testing.T) {
	tests := []struct {
		events string
		want   []Edge
	}{
		{"", nil},
		{"Al Au Al Au", nil},
		{"Al Au Bl Bu Al", []Edge{{1, 2}, {3, 4}}},
		{"Al Au Bl Bl Bu Bu", []Edge{{1, 2}}},
		{"Al Al Au Au Bl Bu", []Edge{{3, 4}}},
	}
	for _, tt := range tests {
		if got := Edges(parse(tt.events)); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.events, got, tt.want)
		}
	}
	o := Of(parse("Awx Al Au Bl Brx"))
	if got := o.Clock(4); got != (Clock{2, 4}) {
		t.Errorf("clock %v", got)
	}
}
