package chart

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/report"
)

// Compare draws precision and recall of each analyzer, by the truth that it
// means.
func Compare(w io.Writer, t *report.CompareTotal) error {
	own := slice.Filter(t.Analyzers, func(s report.CompareScore) bool { return s.Own })
	if own == nil {
		return errors.New("there is nothing to plot: no analyzer was compared")
	}
	p := layOut(own, subject(t))
	p.heading()
	p.legend()
	p.axis()
	for i, s := range own {
		p.group(i, s)
	}
	_, err := io.WriteString(w, p.document())
	return err
}

// subject says what was compared.
func subject(t *report.CompareTotal) string {
	what := text.Count(t.Programs, "program")
	if t.Random != nil {
		what += fmt.Sprintf(" of the drawing %s from seed %d", t.Random.Drawing, t.Random.Seed)
	}
	if t.Real != nil {
		what += ", " + text.Count(*t.Real, "race") + " by Definition 3.6"
	}
	if t.Unordered != nil {
		what += fmt.Sprintf(", %d unordered", *t.Unordered)
	}
	return what
}

// series is one of the two bars of an analyzer.
type series struct {
	name, class string
	of          func(report.CompareScore) string
}

// The classes of the colours also differ in lightness, for those who see no
// colours.
var bars = [2]series{
	{"precision", "p", func(s report.CompareScore) string { return s.Precision }},
	{"recall", "r", func(s report.CompareScore) string { return s.Recall }},
}

// share is a ratio as report prints it, if there is one.
func share(ratio string) (float64, bool) {
	x, err := strconv.ParseFloat(ratio, 64)
	return x, err == nil
}
