// Package pairs lets all screens choose the pair of methods that runs and its initial state. It
// knows the number of races reported on each pair.
package pairs

import (
	"cmp"
	"strconv"

	"charm.land/bubbletea/v2"

	"wobbly/il"
	words "wobbly/internal/text"
	"wobbly/session"
	"wobbly/session/command"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// A Chooser chooses the pair and the initial state.
type Chooser struct {
	h     screen.Host
	races func() []int // see New
}

// New returns a chooser for the open program. races returns the number of races reported on each
// pair, in the order of il.Core.Pairs, or nil while they are unknown.
func New(h screen.Host, races func() []int) *Chooser { return &Chooser{h: h, races: races} }

// SayStart describes a newly opened program in the status line.
func (p *Chooser) SayStart() { p.h.Say(p.startText()) }

// startText says which pair is open, and which others have races.
func (p *Chooser) startText() string {
	n, of := p.Number()
	if of < 2 || p.h.Playing() {
		return p.h.Session().Now().Say()
	}
	text := "Pair " + strconv.Itoa(n) + " of " + strconv.Itoa(of) + ", " +
		session.PairNames(p.h.Session().Pair())
	races := p.races()
	if races == nil {
		return text + "; P chooses another."
	}
	if races[n-1] == 0 {
		text += ", without a report of a race"
	}
	var others []string
	for i, pair := range p.h.Program().Core.Pairs() {
		if races[i] > 0 && pair != p.h.Session().Pair() {
			others = append(others, session.PairNames(pair))
		}
	}
	text += "; P chooses another"
	switch len(others) {
	case 0:
		return text + ", none with a race."
	case 1:
		return text + ": " + others[0] + " has a race."
	case 2, 3:
		return text + ": " + words.And(others) + " have races."
	}
	return text + ": " + others[0] + " and " + strconv.Itoa(len(others)-1) + " more have races."
}

// Number returns the number of the open pair among those of the file, from 1, and their count. A
// pair and its reverse have the same number.
func (p *Chooser) Number() (n, of int) {
	all := p.h.Program().Core.Pairs()
	mine := p.h.Session().Pair()
	for i, pair := range all {
		if pair == mine || pair == (il.Pair{Left: mine.Right, Right: mine.Left}) {
			return i + 1, len(all)
		}
	}
	return 1, len(all)
}

// ChoosePair asks for a pair of the file, and opens it.
func (p *Chooser) ChoosePair() tea.Cmd {
	core := p.h.Program().Core
	all := core.Pairs()
	n, _ := p.Number()
	p.h.Push(&screen.Picker{H: p.h, Title: "which pair of methods runs?", Rows: len(all),
		List: screen.List{At: n - 1},
		Row: func(i, w int) string {
			const between = " || "
			note := ""
			switch races := p.races(); {
			case races == nil:
			case races[i] == 0:
				note = "   no race reported"
			default:
				note = "   !! " + words.Count(races[i], "race")
			}
			left, right := draw.ShortenBoth(all[i].Left.Name, all[i].Right.Name,
				w-len(between)-draw.Cells(note))
			return left + between + right + note
		},
		Do: func(i int) tea.Cmd {
			return p.open(&screen.Program{
				Core: core, Pair: all[i], Init: session.FirstInit(core, all[i]),
			})
		}})
	return nil
}

// ChooseHeap asks for an initial state, and opens the pair in it.
func (p *Chooser) ChooseHeap() tea.Cmd {
	core, pair := p.h.Program().Core, p.h.Session().Pair()
	now := session.InitList(pair, p.h.Session().Init())
	words := []string{session.HeapOne, session.HeapDifferent}
	texts := []string{
		"one: everything holds one object",
		"different: each parameter holds an object of its own",
	}
	if _, ok := session.FileInit(core, pair); ok {
		words = append(words, session.HeapFile)
		texts = append(texts, "file: the init block of the file")
	}
	texts = append(texts, "another one, which you type: "+now)
	p.h.Push(&screen.Picker{H: p.h, Title: "which initial state?", Rows: len(texts),
		Row: func(i, _ int) string { return texts[i] },
		Do: func(i int) tea.Cmd {
			if i < len(words) {
				cmd, _ := p.openFrom(words[i]) // these words are always legal
				return cmd
			}
			screen.Ask(p.h, "initial state", now, p.openFrom)
			return nil
		}})
	return nil
}

func (p *Chooser) openFrom(text string) (tea.Cmd, error) {
	core, pair := p.h.Program().Core, p.h.Session().Pair()
	in, err := session.ParseInit(core, pair, text)
	if err == nil {
		_, err = session.New(core, pair, in)
	}
	if err != nil {
		return nil, err
	}
	return p.open(&screen.Program{Core: core, Pair: pair, Init: in,
		Note: "The initial state is: " + session.InitText(core, pair, in) +
			". Esc goes back to the one before."}), nil
}

// open opens x, which is a pair of the open program, above it.
func (p *Chooser) open(x *screen.Program) tea.Cmd {
	if x.IsOf(p.h.Session()) {
		p.h.Say("This pair is already open.")
		return nil
	}
	now := p.h.Program()
	x.File, x.NoFile, x.Command, x.Repeat = now.File, now.NoFile, now.Command, now.Repeat
	if err := p.h.Visit(x); err != nil {
		p.h.Refuse(command.Sentence(err))
	}
	return nil
}

// Single returns why no other pair can be chosen.
func (p *Chooser) Single() command.Refusal {
	return cmp.Or(
		command.When(p.h.Playing(), "In a lesson, the task says which methods run."),
		command.When(len(p.h.Program().Core.Pairs()) < 2,
			"The file has one pair only: "+session.PairNames(p.h.Session().Pair())+"."))
}
