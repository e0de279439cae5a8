package promela

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Result is the output of pan about a model.
type Result struct {
	States      int64   // the number of states stored
	Transitions int64   // Spin's count: those executed, and one for the initial state
	Vector      int     // the bytes of a state
	Depth       int     // the greatest depth of the search
	Errors      int     // the number of violations of any kind, repeated ones counted
	Races       []int   // the numbers of the Candidates that were seen to race, sorted
	Megabytes   float64 // the memory used
	Seconds     float64
}

var (
	statesLine      = regexp.MustCompile(`^ *([0-9.e+]+) states, stored`)
	transitionsLine = regexp.MustCompile(`^ *([0-9.e+]+) transitions`)
	vectorLine      = regexp.MustCompile(
		`^State-vector (\d+) byte, depth reached (\d+), errors: (\d+)`)
	memoryLine    = regexp.MustCompile(`^ *([0-9.e+]+)\s+total actual memory usage`)
	timeLine      = regexp.MustCompile(`^pan: elapsed time ([0-9.e+-]+) seconds`)
	violationLine = regexp.MustCompile(`^pan:\d+: (.*) \(at depth \d+\)$`)
	raceText      = regexp.MustCompile(`^assertion violated +!\(\(*(\d+)&&`)
)

// incomplete are the words by which pan says that its search was cut.
var incomplete = []string{"max search depth too small", "Search not completed", "out of memory"}

// ReadResult reads the output of pan, which has a line for each racing state. It returns an error
// if pan's search was not complete or found an error other than a race, such as a deadlock. Counts
// of 1e8 and more are rounded, because pan prints them with eight digits.
func ReadResult(output io.Reader) (Result, error) {
	var r reading
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		r.line(lines.Text())
	}
	slices.Sort(r.Races)
	switch {
	case lines.Err() != nil:
		return r.Result, lines.Err()
	case r.cut != "":
		return r.Result, fmt.Errorf("pan did not finish: %s", r.cut)
	case r.other != "":
		return r.Result, fmt.Errorf("pan found an error that is not a race: %s", r.other)
	case r.Vector == 0:
		return r.Result, fmt.Errorf("pan printed no result, but last %q", r.last)
	}
	return r.Result, nil
}

// reading is a Result that has been read in part.
type reading struct {
	Result
	cut   string // which of incomplete was printed
	other string // a violation that is not a race
	last  string // the last line
}

func (r *reading) line(text string) {
	r.last = text
	if v := violationLine.FindStringSubmatch(text); v != nil {
		r.violation(v[1])
		return
	}
	for _, words := range incomplete {
		if strings.Contains(text, words) {
			r.cut = words
		}
	}
	if v := vectorLine.FindStringSubmatch(text); v != nil {
		r.Vector, r.Depth, r.Errors = int(number(v[1])), int(number(v[2])), int(number(v[3]))
	}
	if v := statesLine.FindStringSubmatch(text); v != nil {
		r.States = int64(number(v[1]))
	}
	if v := transitionsLine.FindStringSubmatch(text); v != nil {
		r.Transitions = int64(number(v[1]))
	}
	if v := memoryLine.FindStringSubmatch(text); v != nil {
		r.Megabytes = number(v[1])
	}
	if v := timeLine.FindStringSubmatch(text); v != nil {
		r.Seconds = number(v[1])
	}
}

func (r *reading) violation(text string) {
	race := raceText.FindStringSubmatch(text)
	if race == nil {
		r.other = text
		return
	}
	if n := int(number(race[1])); !slices.Contains(r.Races, n) {
		r.Races = append(r.Races, n)
	}
}

// number returns a number that one of the regular expressions has matched, or 0.
func number(digits string) float64 {
	x, _ := strconv.ParseFloat(digits, 64)
	return x
}
