// Package research has the commands that compare analyses and check the theorem. Most of them are
// studies. The file of each study adds it to the lists in this file.
package research

import (
	"errors"
	"fmt"
	"maps"
	"reflect"

	"wobbly/il"
	"wobbly/internal/campaign"
	"wobbly/internal/cli/console"
	"wobbly/internal/compare"
	"wobbly/report"
)

// Commands lists the commands of this package. Each study adds itself.
var Commands = []console.Command{
	{Name: "analyze", Help: "Print the summary (W, L, A) of each method.",
		Grammar: console.Of[analyzeCmd]},
	{Name: "analyzers", Help: "List the analyzers and what is proved about them.",
		Grammar: console.Of[analyzersCmd]},
	{Name: "theorem", Help: "List, check, fuzz and break the theorems of the paper.",
		Grammar: console.Of[theoremCmd]},
}

// Campaign is a command whose work can be done by workers in other processes.
type Campaign struct {
	Name, Help string // of the command of wobbly-hive
	Grammar    func() console.Runner
	Kind       campaign.Kind
}

// Campaigns lists the campaigns of this package. Each adds itself.
var Campaigns []Campaign

// isStudy adds a study and its campaign to the lists. It returns true, so that the initialization
// of a package variable can call it.
func isStudy(name, help string, grammar func() any, c Campaign) bool {
	Commands = append(Commands, console.Command{Name: name, Help: help, Grammar: grammar})
	return isCampaign(c)
}

// isCampaign adds a campaign to the list. Like isStudy, it returns true.
func isCampaign(c Campaign) bool {
	Campaigns = append(Campaigns, c)
	return true
}

// sweepOf returns the campaign of a study of random programs.
func sweepOf[T any, C any, P interface {
	*C
	console.Runner
	sweep() (*compare.Sweep[T], error)
}](name, help string) Campaign {
	job := func(c C) (*campaign.Job[campaign.Range, *compare.Part[T]], error) {
		x, err := P(&c).sweep()
		if err != nil {
			return nil, err
		}
		return x.Job(), nil
	}
	return Campaign{
		name, help, func() console.Runner { return P(new(C)) }, campaign.KindOf(name, job),
	}
}

// study is a command that adds up counts: S is the type of the sum, D that of the document made
// from it. The command checks its flags and says what to count. The study shares the work among
// workers, shows progress, keeps the state of a run that will be continued, and finds the exit.
type study[S, D any] struct {
	workers console.WorkersFlag
	// file makes the document for named files. It is nil if the work is for workers.
	file func() (D, error)

	// title names the work in wobbly-hive status.
	title string
	// first is shown until there is progress.
	first string
	// state is the file to continue from, empty for none; flags are the flags on which its counts
	// depend. begin continues from the sum in the file, or returns an error.
	state, flags string
	begin        func(S) error
	// count does the work. It calls progress with the sum so far and a line that shows it.
	count func(runner campaign.Runner, progress func(S, console.ProgressLine)) (S, error)
	// doc describes the sum. Its error is reported in addition to the document.
	doc func(S) (D, error)

	exit  func(D) console.Exit // the exit for a document
	print func(D) error        // prints a document
}

func (s *study[S, D]) run(a *console.App) error {
	d, ok, err := s.makeDocument(a)
	if !ok {
		return err
	}
	return errors.Join(err, s.print(d))
}

// makeDocument reads the files or counts, and sets the exit; ok is false if there is no document.
// With a document, err is about what it lacks, or about a state file that cannot be saved.
func (s *study[S, D]) makeDocument(a *console.App) (d D, ok bool, err error) {
	if s.file != nil {
		if err := s.workers.ForFiles(a); err != nil {
			return d, false, err
		}
		if d, err = s.file(); err != nil {
			return d, false, err
		}
		a.Found(s.exit(d))
		return d, true, nil
	}
	if err := s.workers.Check(a); err != nil {
		return d, false, err
	}
	kept, err := console.GoOn[S](s.state, s.flags)
	if err == nil && kept != nil {
		err = s.begin(kept.Run)
	}
	if err != nil {
		return d, false, err
	}
	w := a.Lasting("", s.first)
	sum, err := s.count(a.Runner(s.workers, w, s.title), func(sum S, line console.ProgressLine) {
		w.Say(line)
		if kept != nil {
			kept.Run = sum
			a.Fail(kept.SaveNowAndThen())
		}
	})
	w.Done()
	if err != nil {
		return d, false, err
	}
	if kept != nil {
		kept.Run = sum
		err = kept.Save()
	}
	d, docErr := s.doc(sum)
	a.Found(s.exit(d))
	return d, true, errors.Join(err, docErr)
}

// sweep is a study of random programs, each of which is counted separately. There is a sum for each
// generator of programs.
type sweep[T, D any] struct {
	study[map[string]*compare.Stretch[T], D]
	programs *compare.Sweep[T]
	// about returns what remote workers receive, given how many programs are counted already.
	about func(begun uint64) any
	// generator and again are the flags that repeat one program, with a space before each.
	// generator selects the generator, and again has all other flags.
	generator, again string
	// shrink returns a smaller program with the same defect. It is nil if the study has no
	// shrinker.
	shrink func(*compare.Failure) *il.Program
	// document describes the counts and the programs with a defect.
	document func(T, []report.Fault) D
}

// maxShrunk limits how many programs with a defect are shrunk.
const maxShrunk = 3

func (s *sweep[T, D]) run(a *console.App) error { return s.complete(a).run(a) }

// complete sets the fields of the study that count random programs, unless it is about files.
func (s *sweep[T, D]) complete(a *console.App) *study[map[string]*compare.Stretch[T], D] {
	if s.file != nil {
		return &s.study
	}
	x := s.programs
	kept := map[string]*compare.Stretch[T]{}
	var total T
	var failures []compare.Failure
	s.title = fmt.Sprintf("%s --random %d%s", x.Kind, x.Programs, s.generator)
	s.first = "the first programs"
	s.flags = fmt.Sprintf("--seed %d%s", x.Seed, s.again)
	s.begin = func(before map[string]*compare.Stretch[T]) error {
		maps.Copy(kept, before)
		x.Keep = func(sum *compare.Stretch[T]) { kept[x.Generator.Name] = sum }
		begun := kept[x.Generator.Name]
		switch {
		case begun == nil:
			return nil
		case begun.Programs > x.Programs:
			return console.Usage(fmt.Sprintf("To continue, use --random %d or more.",
				begun.Programs),
				"--state %s: it has %d programs of %s", s.state, begun.Programs, x.Generator.Name)
		}
		if err := x.Resume(begun); err != nil {
			return console.Usage("", "--state %s: %s: %s", s.state, x.Generator.Name, err)
		}
		return nil
	}
	s.count = func(
		runner campaign.Runner, progress func(map[string]*compare.Stretch[T], console.ProgressLine),
	) (map[string]*compare.Stretch[T], error) {
		begun := uint64(0)
		if x.Begun != nil {
			begun = x.Begun.Programs
		}
		x.Runner, x.About = runner, s.about(begun)
		x.Progress = func(done uint64) { progress(kept, console.ProgramsLine(done, x.Programs)) }
		total, failures = x.Run(a.Ctx)
		return kept, nil
	}
	s.doc = func(map[string]*compare.Stretch[T]) (D, error) {
		return s.document(total, s.faults(failures)), nil
	}
	return &s.study
}

// faults describes programs with a defect, the first maxShrunk of them shrunk.
func (s *sweep[T, D]) faults(failures []compare.Failure) []report.Fault {
	faults := []report.Fault{}
	for i, f := range failures {
		program := f.Program
		if i < maxShrunk && s.shrink != nil {
			program = s.shrink(&f)
		}
		faults = append(faults, report.Fault{
			Seed: f.Seed, What: f.What, Program: program.Source.Text,
			Repeat: fmt.Sprintf("wobbly %s --random 1%s --seed %d%s", s.programs.Kind, s.generator,
				f.Seed, s.again),
		})
	}
	return faults
}

// about returns a copy of a command that has only the named fields, those on which its counts
// depend. Remote workers receive it.
func about[C any](command *C, fields ...string) *C {
	flags := new(C)
	from, to := reflect.ValueOf(command).Elem(), reflect.ValueOf(flags).Elem()
	for _, name := range fields {
		to.FieldByName(name).Set(from.FieldByName(name))
	}
	return flags
}
