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

// TestModels: both engines accept every model.
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

// TestModelShape counts what the threads of each model do: a thread has its steps, some of them
// optional, and in the end reads each field of both objects. Critical sections are balanced.
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
			"arg1.f": tt.shared, "arg2.f": tt.own, "if * {": tt.optional, "  lock();": tt.locks,
			"unlock();": tt.locks, " = ": tt.init, "  x0 := x0.f0;": 4 * tt.fields,
		} {
			if got := strings.Count(text, what); got != want {
				t.Errorf("%s has %d times %q, want %d", tt.name, got, what, want)
			}
		}
	}
}

// TestLockedAccesses: a critical section has four accesses, and the next begins five later.
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

// TestBest takes the least of each figure, and says what went wrong.
func TestBest(t *testing.T) {
	runs := []measurement{
		{States: 7, CPU: 5, Wall: 2, PeakRSS: 9}, {States: 7, CPU: 3, Wall: 4, PeakRSS: 8},
	}
	for repeat, want := range map[int]measurement{
		0: runs[0], 1: runs[0], 2: {States: 7, CPU: 3, Wall: 2, PeakRSS: 8},
	} {
		n := 0
		got, err := best(repeat, time.Minute, func(context.Context) (measurement, error) {
			n++
			return runs[n-1], nil
		})
		if err != nil || got != want || n != max(1, repeat) {
			t.Errorf("best of %d: %+v, %v after %d runs", repeat, got, err, n)
		}
	}
	failed := errors.New("failed")
	if _, err := best(1, time.Minute, func(context.Context) (measurement, error) {
		return measurement{}, failed
	}); err != failed {
		t.Errorf("best = %v, want %v", err, failed)
	}
	if _, err := best(1, 0, func(context.Context) (measurement, error) {
		return measurement{}, failed
	}); err == nil || err.Error() != "not within 0s" {
		t.Errorf("best = %v, want that the time was too short", err)
	}
}

// TestCommand returns what a command writes, also in its error.
func TestCommand(t *testing.T) {
	dir := t.TempDir()
	out, m, err := command(t.Context(), dir, "sh", "-c", "pwd; echo two >&2")
	if err != nil || out != dir+"\ntwo\n" || m.PeakRSS < 1<<16 {
		t.Errorf("command = %q, %+v, %v", out, m, err)
	}
	_, _, err = command(t.Context(), dir, "sh", "-c", "echo no; exit 3")
	if err == nil || !strings.HasPrefix(err.Error(), "sh -c echo no; exit 3: exit status 3\nno") {
		t.Errorf("command = %v", err)
	}
}
