package lesson

import (
	"cmp"
	"strconv"
	"strings"

	"wobbly/internal/slice"
	"wobbly/lesson"
	"wobbly/lesson/play"
	"wobbly/session/query"
	"wobbly/session/schedule"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// The labels in the margin of the goal pane, all of one width.
const (
	wordGoal   = "Goal   "
	wordMet    = "met    "
	wordNotMet = "not met"
	wordUnsure = "unsure "
	wordNone   = "       "
	wordFile   = "File   "
	wordHint   = "Hint "
)

const good = draw.Good | draw.Strong

// goals lists the goals with the findings of the last check. Once the task is done it omits the
// findings, because the present state need not meet the goals.
func (s *Screen) goals() []passage {
	if len(s.Verdict.Findings) > 0 && !s.Game.Done() {
		return slice.Map(s.Verdict.Findings, s.finding)
	}
	return slice.Map(s.Game.Task().Asked(), func(goal string) passage {
		return passage{label: wordGoal, text: s.inWords(goal)}
	})
}

// inWords returns a goal in words, or as a formula if the student has asked for that.
func (s *Screen) inWords(goal string) string {
	if s.formulas {
		return goal
	}
	return s.Game.Task().Sentence(goal)
}

// hint shows the next hint, on other screens in place of the goal until the next move.
func (s *Screen) hint() {
	o := s.do(play.Hint, "")
	if !o.OK {
		s.h.Refuse(o.Text)
		return
	}
	defer s.keep()
	title, _, _ := strings.Cut(o.Text, ":")
	if s.h.Front() != screen.Lesson {
		s.hinting = true
		s.h.Say(title + "; 6 shows all of them.")
		return
	}
	_, rows := s.h.Size()
	s.top[paneGoal] = 100 * rows // beyond the end of the pane, where the hint is
	s.bounded()
	s.h.Say(title + ".")
}

func (s *Screen) hints() []passage {
	var all []passage
	for i, h := range s.Game.Hints() {
		all = append(all,
			passage{label: draw.Pad(wordHint+strconv.Itoa(i+1), len(wordNone)), text: h})
	}
	return all
}

// finding shows a goal and, after a requested check, why it is not met.
func (s *Screen) finding(f lesson.Finding) passage {
	p := passage{label: wordGoal, text: s.inWords(f.Goal)}
	switch {
	case f.Truth == query.True:
		p.style, p.label = draw.Good, wordMet
	case f.Truth == query.Unknown:
		p.label = wordUnsure
	case s.Asked:
		p.label = wordNotMet
	}
	if s.Asked && f.Why != "" {
		p.text = joined(p.text, f.Why)
	} else if far := f.Progress(); far != "" && f.Truth != query.True {
		p.text = joined(p.text, far)
	}
	return p
}

func joined(goal, clause string) string { return strings.TrimSuffix(goal, ".") + ": " + clause }

// state returns the text of the goal pane: the lesson's reaction to the last move, which must not
// be below the edge, then the goals, the student's file and the hints so far. While the answer
// sheet is filled in, it returns the lines around the present one.
func (s *Screen) state() []passage {
	if lines := s.beingFilled(); lines != nil {
		return lines
	}
	var all []passage
	done := s.Game.Done()
	switch {
	case done:
		all = append(all, passage{style: good, text: s.doneText()}, passage{text: s.onward()})
	case s.Said != "":
		all = append(all, passage{text: s.Said})
	case s.Asked && s.Verdict.Truth == query.Unknown:
		all = append(all,
			passage{text: "Whether this holds was not decided: a search met its bound."})
	}
	all = append(all, s.goals()...)
	if file := s.files[s.Game.Task().Number]; file != "" && !done {
		all = append(all, passage{style: draw.Faint, label: wordFile, text: file})
	}
	if done {
		return all
	}
	return append(all, s.hints()...)
}

// maxMoves is the width at which doneText clips the moves.
const maxMoves = 60

// doneText reports how the task was done: moves, initial state or file, and the state reached.
func (s *Screen) doneText() string {
	t := s.Game.Task()
	a, _ := s.Game.Solution()
	with, state := draw.Clip(a.Moves(), maxMoves), ""
	switch {
	case a.Program != "":
		with = cmp.Or(s.solved[t.Number], "your program")
	case a.Results != "":
		with = cmp.Or(s.solved[t.Number], "your sheet")
	}
	if t.Kind.Steps() && len(a.Schedules) == 1 {
		if list, err := schedule.Parse(a.Schedules[0]); err == nil {
			state = "; state " + strconv.Itoa(len(list)) + " meets the goal"
		}
	}
	if with == "" {
		return "Task done."
	}
	return "Task done with " + with + state + "."
}

func (s *Screen) onward() string {
	if s.unseen {
		return "> shows what was right, and why."
	}
	tasks := s.Game.Lesson().Tasks
	if n := s.Game.Task().Number; n < len(tasks) {
		return "> goes on to task " + strconv.Itoa(n+1) + ", " + strconv.Quote(tasks[n].Title) + "."
	}
	if !s.Game.Finished() {
		return "This was the last task, but others are not done yet; G goes to one."
	}
	if s.Onward() != "" {
		return "All tasks of this lesson are done. > goes on to the next lesson."
	}
	return "All tasks of this lesson are done."
}

// beingFilled returns the lines of the answer sheet about the method whose line is asked for, or
// nil if none is.
func (s *Screen) beingFilled() []passage {
	if s.filling < 0 || s.prompt == nil || s.h.Top() != s.prompt {
		return nil
	}
	var all []passage
	for i, line := range s.results[s.Game.Task().Number] {
		if strings.HasPrefix(line, "method ") && i <= s.filling {
			all = nil
		} else if strings.HasPrefix(line, "method ") {
			break
		}
		mark := "  "
		if i == s.filling {
			mark = "> "
		}
		all = append(all, passage{text: " " + mark + line})
	}
	return all
}

func (s *Screen) summary() passage {
	p := passage{style: draw.Plain | draw.Strong, label: strings.TrimSpace(wordGoal)}
	switch s.h.Program() {
	case s.program:
	case s.why:
		return passage{style: p.style, text: s.whyText + " Esc goes back."}
	default:
		p.text = "This is not the program of the task; esc goes back to it."
		return p
	}
	if s.Game.Done() {
		return passage{style: good, text: s.doneText() + " " + s.onward()}
	}
	p.text = strings.Join(slice.Map(s.Game.Task().Asked(), s.inWords), " ")
	if far := s.progress(); far != "" {
		p.text = joined(p.text, far)
	}
	return p
}

// progress returns how far the goals are met, such as "1 of 3 final states visited", or "".
func (s *Screen) progress() string {
	var all []string
	for _, f := range s.Verdict.Findings {
		if far := f.Progress(); far != "" {
			all = append(all, far)
		}
	}
	return strings.Join(all, ": ")
}
