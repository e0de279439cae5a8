package lesson

import (
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// scrollKeys move the highlight and scroll the panes.
func (s *Screen) scrollKeys() []screen.Binding {
	return []screen.Binding{
		{Keys: []string{"down", "j"}, Hint: s.downHint(), Help: "the next answer, or down in the focused pane", Do: screen.Does(func() { s.move(1) })},
		{Keys: []string{"up", "k"}, Help: "the answer before, or up", Do: screen.Does(func() { s.move(-1) })},
		{Keys: []string{"pgdown", "space"}, Hint: s.moreHint(), Help: "a page down in the text", Do: screen.Does(func() { s.scrollText(8) })},
		{Keys: []string{"pgup"}, Help: "a page up", Do: screen.Does(func() { s.scrollText(-8) })},
		{Keys: []string{"home"}, Help: "to the beginning of the text", Do: screen.Does(func() { s.top[0] = 0 })},
	}
}

func (s *Screen) moreHint() string {
	if s.Game == nil {
		return ""
	}
	return "more"
}

func (s *Screen) downHint() string {
	if s.Asking() {
		return "choose"
	}
	return ""
}

// move moves the highlight of an open question if the question has the focus, and
// scrolls otherwise.
func (s *Screen) move(by int) {
	if q, _, open := s.question(); open && s.h.Focused() == paneGoal {
		s.choose(draw.Clamp(s.Picked-1+by, len(q.Choices)))
		return
	}
	s.scroll(by)
}

// scroll scrolls the focused pane.
func (s *Screen) scroll(by int) {
	if s.h.Focused() == paneLesson {
		s.scrollText(by)
		return
	}
	s.top[1] += by
	s.bounded()
}

// scrollText scrolls the text.
func (s *Screen) scrollText(by int) {
	s.top[0] += by
	s.bounded()
}
