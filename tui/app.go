package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"wobbly/il"
	"wobbly/session/command"
	"wobbly/tui/analysis"
	"wobbly/tui/draw"
	"wobbly/tui/explore"
	"wobbly/tui/home"
	"wobbly/tui/lesson"
	"wobbly/tui/pairs"
	"wobbly/tui/plain"
	"wobbly/tui/reports"
	"wobbly/tui/screen"
	"wobbly/tui/step"
	"wobbly/tui/theorem"
)

// app is the model of the whole terminal: the open programs, the screens, the one in front, and the
// layers above it. It is used by reference and by one goroutine.
type app struct {
	o   Options
	ctx context.Context

	width, height int
	theme         draw.Theme
	dark          bool // the terminal's background
	colours       *draw.Colours
	last          *draw.Frame // the frame on the terminal, for the mouse

	visit                    // the open program
	opened   int             // how many were opened, so that results for earlier ones are dropped
	below    []visit         // the programs that esc goes back to, the last one first
	closed   []visit         // the programs that were closed
	disk     disk            // the file of the open program
	analyses *analysis.Known // of the open program
	pairs    *pairs.Chooser
	running  context.Context // ends when another program is opened
	cancel   context.CancelFunc

	zoomed    bool
	projected bool
	before    draw.Theme // the theme to which the end of the projection returns
	layers    []screen.Layer

	status  string
	refused bool // the status line says why something was not done
	bye     screen.Farewell

	predictions command.Predictions
	lesson      *lesson.Screen // the lesson that is played, or nil
}

func newApp(ctx context.Context, o Options) (*app, error) {
	if o.Theme == "" {
		o.Theme = draw.Auto
	}
	if o.ASCII {
		o.Theorem.Statements = theorem.InASCII(o.Theorem.Statements)
	}
	a := &app{
		o: o, ctx: ctx, running: ctx, cancel: func() {}, width: o.Width, height: o.Height,
		dark: true,
	}
	a.analyses = analysis.NewKnown(a, o.Analysis)
	a.pairs = pairs.New(a, func() []int { return a.reports().Counts() })
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
	a.back = nil
	return a, nil
}

func (a *app) reports() *reports.Screen { return a.screens[screen.Reports].(*reports.Screen) }

// announce reports the races of the program, if nothing has happened since it was opened.
func (a *app) announce() {
	if a.greeting != "" && a.status == a.greeting {
		a.Say(a.reports().Summary())
	}
}

// make returns a screen for the open program. old is the screen of the previous program, or nil.
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
		s := step.New(a, x, a.analyses, a.pairs)
		if a.o.Reports.Reports != nil {
			s.ReportedRace = func() tea.Cmd { return a.reports().NextRace() }
		}
		if old, ok := old.(*step.Screen); ok {
			s.Keep(old)
		}
		return s
	case screen.Reports:
		return reports.New(a, a.o.Reports, a.o.Repair, old)
	case screen.Explore:
		return explore.New(a)
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

// Init implements tea.Model.
func (a *app) Init() tea.Cmd {
	cmds := []tea.Cmd{a.front().Enter(), a.Wants()}
	if a.theme == draw.Auto && !a.o.NoColor {
		cmds = append(cmds, tea.RequestBackgroundColor)
	}
	return tea.Batch(cmds...)
}

// Update implements tea.Model.
func (a *app) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := a.handle(msg)
	if a.lesson != nil {
		a.lesson.Watch()
	}
	return a, tea.Batch(cmd, a.takeDelayed(), a.Wants())
}

// Wants starts the work that a visible screen waits for.
func (a *app) Wants() tea.Cmd {
	if a.program == nil {
		return nil
	}
	cmds := []tea.Cmd{a.wantsChange()}
	if a.lesson != nil {
		cmds = append(cmds, a.lesson.WantsChanges())
	} else {
		cmds = append(cmds, a.reports().Prepare(a.announce))
	}
	if w, ok := a.front().(screen.Waiter); ok && !a.tooSmall() {
		cmds = append(cmds, w.Wants())
	}
	return tea.Batch(cmds...)
}

const wheelRows = 3

// handle changes the model as a message says, without starting the work that becomes necessary.
func (a *app) handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.width, a.height = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		a.dark = msg.IsDark()
		a.setTheme(a.theme)
	case tea.KeyPressMsg:
		return a.press(msg.String(), msg.Text)
	case tea.PasteMsg:
		if a.Top() != nil {
			screen.Type(a, msg.Content)
		} else if p, ok := a.front().(screen.Paster); ok {
			return p.Paste(msg.Content)
		}
	case tea.MouseClickMsg:
		if a.last != nil && msg.Button == tea.MouseLeft {
			return a.last.Clicked(msg.X, msg.Y)
		}
	case tea.MouseWheelMsg:
		switch {
		case a.last == nil:
		case msg.Button == tea.MouseWheelUp:
			return a.last.Wheeled(msg.X, msg.Y, -wheelRows)
		case msg.Button == tea.MouseWheelDown:
			return a.last.Wheeled(msg.X, msg.Y, wheelRows)
		}
	case screen.Then:
		return msg()
	}
	return nil
}

// press runs the binding of a key in the top layer, the screen in front, or all screens.
func (a *app) press(k, text string) tea.Cmd {
	if a.tooSmall() && k != "ctrl+c" && k != "q" && k != "ctrl+z" {
		return nil
	}
	top, table := a.Top(), a.table()
	if top != nil {
		table = screen.Join(top.Keys(), always())
	}
	b, ok := screen.FindKey(table, k)
	switch {
	case ok:
		return screen.Perform(a, b)
	case top != nil:
		screen.Type(a, text)
	default:
		a.Refuse(a.unbound(k).String())
	}
	return nil
}

// unbound explains that a key does nothing on the screen in front, and where it works.
func (a *app) unbound(k string) screen.Refusal {
	shown := screen.ShowKey(k, a.o.ASCII)
	for _, n := range []screen.Number{screen.Step, screen.Lesson} {
		open := a.program != nil && (n == screen.Step || a.lesson != nil) && !a.Closed(n).Refuses()
		if len(k) != 1 || a.at == screen.Home || !open {
			continue
		}
		if b, ok := screen.FindKey(a.screens[n].Keys(), k); ok {
			help, _, _ := strings.Cut(b.Help, ";")
			help, _, _ = strings.Cut(help, "?")
			return screen.Refusal{Next: strconv.Itoa(int(n)), Does: "goes there",
				Reason: fmt.Sprintf("%s is a key of %s (%s), not of %s.", shown, screen.Names[n],
					cmp.Or(b.Hint, help), screen.Names[a.at])}
		}
	}
	return screen.Refusal{
		Reason: "The key " + shown + " does nothing here.", Next: "?", Does: "shows all keys",
	}
}

func (a *app) setTheme(t draw.Theme) {
	a.theme = t
	if a.o.NoColor {
		t = draw.NoColours
	}
	a.colours = draw.NewColours(t, a.dark)
}

// Run shows the screens until the user leaves or the context ends, and returns what to print
// afterwards. It restores the terminal even after a panic, which it returns as an error.
func Run(ctx context.Context, o Options) (screen.Farewell, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	a, err := newApp(ctx, o)
	if err != nil {
		return screen.Farewell{}, err
	}
	_, err = tea.NewProgram(a, teaOptions(ctx, o)...).Run()
	killed := errors.Is(err, tea.ErrProgramKilled) && !errors.Is(err, tea.ErrProgramPanic)
	if errors.Is(err, tea.ErrInterrupted) || killed && ctx.Err() != nil {
		err = nil // a signal; the key ctrl+c quits without an error
	}
	return a.farewell(), err
}

func teaOptions(ctx context.Context, o Options) []tea.ProgramOption {
	list := []tea.ProgramOption{tea.WithContext(ctx)}
	if o.In != nil {
		list = append(list, tea.WithInput(o.In))
	}
	if o.Out != nil {
		list = append(list, tea.WithOutput(o.Out))
	}
	if o.Environ != nil {
		list = append(list, tea.WithEnvironment(o.Environ))
	}
	if o.Width > 0 && o.Height > 0 {
		list = append(list, tea.WithWindowSize(o.Width, o.Height))
	}
	if o.NoColor {
		list = append(list, tea.WithColorProfile(colorprofile.ASCII))
	}
	return list
}

// Plain is the line version of Run: it reads commands and ends each answer with an empty line.
func Plain(ctx context.Context, in io.Reader, out io.Writer, o Options) (screen.Farewell, error) {
	return plain.Run(ctx, in, out, plain.Options{
		Program: o.Program, Controls: o.controls(), Files: o.Files, ASCII: o.ASCII,
		Prompt: o.Prompt,
	})
}
