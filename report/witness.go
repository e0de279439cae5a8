package report

import (
	"cmp"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"unicode"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/witness"
)

// turns returns a clause that says how many steps each thread takes in turn.
func turns(steps []witness.Step) string {
	if len(steps) == 0 {
		return "no steps are needed: both accesses come first"
	}
	parts := slice.Map(turnsOf(steps), func(turn []witness.Step) string {
		return fmt.Sprintf("%s takes %s", turn[0].Thread, StepCount(turn))
	})
	const maxTurns = 8
	if n := len(parts); n > maxTurns {
		parts = append(parts[:maxTurns-1], fmt.Sprintf("and so on for %d turns in all", n))
	}
	return strings.Join(parts, ", then ")
}

// turnsOf splits steps where the other thread takes over.
func turnsOf(list []witness.Step) [][]witness.Step {
	var all [][]witness.Step
	for from, i := 0, 1; i <= len(list); i++ {
		if i == len(list) || list[i].Thread != list[i-1].Thread {
			all = append(all, list[from:i])
			from = i
		}
	}
	return all
}

// orderWords explains the order of the threads if only one order works. If locks have names, there
// can be many turns, and it explains nothing.
func orderWords(r Race) string {
	if r.Left.Locks != nil {
		return ""
	}
	for i := range 2 {
		if r.side(i).Lock > 0 && len(turnsOf(r.Witness.Steps)) > 1 {
			return fmt.Sprintf(" %s goes first: it reaches its access without the lock, so %s can "+
				"take the lock.", letters[1-i], letters[i])
		}
	}
	return ""
}

// StepCount returns a number of steps in words, "12 steps". It counts all steps of a folded run.
func StepCount(list []witness.Step) string {
	total := new(big.Int)
	for _, s := range list {
		total.Add(total, stepsOf(s))
	}
	return text.Count(brief(total.String()), "step")
}

// one is the number of steps of a step that is not a run.
var one = big.NewInt(1)

// stepsOf returns the number of steps for which a step of a witness stands.
func stepsOf(s witness.Step) *big.Int {
	if s.Do == witness.Run {
		if n, ok := new(big.Int).SetString(s.Steps, 10); ok {
			return n
		}
	}
	return one
}

// row is a line of a schedule: a step or a choice.
type row struct {
	thread int
	// number is the number of the step, shortened, or empty for a choice.
	number string
	text   string
	lock   string
}

// lanes draws the schedule: a column for each thread, and the holders of locks.
func (p *page) lanes(src *il.Source, r Race) []string {
	rows := scheduleRows(src, r.Witness)
	raceCell := cell(r.Witness.Race.Cell)
	number, lane, lock := len("step"), max(len(atAccess), len("next: write "+raceCell)), len("lock")
	for _, x := range rows {
		lane, lock = max(lane, cells(x.text)), min(max(lock, cells(x.lock)), maxLockCells)
		number = max(number, len(x.number))
	}
	const margin, blanks = 4, len("  ") * 3 // between the four columns
	lane = min(lane, max(len(atAccess), (width-margin-number-lock-blanks)/2))
	draw := func(n, a, b, held string) string {
		return fmt.Sprintf("%*s  ", number, n) +
			pad(p.paint(threadA, clip(a, lane)), lane) + "  " +
			pad(p.paint(threadB, clip(b, lane)), lane) + "  " + clip(held, maxLockCells)
	}
	lines := []string{draw("step", thread(0, r.Left.Unit), thread(1, r.Right.Unit), "lock")}
	for i, x := range rows {
		if i > 0 && rows[i-1].thread != x.thread && rows[i-1].text != "" {
			// The thread from has reached its access unless it goes on later.
			from, texts := rows[i-1].thread, [2]string{}
			texts[from] = atAccess
			if slices.ContainsFunc(rows[i:], func(x row) bool { return x.thread == from }) {
				texts[from] = "waits"
			}
			lines = append(lines, draw("", texts[0], texts[1], ""))
		}
		texts := [2]string{}
		texts[x.thread] = x.text
		lines = append(lines, draw(x.number, texts[0], texts[1], x.lock))
	}
	held := "free"
	if len(rows) > 0 {
		held = rows[len(rows)-1].lock
	}
	last := draw("!!", "next: "+r.Witness.Race.A.Kind+" "+raceCell,
		"next: "+r.Witness.Race.B.Kind+" "+raceCell, held)
	return append(lines, strings.Replace(last, "!!", p.paint(alarm, "!!"), 1))
}

// atAccess describes a thread while the other one moves.
const atAccess = "waits at its access"

// maxLockCells is the maximum width of the column of locks, so that a line keeps to the width.
const maxLockCells = 26

// A turn of more than maxRows rows is shown by its first and last ones.
const (
	maxRows  = 14
	headRows = 6
	tailRows = 6
)

// scheduleRows lists the steps of a witness with their choices, long turns folded.
func scheduleRows(src *il.Source, w *witness.Witness) []row {
	s := schedule{src: src, done: new(big.Int), held: [2]map[string]int{{}, {}}}
	var rows, turn []row
	for i := range w.Steps {
		if i > 0 && w.Steps[i].Thread != w.Steps[i-1].Thread {
			rows, turn = append(rows, fold(turn)...), nil
		}
		turn = append(turn, s.step(&w.Steps[i])...)
	}
	// The choices on the way to the access of the last thread follow.
	if n := len(w.Steps); n > 0 {
		if w.Steps[n-1].Thread == letters[0] {
			turn = append(turn, s.choices(0, w.Race.A.Choices)...)
		} else {
			turn = append(turn, s.choices(1, w.Race.B.Choices)...)
		}
	}
	return append(rows, fold(turn)...)
}

// fold leaves out the middle of a long turn and says how many steps it had.
func fold(turn []row) []row {
	if len(turn) <= maxRows {
		return turn
	}
	cut := turn[headRows : len(turn)-tailRows]
	steps := slice.Count(cut, func(x row) bool { return x.number != "" })
	gap := row{
		thread: cut[0].thread, text: fmt.Sprintf("... %d more ...", steps),
		lock: cut[len(cut)-1].lock,
	}
	return slices.Concat(turn[:headRows], []row{gap}, turn[len(turn)-tailRows:])
}

// schedule follows the locks and numbers the steps.
type schedule struct {
	src  *il.Source
	done *big.Int
	// held says how often each thread holds each lock.
	held [2]map[string]int
}

func (s *schedule) step(x *witness.Step) []row {
	t := 0
	if x.Thread == letters[1] {
		t = 1
	}
	rows := s.choices(t, x.Choices)
	if lock, by := x.Locks(); by != 0 {
		if s.held[t][lock] += by; s.held[t][lock] == 0 {
			delete(s.held[t], lock)
		}
	}
	s.done.Add(s.done, stepsOf(*x))
	return append(rows, row{t, brief(s.done.String()), x.At + " " + s.text(x), s.lock()})
}

func (s *schedule) choices(t int, list []witness.Choice) []row {
	return slice.Map(list,
		func(c witness.Choice) row { return row{t, "", c.At + " takes " + c.Take, s.lock()} })
}

// lock says which thread holds which locks and how often: "A 2" for the unnamed lock, if no other
// is held, and otherwise "A unnamed x2, p; B q".
func (s *schedule) lock() string {
	if n := s.held[0][""] + s.held[1][""]; n > 0 && len(s.held[0])+len(s.held[1]) == 1 {
		return fmt.Sprintf("%s %d", letters[len(s.held[1])], n)
	}
	var all []string
	for i, held := range s.held {
		var locks []string
		for _, name := range slices.Sorted(maps.Keys(held)) {
			word := cmp.Or(name, "unnamed")
			if n := held[name]; n > 1 {
				word += fmt.Sprintf(" x%d", n)
			}
			locks = append(locks, word)
		}
		if len(locks) > 0 {
			all = append(all, letters[i]+" "+strings.Join(locks, ", "))
		}
	}
	return cmp.Or(strings.Join(all, "; "), "free")
}

func (s *schedule) text(x *witness.Step) string {
	switch x.Do {
	case witness.Push:
		return "enter " + s.callee(x.At) + "(" + strings.Join(x.Args, ", ") + ")"
	case witness.Pop:
		return "leave " + s.callee(x.At)
	case witness.Run:
		return "run " + s.callee(x.At) + ": " + brief(x.Steps) + " steps"
	default:
		dst, value, _ := strings.Cut(x.Do, " := ")
		switch {
		case il.IsTemporary(dst):
			return value
		case il.IsTemporary(value):
			if at, ok := s.offset(x.At); ok && strings.HasPrefix(s.src.Text[at:], dst) {
				return s.src.SimpleAt(at)
			}
		}
		return x.Do
	}
}

// offset returns the offset of a position in the source, and reports whether it is there.
func (s *schedule) offset(at string) (il.Pos, bool) {
	p, ok := il.ParsePosition(at)
	if !ok {
		return 0, false
	}
	return s.src.Offset(p)
}

func (s *schedule) callee(at string) string {
	from, ok := s.offset(at)
	if !ok {
		return ""
	}
	name := s.src.Text[from:]
	end := strings.IndexFunc(name,
		func(r rune) bool { return r != '_' && !unicode.In(r, unicode.L, unicode.Nd, unicode.M) })
	if end >= 0 {
		name = name[:end]
	}
	return name
}

// initialWords describes an initial state: the aliases, and what the cells hold.
func initialWords(w *witness.Witness) string {
	return "Initial state: " + aliasWords(w.Init) + " " + cellWords(w.Init)
}

// aliasWords says which formals of both threads hold the same objects.
func aliasWords(in witness.Init) string {
	holders := map[string][]string{}
	for i, stack := range [2]witness.Stack{in.A, in.B} {
		for _, b := range stack {
			holders[b.Object] = append(holders[b.Object], letters[i]+"."+b.Formal)
		}
	}
	var parts []string
	for _, o := range in.Objects {
		switch names := holders[o]; len(names) {
		case 0:
		case 1:
			parts = append(parts, fmt.Sprintf("%s is %s.", names[0], o))
		default:
			parts = append(parts, fmt.Sprintf("%s are the same object %s.", enumerate(names), o))
		}
	}
	if len(parts) == 0 {
		return "no parameters."
	}
	return strings.Join(parts, " ")
}

// cellWords says what the cells hold: those that differ from the most frequent object, and that
// object for all others.
func cellWords(in witness.Init) string {
	if len(in.Cells) == 0 {
		return "There are no fields."
	}
	times := map[string]int{}
	for _, c := range in.Cells {
		times[c[2]]++
	}
	usual := in.Cells[0][2]
	for _, o := range in.Objects {
		if times[o] > times[usual] {
			usual = o
		}
	}
	var others []string
	for _, c := range in.Cells {
		if c[2] != usual {
			others = append(others, fmt.Sprintf("%s.%s holds %s", c[0], c[1], c[2]))
		}
	}
	if len(others) == 0 {
		return fmt.Sprintf("Every cell holds %s.", usual)
	}
	const maxOthers, firstOthers, lastOthers = 6, 3, 2
	return fmt.Sprintf("%s; every other cell holds %s.",
		joinEnds(others, maxOthers, firstOthers, lastOthers), usual)
}
