package pairs

import (
	"context"
	"strconv"
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/il"
	words "wobbly/internal/text"
	"wobbly/session"
	"wobbly/session/command"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// Chooser are the pairs of units of the file that is open, and its initial states:
// which of them is open, on which races are reported, and how another one is
// opened.
type Chooser struct {
	h     screen.Host
	count func(context.Context, *il.Core) ([]int, error) // of the races reported on each pair; nil: nobody counts them

	core  *il.Core        // whose races are known
	known []int           // by pair, in the order of il.Core.Pairs; nil while they are not known
	asked context.Context // of the program for which they were asked
}

// New is a chooser for whatever program is open. count may be nil.
func New(h screen.Host, count func(context.Context, *il.Core) ([]int, error)) *Chooser {
	return &Chooser{h: h, count: count}
}

// racesKnown is the answer to how many races are reported on each pair.
type racesKnown struct {
	core  *il.Core
	races []int
}

// races are how many races are reported on each pair, nil while it is not known.
func (p *Chooser) races() []int {
	if core := p.h.Program().Core; core != p.core {
		p.core, p.known, p.asked = core, nil, nil
	}
	return p.known
}

// Wants asks how many races are reported on each pair, once for a file of several.
func (p *Chooser) Wants() tea.Cmd {
	known, ctx := p.races(), p.h.Context()
	if p.count == nil || p.h.Playing() || known != nil || p.asked == ctx || len(p.core.Pairs()) < 2 {
		return nil
	}
	p.asked = ctx
	core := p.core
	return p.h.Background(screen.Step, func(ctx context.Context) tea.Msg {
		races, err := p.count(ctx, core)
		if err != nil || ctx.Err() != nil {
			return nil
		}
		return racesKnown{core, races}
	})
}

// Take keeps an answer, and tells whether the message was one.
func (p *Chooser) Take(msg tea.Msg) bool {
	m, ok := msg.(racesKnown)
	if !ok || p.core != m.core {
		return ok
	}
	begin := p.startText()
	p.known = m.races
	if text, _ := p.h.Status(); text == begin {
		p.SayStart()
	}
	return true
}

// SayStart says where the user is, in a program that was opened.
func (p *Chooser) SayStart() { p.h.Say(p.startText()) }

// startText says where the user is, which of the pairs of the file it is, and
// which of the others have a race.
func (p *Chooser) startText() string {
	n, of := p.Number()
	if of < 2 || p.h.Playing() {
		return p.h.Session().Now().Say()
	}
	text := "Pair " + strconv.Itoa(n) + " of " + strconv.Itoa(of) + ", " + session.PairNames(p.h.Session().Pair())
	if p.races() == nil {
		return text + "; P chooses another."
	}
	if p.races()[n-1] == 0 {
		text += ", without a report of a race"
	}
	others := p.otherRaces()
	switch len(others) {
	case 0:
		return text + "; P chooses another, none with a race."
	case 1:
		return text + "; P chooses another: " + others[0] + " has a race."
	case 2, 3:
		return text + "; P chooses another: " + strings.Join(others[:len(others)-1], ", ") + " and " + others[len(others)-1] + " have races."
	}
	return text + "; P chooses another: " + others[0] + " and " + strconv.Itoa(len(others)-1) + " more have races."
}

// otherRaces are the pairs with a race beside the one that is open.
func (p *Chooser) otherRaces() []string {
	var all []string
	for i, pair := range p.h.Program().Core.Pairs() {
		if p.races()[i] > 0 && pair != p.h.Session().Pair() {
			all = append(all, session.PairNames(pair))
		}
	}
	return all
}

// Number is the number of the pair that is open among those of the file, from
// 1, and how many there are. A pair in the other order has the same number.
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

// ChoosePair offers the pairs of the file.
func (p *Chooser) ChoosePair() tea.Cmd {
	all := p.h.Program().Core.Pairs()
	n, _ := p.Number()
	p.h.Push(&screen.Picker{H: p.h, Title: "which pair of units runs?", Rows: len(all), List: screen.List{At: n - 1},
		Row: func(i, w int) string {
			const between = " || "
			left, right := draw.ShortenBoth(all[i].Left.Name, all[i].Right.Name, w-len(between)-draw.Cells(p.racesText(i)))
			return left + between + right + p.racesText(i)
		},
		Do: func(i int) tea.Cmd {
			return p.openHere(&screen.Program{Core: p.h.Program().Core, Pair: all[i], Init: session.FirstInit(p.h.Program().Core, all[i])})
		}})
	return nil
}

// racesText says how many races are reported on pair i.
func (p *Chooser) racesText(i int) string {
	switch {
	case p.races() == nil:
		return ""
	case p.races()[i] == 0:
		return "   no race reported"
	}
	return "   !! " + words.Count(p.races()[i], "race")
}

// ChooseHeap offers initial states.
func (p *Chooser) ChooseHeap() tea.Cmd {
	core, pair := p.h.Program().Core, p.h.Session().Pair()
	now := session.InitList(pair, p.h.Session().Init())
	words := []string{session.HeapOne, session.HeapDifferent}
	texts := []string{"one: everything holds one object", "different: each formal holds an object of its own"}
	if _, ok := session.FileInit(core, pair); ok {
		words, texts = append(words, session.HeapFile), append(texts, "file: the init block of the file")
	}
	texts = append(texts, "another one, which you type: "+now)
	p.h.Push(&screen.Picker{H: p.h, Title: "which initial state?", Rows: len(texts), Row: func(i, _ int) string { return texts[i] },
		Do: func(i int) tea.Cmd {
			if i < len(words) {
				cmd, _ := p.openFrom(words[i]) // these can be read
				return cmd
			}
			screen.Ask(p.h, "initial state", now, p.openFrom)
			return nil
		}})
	return nil
}

// openFrom opens the pair from an initial state that a text says.
func (p *Chooser) openFrom(text string) (tea.Cmd, error) {
	core, pair := p.h.Program().Core, p.h.Session().Pair()
	in, err := session.ParseInit(core, pair, text)
	if err == nil {
		_, err = session.New(core, pair, in)
	}
	if err != nil {
		return nil, err
	}
	return p.openHere(&screen.Program{Core: core, Pair: pair, Init: in,
		Note: "The initial state is: " + session.InitText(core, pair, in) + ". Esc goes back to the one before."}), nil
}

// openHere opens another pair of the same file, or another initial state of it.
func (p *Chooser) openHere(x *screen.Program) tea.Cmd {
	now := p.h.Program()
	if x.IsOf(p.h.Session()) {
		p.h.Say("This is what is open.")
		return nil
	}
	x.File, x.NoFile, x.Command, x.Repeat = now.File, now.NoFile, now.Command, now.Repeat
	if err := p.h.Visit(x); err != nil {
		p.h.Refuse(command.Sentence(err))
		return nil
	}
	return nil
}

// Fixed says why the pair and the initial state stay as they are.
func (p *Chooser) Fixed() string {
	if p.h.Playing() {
		return "In a lesson the task says which units run, and from where; 6 shows the task."
	}
	return ""
}

// Single says why there is no other pair to choose, empty if there is.
func (p *Chooser) Single() string {
	if why := p.Fixed(); why != "" {
		return why
	}
	if len(p.h.Program().Core.Pairs()) < 2 {
		return "The file has one pair only: " + session.PairNames(p.h.Session().Pair()) + "."
	}
	return ""
}
