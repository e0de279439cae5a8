package learn

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"wobbly/examples"
	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/glossary"
	"wobbly/internal/slice"
	"wobbly/internal/spell"
	"wobbly/report/picture"
	"wobbly/session"
	"wobbly/session/command"
	"wobbly/session/schedule"
	"wobbly/theorem"
	"wobbly/tui"
	"wobbly/tui/draw"
	"wobbly/tui/home"
	"wobbly/tui/reports"
	"wobbly/tui/screen"
	theoremscreen "wobbly/tui/theorem"
)

type stepCmd struct {
	File    string `arg:"" name:"FILE" optional:"" help:"A program, a trace file, or a link from the browser (wobbly serve). If omitted: choose from your programs, lessons and examples."`
	Example string `help:"Open this example." placeholder:"NAME" complete:"examples"`
	console.PositionFlags
	Plain bool `help:"Read commands and print answers line by line, for screen readers and pipes."`
	screenFlags
	Seed uint64 `help:"The seed of random runs." default:"1" placeholder:"N" group:"less"`
	console.StrictFlag
}

func (c *stepCmd) Run(a *console.App) error {
	o := c.options(a)
	var err error
	if o.Address, err = address(a); err != nil {
		return err
	}
	switch {
	case c.Example != "" && c.File != "":
		return console.Usage("", "FILE and --example cannot be used together")
	case c.Example != "":
		o.Program, err = c.example(a)
	case c.Plain && c.File == "-" && c.Schedule == "":
		return console.Usage("Give a FILE, or a --schedule.",
			"standard input cannot be both the program and the commands")
	case schedule.IsShared(c.File):
		o.Program, err = c.shared(a)
	case c.File != "" || c.Trace != "":
		o.Program, err = c.file(a)
	case c.PositionFlags != console.PositionFlags{}:
		return console.Usage("For example: wobbly step FILE --race R1",
			"--pair, --heap, --schedule and --race need a FILE")
	}
	if err != nil {
		return err
	}
	return c.run(a, o)
}

// file returns the program of FILE or of a trace, in the state that the flags name.
func (c *stepCmd) file(a *console.App) (*screen.Program, error) {
	core, err := c.PositionFlags.Program(a, c.File, c.Strict)
	if err != nil {
		return nil, err
	}
	c.File = core.Source.Name
	recordOpened(stateDir(a), c.File)
	return c.program(a, core)
}

// shared returns the program in an address of the page.
func (c *stepCmd) shared(a *console.App) (*screen.Program, error) {
	if c.PositionFlags != (console.PositionFlags{}) {
		return nil, console.Usage("Leave out the flags.",
			"a link already has a program and a state")
	}
	x, err := schedule.ParseShared(c.File)
	if err != nil {
		return nil, console.DoesNotFit(err)
	}
	if x.Lesson != "" {
		return nil, console.Usage("Play it: wobbly lesson "+console.ShellWord(x.Lesson),
			"the link leads to a lesson")
	}
	f, err := ask.Follow(a.Ctx, x, ask.Advice())
	if err != nil {
		return nil, a.Refused(console.NotOpened(err), false)
	}
	if f.Session == nil {
		core, err := ask.Load(a.Ctx, il.NewSource(f.Name, f.Text), false)
		if err == nil {
			f.Session, _, err = ask.Opening{}.Open(a.Ctx, core)
		}
		if err != nil {
			return nil, a.Refused(err, false)
		}
	}
	return &screen.Program{
		File: f.Name, Core: f.Session.Core(), Pair: f.Session.Pair(),
		Init: f.Session.Init(), Schedule: f.Session.Schedule(), NoFile: true,
		Note:    strings.TrimSuffix(f.Judged, "."),
		Command: "wobbly step " + console.ShellWord(c.File),
	}, nil
}

// example returns the shipped program that the flags name, in the state that they name.
func (c *stepCmd) example(a *console.App) (*screen.Program, error) {
	x, ok := examples.Find(c.Example)
	if !ok {
		return nil, console.Usage(spell.Hint(c.Example, ExampleNames(), "wobbly step lists them."),
			"there is no example %q", c.Example)
	}
	core, err := console.Shipped(c.Example, x.Text)
	if err != nil {
		return nil, err
	}
	p, err := c.program(a, core)
	if err == nil {
		p.File, p.NoFile = c.Example, true
		p.Command = exampleCommand(c.Example)
	}
	return p, err
}

// exampleCommand returns the command that opens a shipped example.
func exampleCommand(name string) string {
	return "wobbly step --example " + console.ShellWord(name)
}

func ExampleNames() []string {
	return slice.Map(examples.All(), func(x examples.File) string { return x.Name })
}

// run steps on the screen or line by line, and then prints the summary. Line by line, the summary
// goes to standard error, because standard output is for answers.
func (c *stepCmd) run(a *console.App, o tui.Options) error {
	ctx, stop := console.Hangup(a.Ctx)
	defer stop()
	o.CutOff = func() bool { return ctx.Err() != nil && a.Ctx.Err() == nil }
	if c.Plain {
		if console.IsTerminal(a.Sys.Stdout) {
			o.Prompt = linePrompt
		}
		bye, err := tui.Plain(ctx, a.Sys.Stdin, console.AtOnce{Writer: a.Text(), App: a}, o)
		if flushErr := a.Out.Flush(); err == nil {
			err = flushErr
		}
		sayBye(a.Stderr(), bye)
		return err
	}
	if !console.IsTerminal(a.Sys.Stdout) {
		return console.Usage("Add --plain to step line by line.",
			"wobbly step needs a terminal, and standard output is not one")
	}
	bye, err := tui.Run(ctx, o)
	sayBye(a.Text(), bye)
	return err
}

// sayBye prints the summary of a run after its screens have closed.
func sayBye(w io.Writer, bye screen.Farewell) {
	line := func(label, text string) {
		if text != "" {
			fmt.Fprintf(w, "%-9s %s\n", label, text)
		}
	}
	line("lesson", bye.Lesson)
	line("predicted", bye.Predicted)
	line("schedule", bye.Schedule)
	line("link", bye.Link)
	line("resume", bye.Resume)
	line("next", bye.Next)
	line("not kept", bye.Unkept)
	for _, text := range bye.Also {
		line("also", text)
	}
	for _, f := range bye.Saved {
		line("saved", f)
	}
	line("unsaved", bye.Unsaved)
	line("copied", bye.Copied)
}

func (c *stepCmd) program(a *console.App, core *il.Core) (*screen.Program, error) {
	s, note, err := c.Session(a, core)
	if err != nil {
		return nil, err
	}
	if !c.Plain { // the screens would hide the warnings that were printed
		note = cmp.Or(note, warning(core))
	}
	return &screen.Program{
		File: c.File, Core: core, Pair: s.Pair(), Init: s.Init(), Schedule: s.Schedule(),
		Note: note,
	}, nil
}

// warning returns the first warning about a program for the status line, or "".
func warning(core *il.Core) string {
	for _, d := range ask.Warnings(core) {
		return fmt.Sprintf("Warning: %s (%s, wobbly explain %s)", d.Message, core.Source.At(d.At),
			d.Code)
	}
	return ""
}

func (c *stepCmd) options(a *console.App) tui.Options {
	style := a.Style(a.Sys.Stdout)
	o := tui.Options{
		Seed: c.Seed,
		Reports: reports.Options{
			Reports: func(ctx context.Context, core *il.Core) (reports.List, error) {
				return ReportItems(a, ctx, core)
			},
			Explain: ExplainReport,
		},
		Analysis: ask.Advice(),
		Repair:   ask.Repairs(nil),
		Theorem: theoremscreen.Options{
			Statements: ask.Statements(theorem.Statements()), Begin: truePositives,
			Fuzz: fuzzSlice,
		},
		Files: screen.Files{
			Save: saveFile, Changed: changed(c.Strict), Edit: chosenEditor(a),
			Tool: "wobbly " + ask.Version, Exports: exports,
		},
		Words: tui.Words{Names: glossary.Names(), Explain: explainWord},
		Home: home.Options{Open: func(item home.Item) (*screen.Program, error) {
			return openItem(a, item)
		}},
		Terminal: tui.Terminal{
			Theme: draw.Theme(c.Theme), NoColor: !style.Color, ASCII: a.Ascii,
			NoMouse: c.NoMouse, Environ: a.Sys.Env, Pause: pause,
		},
	}
	store, err := newLessonStore(a, PackFlag{}, recordFlag{})
	if err != nil {
		o.Home.Says = "The lessons cannot be read: " + command.Sentence(err)
	} else {
		o.Lesson = store.options()
		o.Home.Items = store.items()
		o.Home.Says = store.welcome()
	}
	featured := examples.Featured()
	items := slice.Map(featured, func(x examples.File) home.Item {
		return home.Item{Group: "Examples", Name: x.Name, Title: x.Title()}
	})
	for _, x := range examples.ByTopic() {
		if !slices.Contains(featured, x) {
			items = append(items, home.Item{
				Group: "Examples: " + x.Topic(), Name: x.Name, Title: x.Title(), More: true,
			})
		}
	}
	o.Home.Items = slices.Concat(programItems(a), o.Home.Items, items)
	return o
}

// playPace is how long playback shows each state.
const playPace = 1200 * time.Millisecond

// pause waits for playPace, or until the context ends.
func pause(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(playPace):
	}
}

// exports are the formats in which a screen saves the picture of its session.
var exports = []screen.Export{
	{Name: "svg", Suffix: ".svg", Write: picturing(func(w io.Writer, s *picture.Story) error {
		return picture.State(w, s, len(s.Scenes)-1, picture.Options{})
	})},
	{Name: "lanes", Suffix: ".svg", Write: picturing(func(w io.Writer, s *picture.Story) error {
		return picture.Trace(w, s, picture.Options{})
	})},
	{Name: "html", Suffix: ".html", Write: picturing(func(w io.Writer, s *picture.Story) error {
		return picture.Page(w, s, picture.Options{})
	})},
}

func picturing(draw func(io.Writer, *picture.Story) error) func(*session.Session) ([]byte, error) {
	return func(s *session.Session) ([]byte, error) {
		story, err := storyOf(s)
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		err = draw(&b, story)
		return b.Bytes(), err
	}
}

const (
	// programsGroup is the heading of the programs in the working directory and the recent ones.
	programsGroup = "Programs here and recent"
	// maxFiles limits the programs of the working directory in Home, and maxShown the programs
	// that Home shows at first.
	maxFiles = 50
	maxShown = 6
)

// programItems lists the programs of the working directory for Home, and those of other
// directories that were opened last.
func programItems(a *console.App) []home.Item {
	items := append(filesHere(), recentItems(a, stateDir(a))...)
	for i := range items {
		items[i].Group, items[i].More = programsGroup, i >= maxShown
	}
	return items
}

// filesHere lists the programs in the working directory, the most recently changed first.
func filesHere() []home.Item {
	names, err := filepath.Glob("*.il") // in order
	if err != nil {
		panic(err) // unreachable: the pattern is correct
	}
	changed := map[string]time.Time{}
	for _, name := range names {
		if info, err := os.Stat(name); err == nil {
			changed[name] = info.ModTime()
		}
	}
	slice.SortStable(names, func(a, b string) int { return changed[b].Compare(changed[a]) })
	var items []home.Item
	for _, name := range names {
		if len(items) == maxFiles {
			items[maxFiles-1].Note = func() string {
				return fmt.Sprintf("and %d more files", len(names)-maxFiles)
			}
			break
		}
		items = append(items, home.Item{Name: name})
	}
	return items
}

// openItem opens a program of Home: a shipped example, a file of the working directory, or a recent
// program, whose title is its directory.
func openItem(a *console.App, item home.Item) (*screen.Program, error) {
	switch {
	case item.Group != programsGroup:
		x, ok := examples.Find(item.Name)
		if !ok {
			return nil, errors.New("there is no such example")
		}
		p, err := openText(item.Name, x.Text)
		if err == nil {
			p.NoFile = true
			p.Command = exampleCommand(item.Name)
		}
		return p, err
	case item.Title == "":
		return openFile(a, item.Name)
	default:
		return openFile(a, recentPath(a, item))
	}
}

// openFile opens a file, and records that.
func openFile(a *console.App, name string) (*screen.Program, error) {
	src, err := a.Source(name)
	if err != nil {
		return nil, err
	}
	p, err := openText(name, src.Text)
	if err == nil {
		recordOpened(stateDir(a), name)
	}
	return p, err
}

func openText(name, text string) (*screen.Program, error) {
	core, err := console.Shipped(name, text)
	if err != nil {
		return nil, err
	}
	s, _, err := ask.Opening{}.Open(context.Background(), core)
	if err != nil {
		return nil, err
	}
	return &screen.Program{
		File: name, Core: core, Pair: s.Pair(), Init: s.Init(), Note: warning(core),
	}, nil
}

// saveFile writes a new file and returns its name, which has a number if the file exists.
func saveFile(name string, data []byte) (string, error) {
	ext := filepath.Ext(name)
	for n := 1; ; n++ {
		candidate := name
		if n > 1 {
			candidate = fmt.Sprintf("%s-%d%s", name[:len(name)-len(ext)], n, ext)
		}
		f, err := os.OpenFile(candidate, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if os.IsExist(err) {
			continue
		}
		if err == nil {
			_, err = f.Write(data)
			err = errors.Join(err, f.Close())
		}
		if err != nil {
			return "", fileError("save the file", candidate, err)
		}
		return candidate, nil
	}
}
