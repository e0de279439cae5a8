package tui

import (
	"context"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"wobbly/il"
	"wobbly/session"
	"wobbly/session/command"
	"wobbly/tui/analysis"
	"wobbly/tui/draw"
	"wobbly/tui/explore"
	"wobbly/tui/home"
	"wobbly/tui/lesson"
	"wobbly/tui/pairs"
	"wobbly/tui/reports"
	"wobbly/tui/screen"
	"wobbly/tui/step"
	"wobbly/tui/theorem"
)

// app is the model of the whole terminal: the screens, which of them is in
// front, and what lies above it. It is used by reference and by one goroutine.
type app struct {
	o   Options
	ctx context.Context

	width, height int
	theme         draw.Theme
	dark          bool // the terminal's background
	colours       *draw.Colours
	last          *draw.Frame // that the mouse points at

	program  *screen.Program  // nil where none is open
	session  *session.Session // of program
	opened   int              // how many programs were, so that old work can be told
	below    []visit          // the programs that Esc leads back to, the last first
	left     []visit          // those that were left for good
	analyses *analysis.Known  // of program
	pairs    *pairs.Chooser
	cancel   context.CancelFunc
	running  context.Context // ends when another program is opened

	screens   [screen.Count]screen.Screen
	at        screen.Number
	back      []screen.Number // where Esc leads
	focus     [screen.Count]int
	zoomed    bool
	projected bool
	before    draw.Theme // it was projected
	layers    []screen.Layer

	status  string
	refused bool // the status says why something was not done
	bye     screen.Farewell

	disk disk // the file of program

	predictions command.Predictions

	lesson *lesson.Screen // of the lesson that is played; nil for none

	// guard is a question to ask before q leaves, empty for none; a screen may
	// set it. nil asks nothing.
	guard func() string
}

func newApp(ctx context.Context, o Options) (*app, error) {
	if o.Theme == "" {
		o.Theme = draw.Auto
	}
	if o.ASCII {
		o.Theorem.Statements = theorem.InASCII(o.Theorem.Statements)
	}
	a := &app{o: o, ctx: ctx, width: o.Width, height: o.Height, dark: true}
	a.analyses, a.pairs = analysis.NewKnown(a, o.Analysis), pairs.New(a, o.Reports.Races)
	a.setTheme(o.Theme)
	if o.Lesson.Game != nil {
		return a, a.Play(o.Lesson.Game)
	}
	if o.Program == nil {
		a.screens[screen.Home] = a.make(screen.Home, nil)
		a.Say(o.Home.Says)
		return a, nil
	}
	if err := a.open(o.Program); err != nil {
		return nil, err
	}
	return a, a.begin(o.Screen)
}

// begin goes to the screen of a name.
func (a *app) begin(name string) error {
	a.at, a.back = screen.Step, nil
	for n, is := range screen.Names {
		if name != "" && strings.EqualFold(is, name) {
			a.at = screen.Number(n)
			return nil
		}
	}
	if name != "" {
		return fmt.Errorf("there is no screen %q", name)
	}
	return nil
}

// Init implements tea.Model.
func (a *app) Init() tea.Cmd {
	cmds := []tea.Cmd{a.screens[a.at].Enter(), a.Wants()}
	if a.theme == draw.Auto && !a.o.NoColor {
		cmds = append(cmds, tea.RequestBackgroundColor)
	}
	return tea.Batch(cmds...)
}

// open makes another program the one that all screens are about, instead of
// those that are open, and goes to Step.
func (a *app) open(p *screen.Program) error {
	s, err := p.NewSession()
	if err != nil {
		return err
	}
	if a.program != nil {
		a.left = append(append(a.left, a.below...), a.present())
	}
	a.below = nil
	a.start(p, s)
	return nil
}

// start makes a program with its session the one that all screens are about, and
// goes to Step.
func (a *app) start(p *screen.Program, s *session.Session) {
	a.renew()
	a.program, a.session, a.disk = p, s, disk{known: p.Core.Source.Text}
	a.analyses.Forget()
	a.layers, a.zoomed, a.guard = nil, false, nil
	if a.lesson != nil {
		a.guard = a.lesson.Unfinished
	}
	for n := range a.screens {
		a.screens[n] = a.make(screen.Number(n), a.screens[n])
	}
	a.focus = [screen.Count]int{}
	a.back = append(a.back, a.at)
	a.at = screen.Step
	r := s.Play(p.Schedule)
	switch {
	case len(p.Schedule) > 0 && !r.OK():
		a.Refuse(r.Text)
	case p.Note != "":
		a.Say(p.Note)
	default:
		a.pairs.SayStart()
	}
}

// renew ends what runs beside the loop for the program that was open.
func (a *app) renew() {
	if a.cancel != nil {
		a.cancel()
	}
	a.running, a.cancel = context.WithCancel(a.ctx)
	a.opened++
}

// Update implements tea.Model.
func (a *app) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	model, cmd := a.handle(msg)
	if a.lesson != nil {
		a.lesson.Watch()
	}
	return model, tea.Batch(cmd, a.takeNews(), a.Wants())
}

// Wants is the work that the screen in front waits for.
func (a *app) Wants() tea.Cmd {
	if a.program == nil {
		return nil
	}
	races := tea.Batch(a.pairs.Wants(), a.wantsChange())
	if a.lesson != nil {
		races = tea.Batch(races, a.lesson.WantsChanges())
	}
	if a.tooSmall() {
		return races
	}
	if w, ok := a.screens[a.at].(screen.Waiter); ok {
		return tea.Batch(races, w.Wants())
	}
	return races
}

func (a *app) handle(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.width, a.height = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		a.dark = msg.IsDark()
		a.setTheme(a.theme)
	case tea.KeyPressMsg:
		return a, a.press(msg.String(), msg.Text)
	case tea.PasteMsg:
		return a, a.paste(msg.Content)
	case tea.MouseClickMsg:
		return a, a.clicked(msg.Mouse())
	case tea.MouseWheelMsg:
		return a, a.wheeled(msg.Mouse())
	case done:
		return a, a.finished(msg)
	case edited:
		return a, a.editorEnded(msg)
	default:
		return a, a.screens[a.at].Update(msg)
	}
	return a, nil
}

// press does what a key is bound to: in the layer above all, else on the
// screen, else for all screens.
func (a *app) press(k, text string) tea.Cmd {
	if a.tooSmall() && k != "ctrl+c" && k != "q" && k != "ctrl+z" {
		return nil
	}
	if n := len(a.layers); n > 0 {
		top := a.layers[n-1]
		if b, ok := screen.FindKey(screen.Join(top.Keys(), always(a)), k); ok {
			return screen.Perform(a, b)
		}
		top.Typed(text)
		return nil
	}
	b, ok := screen.FindKey(a.table(), k)
	if !ok {
		a.Refuse(fmt.Sprintf("The key %s does nothing here; ? shows all keys.", screen.ShowKey(k, a.o.ASCII)))
		return nil
	}
	return screen.Perform(a, b)
}

// table is all keys of the screen in front.
func (a *app) table() []screen.Binding {
	return screen.Join(a.lessonKeys(), a.screens[a.at].Keys(), a.Keys(), always(a))
}

// paste hands pasted text to whom it concerns.
func (a *app) paste(text string) tea.Cmd {
	if n := len(a.layers); n > 0 {
		a.layers[n-1].Typed(text)
		return nil
	}
	return a.screens[a.at].Update(tea.PasteMsg{Content: text})
}

// clicked does what was clicked.
func (a *app) clicked(m tea.Mouse) tea.Cmd {
	if a.last == nil || m.Button != tea.MouseLeft {
		return nil
	}
	return a.last.Clicked(m.X, m.Y)
}

// wheelRows is how many rows a notch of the wheel is.
const wheelRows = 3

func (a *app) wheeled(m tea.Mouse) tea.Cmd {
	if a.last == nil {
		return nil
	}
	rows := wheelRows
	switch m.Button {
	case tea.MouseWheelUp:
		rows = -wheelRows
	case tea.MouseWheelDown:
	default:
		return nil
	}
	return a.last.Wheeled(m.X, m.Y, rows)
}

// done is the result of work beside the loop.
type done struct {
	opened int // for which program
	to     screen.Number
	msg    tea.Msg
}

func (a *app) finished(d done) tea.Cmd {
	if d.opened != a.opened || d.msg == nil {
		return nil
	}
	if x, ok := d.msg.(fileChanged); ok {
		return a.take(x)
	}
	if a.pairs.Take(d.msg) {
		return nil
	}
	return a.screens[d.to].Update(d.msg)
}

func (a *app) setTheme(t draw.Theme) {
	a.theme = t
	if a.o.NoColor {
		t = draw.NoColours
	}
	a.colours = draw.NewColours(t, a.dark)
}

// make makes a screen for the program that is open, from the one that was there
// for another.
func (a *app) make(n screen.Number, old screen.Screen) screen.Screen {
	switch n {
	case screen.Home:
		if old == nil {
			old = home.New(a, a.o.Home.Items, a.beginner())
		}
		return old
	case screen.Step:
		x := a.o.controls()
		x.Predictions = &a.predictions
		return step.New(a, x, a.analyses, a.pairs)
	case screen.Reports:
		return reports.New(a, a.o.Reports, a.o.Repair, old)
	case screen.Explore:
		return explore.New(a, a.o.Explore)
	case screen.Analysis:
		return analysis.New(a, a.analyses)
	case screen.Theorem:
		return theorem.New(a, a.o.Theorem, a.o.Seed)
	case screen.Lesson:
		if a.lesson != nil {
			return a.lesson
		}
		return lesson.New(a, a.o.Lesson, nil)
	default:
		panic(il.Unknown(n))
	}
}
