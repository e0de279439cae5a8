package engine

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"wobbly/il"
)

// The keys of a demo's comment.
const (
	demoSwitch = "switched off: "
	demoSeed   = "case seed: "
	demoWhat   = "what: "
	demoWhy    = "why: "
)

// Demo formats a counterexample as a program with a leading comment: the switch, what is false
// without it, and which step of the proof fails. Switch.Try shows the counterexample again.
func (x *Counterexample) Demo(s *Switch) string {
	var b strings.Builder
	line := func(key, text string) { fmt.Fprintf(&b, "// %s%s\n", key, strings.ReplaceAll(text, "\n", "\n//   ")) }
	line(demoSwitch, s.Name)
	line("so that: ", s.Text)
	line(demoSeed, strconv.FormatUint(x.Seed, 10))
	line(demoWhat, x.What)
	line(demoWhy, x.Why)
	line("proof: ", s.Step)
	return b.String() + "\n" + il.Format(x.Program)
}

// ReadDemo returns the switch and the seed in a text that Demo has written.
func ReadDemo(text string) (name string, seed uint64, err error) {
	for line := range strings.Lines(text) {
		line, comment := strings.CutPrefix(strings.TrimRight(line, "\r\n"), "// ")
		if !comment {
			break
		}
		if v, ok := strings.CutPrefix(line, demoSwitch); ok {
			name = v
		}
		if v, ok := strings.CutPrefix(line, demoSeed); ok {
			if seed, err = strconv.ParseUint(v, 10, 64); err != nil {
				return "", 0, err
			}
		}
	}
	if name == "" {
		return "", 0, errors.New("no line says what is switched off")
	}
	return name, seed, nil
}
