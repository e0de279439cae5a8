package lesson

import (
	"strconv"
	"strings"

	"wobbly/lesson"
	"wobbly/session/query"
	"wobbly/tui/draw"
)

// The words in the margin of the pane of the goal, of one width.
const (
	wordGoal   = "Goal   "
	wordMet    = "met    "
	wordNotMet = "not met"
	wordUnsure = "unsure "
	wordNone   = "       "
	wordDone   = "Done   "
	wordFile   = "File   "
	wordHint   = "Hint "
)

// goals says what is to be reached, and what of it is.
func (s *Screen) goals() []passage {
	var all []passage
	if len(s.verdict.Findings) > 0 && !s.g.Done() {
		for _, f := range s.verdict.Findings {
			all = append(all, s.finding(f))
		}
		return all
	}
	p := passage{label: wordGoal}
	if s.g.Done() {
		p = passage{style: draw.Good, label: wordMet}
	}
	for _, p.text = range s.g.Task().Asked() {
		all = append(all, p)
	}
	return all
}

// finding is a goal with what the machine says to it. Why it is not met is told
// to those who ask.
func (s *Screen) finding(f lesson.Finding) passage {
	p := passage{label: wordGoal, text: f.Goal}
	switch {
	case f.Truth == query.True:
		p.style, p.label = draw.Good, wordMet
	case f.Truth == query.Unknown:
		p.label = wordUnsure
	case s.asked:
		p.label = wordNotMet
	}
	if s.asked && f.Why != "" {
		p.text += ": " + f.Why
	} else if far := f.Progress(); far != "" && f.Truth != query.True {
		p.text += ": " + far
	}
	return p
}

// state is what the pane of the goal says: goals, what the lesson says, the part
// of the results that are being filled in, and the hints so far.
func (s *Screen) state() []passage {
	if lines := s.beingFilled(); lines != nil {
		return lines
	}
	all := s.goals()
	switch {
	case s.g.Done():
		all = append(all, passage{style: draw.Good | draw.Strong, label: wordDone, text: s.onward()})
	case s.said != "":
		all = append(all, passage{label: wordNone, text: s.said})
	case s.asked && s.verdict.Truth == query.Unknown:
		all = append(all, passage{label: wordNone, text: "Whether this holds was not decided: a search met its bound."})
	}
	if file := s.files[s.g.Task().Number]; file != "" {
		all = append(all, passage{style: draw.Faint, label: wordFile, text: file})
	}
	for i, h := range s.g.Hints() {
		all = append(all, passage{label: draw.Pad(wordHint+strconv.Itoa(i+1), len(wordNone)), text: h})
	}
	return all
}

// onward says where to go when the task is done.
func (s *Screen) onward() string {
	tasks := s.g.Lesson().Tasks
	if n := s.g.Task().Number; n < len(tasks) {
		return "> goes on to task " + strconv.Itoa(n+1) + ": " + tasks[n].Title + "."
	}
	if !s.g.Finished() {
		return "This was the last task, but others are not done yet; G goes to one."
	}
	if s.following() != "" {
		return "All tasks of this lesson are done. > goes on to the next lesson."
	}
	return "All tasks of this lesson are done."
}

// beingFilled is the part of the results around the line that is asked for,
// nil if none is.
func (s *Screen) beingFilled() []passage {
	if s.filling < 0 || s.prompt == nil || s.h.Top() != s.prompt {
		return nil
	}
	var all []passage
	for i, line := range s.results[s.g.Task().Number] {
		if strings.HasPrefix(line, "unit ") && i <= s.filling {
			all = nil
		} else if strings.HasPrefix(line, "unit ") {
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

// summary is one line of the task for the other screens.
func (s *Screen) summary() string {
	switch s.h.Program() {
	case s.program:
	case s.why:
		return "This is what you have handed in, where it shows why the task is not done; esc goes back."
	default:
		return "This is not the program of the task; esc goes back to it."
	}
	text := strings.Join(s.g.Task().Asked(), "; ")
	if s.g.Done() {
		return "met: " + text
	}
	for _, f := range s.verdict.Findings {
		if far := f.Progress(); far != "" {
			text += ": " + far
		}
	}
	return text
}
