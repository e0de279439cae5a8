package screen

import (
	"charm.land/bubbletea/v2"

	"wobbly/tui/draw"
)

// quiz is the layer that asks a question. A letter highlights an answer and enter gives it,
// so that a slip does not count. The layer covers only the lower rows of the screen, so that
// the state in question stays visible.
type quiz struct {
	h       Host
	text    string
	answers []string
	letters []string // of the answers
	hint    string   // of enter
	do      func(i int) tea.Cmd
	list    List // At is -1 until an answer is chosen
}

// AskByLetter asks a question whose answers have letters, and calls do with the index of
// the answer. give is the hint of enter.
func AskByLetter(h Host, question string, letters, answers []string, give string, do func(i int) tea.Cmd) {
	q := &quiz{h: h, text: question, answers: answers, letters: letters, hint: give, do: do}
	q.list = List{At: -1, Moved: func() { q.choose(q.list.At) }}
	h.Push(q)
}

func (q *quiz) Keys() []Binding {
	table := []Binding{{Keys: []string{"enter"}, Hint: q.hint, Help: q.hint, Do: q.give, Off: q.unchosen}}
	for i, answer := range q.answers {
		table = append(table, Binding{Keys: []string{q.letters[i]}, Help: answer, Do: Does(func() { q.choose(i) })})
	}
	return append(table,
		Binding{Keys: []string{"down"}, Hint: "down", Help: "down", Do: Does(func() { q.choose(q.list.At + 1) })},
		Binding{Keys: []string{"up"}, Hint: "up", Help: "up", Do: Does(func() { q.choose(q.list.At - 1) })},
		Binding{Keys: []string{"esc"}, Hint: "cancel", Help: "answer nothing", Do: Does(q.h.Pop)},
		KeysOf(q.h))
}

// choose highlights an answer and puts it into the status line.
func (q *quiz) choose(i int) {
	q.list.At = draw.Clamp(i, len(q.answers))
	q.h.Say("Enter: " + q.letters[q.list.At] + ", " + q.answers[q.list.At])
}

func (q *quiz) unchosen() string {
	if q.list.At < 0 {
		return "Choose an answer first, with down and up or by its letter."
	}
	return ""
}

func (q *quiz) give() tea.Cmd {
	q.h.Pop()
	return q.do(q.list.At)
}

func (q *quiz) Typed(string) string { return "Choose an answer by its letter, or esc." }

// Draw draws the question and its answers above the status line. If there is not enough
// room, the question is cut first.
func (q *quiz) Draw(c draw.Canvas) {
	lines := draw.Wrap(q.text, c.W-4)
	room := c.H - 3 // without the frame and the status line
	lines = draw.Cut(lines, room-len(q.answers), c.W-4)
	rows := min(len(q.answers), room-len(lines))
	h := len(lines) + rows + 2
	box := c.Part(0, c.H-1-h, c.W, h)
	box.Fill(draw.Plain, " ")
	in := draw.Box(box, draw.Plain|draw.Strong, "question", draw.More(len(q.answers)-rows))
	for y, line := range lines {
		in.Clipped(1, y, draw.Plain|draw.Strong, line)
	}
	q.list.Draw(in.Part(0, len(lines), in.W, rows), len(q.answers), func(c draw.Canvas, i int) {
		c.Text(0, 0, draw.Key, q.letters[i])
		c.Clipped(3, 0, draw.Plain, q.answers[i])
	}, q.give)
	q.status(c.Row(c.H - 1))
}

// status draws the status line, which the layer covers.
func (q *quiz) status(c draw.Canvas) {
	text, refused := q.h.Status()
	mark := "  "
	if refused {
		mark = "! "
	}
	c.Fill(draw.Plain, " ")
	c.Clipped(0, 0, draw.Plain|draw.Strong, mark+text)
}
