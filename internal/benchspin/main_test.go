//go:build unix

package main

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestModels checks that both engines accept every model.
func TestModels(t *testing.T) {
	for _, m := range models() {
		core, exported, err := load(m)
		if err != nil {
			t.Fatalf("load(%s): %v", m.name, err)
		}
		if core.Init == nil || exported.Cut || len(exported.Candidates) == 0 {
			t.Errorf("%s: init block %t, cut %t, %d candidates; want true, false, and some", m.name,
				core.Init != nil, exported.Cut, len(exported.Candidates))
		}
	}
}

// TestModelShape checks that a thread has its steps, some of them optional, and in the end reads
// each field of both objects, and that critical sections are balanced.
func TestModelShape(t *testing.T) {
	for _, tt := range []struct {
		name                                       string
		shared, own, optional, locks, init, fields int
	}{
		{"no-lock", 2 * (28 + 4), 2 * 4, 2 * 14, 0, 8, 4},
		{"with-a-lock", 2 * (28 + 4), 2 * 4, 2 * 14, 2 * 3, 8, 4},
		{"half-shared", 2 * (16 + 4), 2 * (16 + 4), 2 * 16, 0, 8, 4},
		{"mostly-local", 2 * (3 + 6), 2 * (43 + 6), 2 * 23, 0, 8, 6},
	} {
		i := slices.IndexFunc(models(), func(m model) bool { return m.name == tt.name })
		text := models()[i].text
		for what, want := range map[string]int{
			"arg1.f":         tt.shared,
			"arg2.f":         tt.own,
			"if * {":         tt.optional,
			"  lock();":      tt.locks,
			"unlock();":      tt.locks,
			" = ":            tt.init,
			"  x0 := x0.f0;": 4 * tt.fields,
		} {
			if got := strings.Count(text, what); got != want {
				t.Errorf("%s has %d times %q, want %d", tt.name, got, what, want)
			}
		}
	}
}

// TestLockedAccesses checks that a critical section has four accesses, and that the next one begins
// five later.
func TestLockedAccesses(t *testing.T) {
	all := func(int) bool { return true }
	text := family{steps: 12, shared: all, fields: 2, branch: 99, locks: true}.text()
	var shape strings.Builder
	for line := range strings.SplitSeq(text[:strings.Index(text, "||")], "\n") {
		switch {
		case strings.Contains(line, "unlock"):
			shape.WriteByte(')')
		case strings.Contains(line, "lock"):
			shape.WriteByte('(')
		case strings.Contains(line, "arg1.f"):
			shape.WriteByte('.')
		}
	}
	if got, want := shape.String(), "..(....).....(.).."; got != want {
		t.Errorf("accesses and sections are %s, want %s", got, want)
	}
}

// TestBest checks that the least of each figure is taken, over at least one run.
func TestBest(t *testing.T) {
	runs := []measurement{
		{States: 7, CPU: 5, Wall: 2, PeakRSS: 9},
		{States: 7, CPU: 3, Wall: 4, PeakRSS: 8},
	}
	for repeat, want := range map[int]measurement{
		0: runs[0],
		1: runs[0],
		2: {States: 7, CPU: 3, Wall: 2, PeakRSS: 8},
	} {
		n := 0
		got, err := best(repeat, time.Minute, func(context.Context) (measurement, error) {
			n++
			return runs[n-1], nil
		})
		if err != nil || got != want || n != max(1, repeat) {
			t.Errorf("best of %d = %+v, %v after %d runs; want %+v", repeat, got, err, n, want)
		}
	}
}

// TestBestFails checks that the error of a run is returned, unless the time was too short.
func TestBestFails(t *testing.T) {
	for limit, want := range map[time.Duration]string{time.Minute: "failed", 0: "not within 0s"} {
		_, err := best(1, limit, func(context.Context) (measurement, error) {
			return measurement{}, errors.New("failed")
		})
		if err == nil || err.Error() != want {
			t.Errorf("best within %v: error %v, want %q", limit, err, want)
		}
	}
}

// TestCommand checks that what a command writes is returned, also in its error.
func TestCommand(t *testing.T) {
	dir := t.TempDir()
	out, m, err := command(t.Context(), dir, "sh", "-c", "pwd; echo two >&2")
	if want := dir + "\ntwo\n"; err != nil || out != want {
		t.Errorf("command = %q, %v; want %q", out, err, want)
	}
	if m.PeakRSS < 1<<16 {
		t.Errorf("PeakRSS = %d, want at least 64 kB", m.PeakRSS)
	}
	const want = "sh -c echo no; exit 3: exit status 3\nno"
	_, _, err = command(t.Context(), dir, "sh", "-c", "echo no; exit 3")
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("command: error %v, want prefix %q", err, want)
	}
}
