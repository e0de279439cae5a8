package language

import (
	"strings"

	"wobbly/il"
	"wobbly/il/diag"
)

// Format returns the edits that format the text as wobbly fmt does, without the lines at the
// beginning and the end that need none. The error is Refused if the program cannot be parsed.
func (d *Document) Format() ([]diag.Edit, error) {
	r := d.read()
	if r.syntax > 0 {
		return nil, Refused("the program cannot be parsed, so it cannot be formatted")
	}
	old, now := d.src.Text, il.WithLineEnds(il.Format(r.program), il.LineEnd(d.src.Text))
	if old == now {
		return nil, nil
	}
	return []diag.Edit{changedLines(old, now)}, nil
}

// changedLines returns the edit from old to now, without the lines that both begin or end with.
func changedLines(old, now string) diag.Edit {
	head := commonLines(old, now)
	old, now = old[head:], now[head:]
	tail := 0
	for {
		i := strings.LastIndexByte(strings.TrimSuffix(old[:len(old)-tail], "\n"), '\n') + 1
		line := old[i : len(old)-tail]
		if line == "" || !strings.HasSuffix(now[:len(now)-tail], "\n"+line) {
			break
		}
		tail += len(line)
	}
	return diag.Edit{At: il.Pos(head), End: il.Pos(head + len(old) - tail), Text: now[:len(now)-tail]}
}

// commonLines returns the length of the whole lines that both texts begin with.
func commonLines(a, b string) int {
	n := 0
	for {
		i := strings.IndexByte(a[n:], '\n')
		if i < 0 || !strings.HasPrefix(b[n:], a[n:n+i+1]) {
			return n
		}
		n += i + 1
	}
}
