package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"wobbly/examples"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
	"wobbly/picture"
	"wobbly/tui"
)

// stepCmd is `wobbly step`.
type stepCmd struct {
	File string `arg:"" name:"FILE" optional:"" help:"The program; left out, a list of examples to choose from."`
	placeFlags
	Plain   bool   `help:"By lines, for screen readers and pipes."`
	Theme   string `help:"Colours of the screen." enum:"auto,light,dark,high-contrast,colour-blind,none" default:"auto"`
	NoMouse bool   `help:"Leave the mouse to the terminal."`
	Seed    uint64 `help:"Of the first random run." default:"1" placeholder:"N"`
	Strict  bool   `help:"Refuse sugar instead of lowering it."`
}

// Run implements the command.
func (c *stepCmd) Run(a *app) error {
	o := c.options(a)
	if c.File == "" && (c.placeFlags != placeFlags{}) {
		return usage("", "these flags need a FILE")
	}
	if c.File != "" {
		core, err := a.load(c.File, c.Strict, false)
		if err != nil {
			return err
		}
		if o.Program, err = c.program(a, core); err != nil {
			return err
		}
	}
	return c.run(a, o)
}

// run steps by lines or on the screen, and says where the user has come to.
func (c *stepCmd) run(a *app, o tui.Options) error {
	if c.Plain {
		_, err := tui.Plain(a.sys.Stdin, a.text(), o)
		return err
	}
	if !isTerminal(a.sys.Stdout) {
		return usage("Add --plain to step by lines.", "wobbly step draws on a terminal, and standard output is none")
	}
	bye, err := tui.Run(a.ctx, o)
	if err != nil {
		return err
	}
	if bye.Resume != "" {
		fmt.Fprintf(a.text(), "schedule  %s\nlink      %s\nresume    %s\n", bye.Schedule, bye.Link, bye.Resume)
	}
	for _, f := range bye.Saved {
		fmt.Fprintf(a.text(), "saved     %s\n", f)
	}
	if bye.Copied != "" {
		fmt.Fprintf(a.text(), "copied    %s\n", bye.Copied)
	}
	return nil
}

// program is what the flags say to begin with.
func (c *stepCmd) program(a *app, core *il.Core) (*tui.Program, error) {
	s, note, err := c.session(a, core)
	if err != nil {
		return nil, err
	}
	return &tui.Program{File: c.File, Core: core, Pair: s.Pair(), Init: s.Init(), Schedule: s.Schedule(), Note: note}, nil
}

func (c *stepCmd) options(a *app) tui.Options {
	style := a.style(a.sys.Stdout)
	o := tui.Options{
		Theme: tui.Theme(c.Theme), NoColor: !style.Color, ASCII: a.ascii, NoMouse: c.NoMouse, Seed: c.Seed,
		Open: openItem, Save: saveFile, Tool: "wobbly " + buildVersion(), Environ: a.sys.Env,
		Reports:  tui.ReportsOptions{Reports: a.reportItems},
		Analysis: tui.AnalysisOptions{Lines: analysisLines},
		Theorem:  tui.TheoremOptions{Statements: statementItems(), Fuzz: fuzzSlice},
		Exports: []tui.Export{
			{Name: "svg", Suffix: ".svg", Title: "a picture of this state", Write: exportPicture(func(w io.Writer, s *picture.Story) error {
				return picture.State(w, s, len(s.Scenes)-1, picture.Options{})
			})},
			{Name: "lanes", Suffix: ".svg", Title: "a picture of the trace", Write: exportPicture(func(w io.Writer, s *picture.Story) error {
				return picture.Trace(w, s, picture.Options{})
			})},
			{Name: "html", Suffix: ".html", Title: "a page that steps through the trace", Write: exportPicture(func(w io.Writer, s *picture.Story) error {
				return picture.Page(w, s, picture.Options{})
			})},
		},
	}
	for _, x := range examples.All() {
		o.Items = append(o.Items, tui.Item{Group: "Examples", Name: x.Name})
	}
	return o
}

// exportPicture draws the way to a state.
func exportPicture(draw func(io.Writer, *picture.Story) error) func(tui.State) ([]byte, error) {
	return func(x tui.State) ([]byte, error) {
		story, err := storyOf(x.Session)
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		err = draw(&b, story)
		return b.Bytes(), err
	}
}

// openItem opens a shipped example, or else a file.
func openItem(item tui.Item) (*tui.Program, error) {
	all := examples.All()
	text := ""
	if i := slices.IndexFunc(all, func(x examples.File) bool { return x.Name == item.Name }); i >= 0 {
		text = all[i].Text
	} else {
		file, err := os.ReadFile(item.Name)
		if err != nil {
			return nil, err
		}
		text = string(file)
	}
	p, errs := parse.File(il.NewSource(item.Name, text))
	var core *il.Core
	if len(errs) == 0 {
		core, errs = check.Program(p, check.Options{})
	}
	if len(errs) > 0 {
		return nil, fmt.Errorf("%s is not a legal program: %s", item.Name, errs[0].Message)
	}
	s, err := placeFlags{}.start(core)
	if err != nil {
		return nil, err
	}
	return &tui.Program{File: item.Name, Core: core, Pair: s.Pair(), Init: s.Init()}, nil
}

// saveFile writes a file and says where it is. It never writes over one.
func saveFile(name string, data []byte) (string, error) {
	ext := filepath.Ext(name)
	for n := 1; ; n++ {
		try := name
		if n > 1 {
			try = fmt.Sprintf("%s-%d%s", name[:len(name)-len(ext)], n, ext)
		}
		f, err := os.OpenFile(try, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if os.IsExist(err) {
			continue
		}
		if err != nil {
			return "", err
		}
		if _, err := f.Write(data); err != nil {
			f.Close()
			return "", err
		}
		return try, f.Close()
	}
}
