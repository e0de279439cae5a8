package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"wobbly/internal/compare"
	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// marked writes three parts: the marked lines that each analyzer reports and does not, a row for
// each program on which somebody disagrees with the marks, and where this is the exact search.
func (w *writer) marked(files []compare.MarkedFile) {
	var names []string
	for i := range files {
		for _, a := range files[i].Answers {
			if !slices.Contains(names, a.Analyzer) {
				names = append(names, a.Analyzer)
			}
		}
	}
	w.head("", "race: reported", "missed", "no race: not reported", "reported")
	for _, name := range names {
		var hits, misses, silent, wrong int
		for i := range files {
			f := &files[i]
			if a := answerOf(f, name); a != nil {
				hits, misses = hits+among(a, f.Race), misses+len(f.Race)-among(a, f.Race)
				wrong, silent = wrong+among(a, f.NoRace), silent+len(f.NoRace)-among(a, f.NoRace)
			}
		}
		w.row(name, fmt.Sprint(hits), fmt.Sprint(misses), fmt.Sprint(silent), fmt.Sprint(wrong))
	}
	w.line("")
	w.head(append([]string{"program", "marked"}, names...)...)
	agreed := 0
	for i := range files {
		f := &files[i]
		row := slice.Map(names, func(name string) string { return answerCell(f, name) })
		if slices.ContainsFunc(row, func(cell string) bool { return cell != fmt.Sprint(len(f.Race)) && cell != noAnswer }) {
			w.row(append([]string{programName(f), plusCell(len(f.Race), len(f.NoRace))}, row...)...)
		} else {
			agreed++
		}
	}
	w.line("")
	w.line("On %s more, every analyzer agrees with the marks.", text.Count(agreed, "program"))
	w.line("")
	for i := range files {
		if d := disagreement(&files[i]); d != "" {
			w.line("- %s", d)
		}
	}
}

func answerOf(f *compare.MarkedFile, analyzer string) *compare.MarkedAnswer {
	i := slices.IndexFunc(f.Answers, func(a compare.MarkedAnswer) bool { return a.Analyzer == analyzer })
	if i < 0 {
		return nil
	}
	return &f.Answers[i]
}

func among(a *compare.MarkedAnswer, lines []int) (n int) {
	for _, l := range lines {
		if slices.Contains(a.Lines, l) {
			n++
		}
	}
	return n
}

// noAnswer stands for an analyzer that was not asked.
const noAnswer = "–"

// answerCell counts the lines that an analyzer reports: those marked as races, and after a plus
// those marked as none.
func answerCell(f *compare.MarkedFile, analyzer string) string {
	a := answerOf(f, analyzer)
	if a == nil {
		return noAnswer
	}
	cell := plusCell(among(a, f.Race), among(a, f.NoRace))
	if a.Cut {
		cell += " cut"
	}
	return cell
}

// plusCell is "2" or "2+1".
func plusCell(n, more int) string {
	if more == 0 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d+%d", n, more)
}

func programName(f *compare.MarkedFile) string {
	return strings.TrimSuffix(filepath.Base(f.File), ".il")
}

// disagreement describes how the exact search, from all initial states or from the file's own,
// differs from the marks; empty if it agrees.
func disagreement(f *compare.MarkedFile) string {
	var all []string
	for _, search := range []struct{ name, words string }{
		{"oracle", "from all initial states"}, {compare.GivenState, "from the file's initial state"},
	} {
		a := answerOf(f, search.name)
		if a == nil {
			continue
		}
		isReported := func(l int) bool { return slices.Contains(a.Lines, l) }
		if missed := slices.DeleteFunc(slices.Clone(f.Race), isReported); len(missed) > 0 {
			all = append(all, fmt.Sprintf("marked as a race, but none %s: %s", search.words, lineList(missed)))
		}
		noReport := func(l int) bool { return !isReported(l) }
		if wrong := slices.DeleteFunc(slices.Clone(f.NoRace), noReport); len(wrong) > 0 {
			all = append(all, fmt.Sprintf("marked as no race, but one %s: %s", search.words, lineList(wrong)))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return strings.TrimSpace(fmt.Sprintf("%s: %s. %s", programName(f), strings.Join(all, "; "), f.Differs))
}

// lineList is "line 3" or "lines 3, 5".
func lineList(lines []int) string {
	words := strings.Join(slice.Map(lines, func(l int) string { return fmt.Sprint(l) }), ", ")
	if len(lines) == 1 {
		return "line " + words
	}
	return "lines " + words
}
