package repair

import (
	"fmt"
	"slices"
	"strings"
)

// Diff is a unified diff of two texts with three lines around each change, the
// form that patch reads; empty where they are equal. name stands in its head.
func Diff(name, before, after string) string {
	if before == after {
		return ""
	}
	a, b := linesOf(before), linesOf(after)
	var out strings.Builder
	fmt.Fprintf(&out, "--- %s\n+++ %s\n", name, name)
	for _, h := range hunks(script(a, b)) {
		writeHunk(&out, h, a, b)
	}
	return out.String()
}

func linesOf(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// op is a line of an edit script: ' ' is a line of both texts, '-' one of the old text and '+' one
// of the new text. i and j are how many lines of each are before it.
type op struct {
	kind byte
	i, j int
}

// script is a shortest edit script, found by the greedy algorithm of Myers. Row d of the trail has,
// for the diagonals k = -d, -d+2, ..., d, how far along the old text d changes come.
func script(a, b []string) []op {
	var trail [][]int
	for d := 0; ; d++ {
		row := make([]int, 2*d+1)
		trail = append(trail, row)
		for k := -d; k <= d; k += 2 {
			x := 0
			if d > 0 {
				x, _ = before(trail, d, k)
			}
			y := x - k
			for x < len(a) && y < len(b) && a[x] == b[y] {
				x, y = x+1, y+1
			}
			row[k+d] = x
			if x >= len(a) && y >= len(b) {
				return backtrack(trail, len(a), len(b))
			}
		}
	}
}

// before is where the dth change on diagonal k leads to, along the old text, and the diagonal that
// it comes from: it inserts a line if that is k+1, else it deletes one.
func before(trail [][]int, d, k int) (x, from int) {
	at := func(k int) int { return trail[d-1][k+d-1] }
	if k == -d || k != d && at(k-1) < at(k+1) {
		return at(k + 1), k + 1
	}
	return at(k-1) + 1, k - 1
}

// backtrack reads the script off the trail, from the ends of both texts.
func backtrack(trail [][]int, x, y int) []op {
	var back []op
	same := func(to int) {
		for x > to {
			x, y = x-1, y-1
			back = append(back, op{' ', x, y})
		}
	}
	for d := len(trail) - 1; d > 0; d-- {
		to, from := before(trail, d, x-y)
		inserts := from > x-y
		same(to)
		if inserts {
			y--
			back = append(back, op{'+', x, y})
		} else {
			x--
			back = append(back, op{'-', x, y})
		}
	}
	same(0)
	slices.Reverse(back)
	return back
}

// around is how many lines are shown before and behind a change.
const around = 3

// hunks are the parts of a script that hold changes, with the lines around.
func hunks(all []op) [][]op {
	var out [][]op
	from, last := -1, 0 // of the hunk at hand; its last change
	for n, o := range all {
		switch {
		case o.kind == ' ':
		case from >= 0 && n-last <= 2*around:
			last = n
		default:
			if from >= 0 {
				out = append(out, all[from:last+1+around])
			}
			from, last = max(0, n-around), n
		}
	}
	if from >= 0 {
		out = append(out, all[from:min(last+1+around, len(all))])
	}
	return out
}

func writeHunk(out *strings.Builder, h []op, a, b []string) {
	old, now := 0, 0
	for _, o := range h {
		if o.kind != '+' {
			old++
		}
		if o.kind != '-' {
			now++
		}
	}
	fmt.Fprintf(out, "@@ -%s +%s @@\n", extent(h[0].i, old), extent(h[0].j, now))
	for _, o := range h {
		line := ""
		if o.kind == '+' {
			line = b[o.j]
		} else {
			line = a[o.i]
		}
		out.WriteByte(o.kind)
		out.WriteString(line)
		if !strings.HasSuffix(line, "\n") {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// extent is "12,7": the first line, from 1, and how many; of none, the line before.
func extent(before, n int) string {
	switch n {
	case 0:
		return fmt.Sprintf("%d,0", before)
	case 1:
		return fmt.Sprint(before + 1)
	default:
		return fmt.Sprintf("%d,%d", before+1, n)
	}
}
