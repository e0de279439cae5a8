package console

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/ask"
	"wobbly/internal/campaign"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/report"
)

// AnalysisFlags are the parameters of the analysis.
type AnalysisFlags struct {
	Analysis string `help:"The analysis: ${modes}. check also accepts all other analyzers (see wobbly analyzers), and explain accepts ${explaining}." default:"racerdx" complete:"analyses" placeholder:"NAME"`
	Limit    *int   `help:"List at most N results, shortest paths first. If omitted: 10000, or 10 if check prints text." placeholder:"N"`
	Literal  string `help:"Use the literal text of the paper instead of a correction: ${readings} (docs/theory.md)." placeholder:"NAME,..." group:"less"`
	Cap      int    `help:"Count lock levels only up to N." placeholder:"N" group:"less"`
	StrictFlag
}

// StrictFlag rejects programs with extensions of the paper's language.
type StrictFlag struct {
	Strict bool `help:"Reject statements that are not in the paper's grammar." group:"less"`
}

// PairFlag chooses one program of a file.
type PairFlag struct {
	Pair string `help:"Use only this pair of methods, such as get,set." placeholder:"M,N" complete:"pairs"`
}

// StartFlag chooses the initial states of recorded executions.
type StartFlag struct {
	Init string `help:"Start executions in random initial states, or in the one of the file's init block (given)." enum:"random,given" default:"random"`
}

// Given reports whether executions start in the state of the file's init block.
func (f StartFlag) Given() bool { return f.Init == "given" }

// Pairs returns the pairs of methods that --pair selects and in which executions can start. It
// prints the pairs that it leaves out because the init block does not fit them.
func (f StartFlag) Pairs(a *App, core *il.Core, pair string) ([]il.Pair, error) {
	pairs, skipped, err := ask.Pairs(core, pair, f.Given())
	if err != nil {
		return nil, Failed(err)
	}
	for _, s := range skipped {
		fmt.Fprintf(a.Stderr(), "%s: %s || %s is left out: %s\n", a.Program(), s.Left, s.Right,
			s.Reason)
	}
	if len(pairs) == 0 && len(skipped) > 0 {
		return nil, Usage("", "the init block of %s does not fit any pair of methods",
			report.FileName(core.Source.Name))
	}
	return pairs, nil
}

// PairFlags choose which pairs of accesses are reported.
type PairFlags struct {
	PairFlag
	Condition string `help:"When to report a pair: one lock level is 0 (or), their sum is at most 1 (sum). If omitted: or." complete:"conditions" placeholder:"or|sum" group:"less"`
}

// MaxListed returns how many elements are listed.
func (f AnalysisFlags) MaxListed() int {
	if f.Limit == nil {
		return ask.MaxListed
	}
	return *f.Limit
}

// Words returns the analysis that the flags name.
func (f AnalysisFlags) Words(condition string) ask.Analysis {
	return ask.Analysis{
		Name: f.Analysis, Condition: condition, Literal: f.Literal, Cap: f.Cap,
		Limit: f.MaxListed(),
	}
}

// PairOf returns the units of --pair, or nil for all pairs.
func (f PairFlag) PairOf(core *il.Core) (*il.Pair, error) {
	p, err := ask.PairOf(core, f.Pair)
	return p, Failed(err)
}

// AnalysisNames lists the values of check --analysis: the modes of the analysis, and the other
// analyzers.
func AnalysisNames() []string {
	names := ask.ModeNames()
	for _, x := range ask.AnalyzerNames() {
		if !slices.Contains(names, x) {
			names = append(names, x)
		}
	}
	return names
}

// SearchFlags limit and speed up a search of states.
type SearchFlags struct {
	Unroll      *int `help:"Run each loop at most K times whenever it is reached." placeholder:"K"`
	Switches    *int `help:"Switch between threads at most N times." placeholder:"N"`
	MaxStates   int  `help:"Stop after N states; 0 for no limit." default:"${maxstates}" placeholder:"N"`
	Full        bool `help:"Visit every state, even if no new race can follow. The counts are then exact." group:"less"`
	MaxObjects  int  `help:"Ignore states with more than N objects; 0 for no limit." default:"${maxobjects}" placeholder:"N" group:"less"`
	Fingerprint bool `help:"Store a 64-bit fingerprint of each state instead of the state." group:"less"`
	Workers     int  `help:"Search with N workers; 0 means one for each core." default:"0" placeholder:"N" group:"less"`
}

// Search returns the search that the flags describe.
func (f SearchFlags) Search() (ask.Search, error) {
	s := ask.Search{
		Unroll: f.Unroll, Switches: f.Switches, MaxStates: f.MaxStates, MaxObjects: f.MaxObjects,
		Full: f.Full, Fingerprint: f.Fingerprint, Workers: f.Workers,
	}
	if s.Workers == 0 {
		s.Workers = runtime.GOMAXPROCS(0)
	}
	for _, n := range []struct {
		name  string
		value *int
	}{
		{"unroll", f.Unroll}, {"switches", f.Switches}, {"max-states", &f.MaxStates},
		{"max-objects", &f.MaxObjects}, {"workers", &f.Workers},
	} {
		if n.value != nil && *n.value < 0 {
			return s, Usage("", "--%s must be 0 or more", n.name)
		}
	}
	return s, atMostWorkers(f.Workers)
}

// JSONFlag is shared by the commands that print a JSON document.
type JSONFlag struct {
	JSON bool `help:"Print one JSON document on one line." name:"json"`
}

// ShellWord quotes a word for the usual shell of this system.
func ShellWord(s string) string { return text.ShellWord(s) }

// FileWord quotes the name of a file for a shell, except that of standard input.
func FileWord(name string) string {
	if name == report.StdinName {
		return name
	}
	return ShellWord(name)
}

// GeneratorFlag chooses the generator of random programs.
type GeneratorFlag struct {
	Drawing string `help:"The generator of random programs: ${drawings} (docs/evaluation.md). If omitted: default, or for theorem fuzz a mix of small programs." complete:"drawings" placeholder:"NAME" group:"less"`
}

// GeneratorOf returns the generator with the given name.
func GeneratorOf(name string) (gen.Generator, error) {
	d, ok := gen.FindGenerator(name)
	if !ok {
		return d, NoSuch("generator", name, GeneratorNames())
	}
	return d, nil
}

// GeneratorNames lists the names of the generators.
func GeneratorNames() []string {
	return slice.Map(gen.Generators(), func(d gen.Generator) string { return d.Name })
}

// WorkersFlag is the number of workers of a campaign. The result does not depend on it.
type WorkersFlag struct {
	Workers *int `help:"Use N workers; the result is the same. ${workersdefault}" placeholder:"N" group:"less"`
}

// number returns the number of workers in this process.
func (f WorkersFlag) number(a *App) int {
	if f.Workers == nil || *f.Workers == 0 && a.Elsewhere == nil {
		return runtime.GOMAXPROCS(0)
	}
	return *f.Workers
}

// maxWorkers limits the workers of this process. It is larger than the number of cores of any
// machine, and small enough for a fast reaction to an interrupt.
const maxWorkers = 1024

// Check returns an error if the flags contradict one another.
func (f WorkersFlag) Check(a *App) error {
	switch {
	case f.Workers != nil && *f.Workers < 0:
		return Usage("", "--workers must be 0 or more")
	case f.Workers != nil && *f.Workers == 0 && a.Elsewhere != nil && !a.Elsewhere.Joined:
		return Usage("", "--workers 0 needs --nats")
	case f.Workers != nil:
		return atMostWorkers(*f.Workers)
	}
	return nil
}

func atMostWorkers(n int) error {
	if n > maxWorkers {
		return Usage("If it is omitted, there is one worker for each core.",
			"--workers must be at most %d", maxWorkers)
	}
	return nil
}

// ForFiles returns an error if there are workers: files are not split among workers.
func (f WorkersFlag) ForFiles(a *App) error {
	switch {
	case a.Elsewhere != nil:
		return Usage("For files, use the same command of wobbly.", "wobbly-hive needs --random N")
	case f.Workers != nil:
		return Usage("", "--workers is for --random")
	}
	return nil
}

// Runner returns a runner for a campaign: goroutines, or workers that receive their shards as
// messages. The title is shown to users.
func (a *App) Runner(f WorkersFlag, w *Watch, title string) campaign.Runner {
	if a.Elsewhere == nil {
		return campaign.Local(f.number(a))
	}
	return a.Elsewhere.Runner(f.number(a), w, title)
}

// Again returns flags for a command line that repeats a run, with a space before each: those of the
// named fields of command, a pointer to a struct, that do not have their default. Names and
// defaults come from the kong tags of the fields.
func Again(command any, fields ...string) string {
	v := reflect.Indirect(reflect.ValueOf(command))
	var b strings.Builder
	for _, name := range fields {
		f, ok := v.Type().FieldByName(name)
		if !ok {
			panic("unreachable: " + v.Type().Name() + " has no field " + name)
		}
		x := v.FieldByName(name)
		preset, ok := f.Tag.Lookup("default")
		if x.IsZero() && !ok || word(x) == preset {
			continue
		}
		b.WriteString(" --" + flagName(f))
		if x.Kind() != reflect.Bool {
			b.WriteString(" " + ShellWord(word(x)))
		}
	}
	return b.String()
}

// word returns the value of a flag in the form used on the command line.
func word(x reflect.Value) string {
	switch x.Kind() {
	case reflect.Pointer:
		return word(x.Elem())
	case reflect.Slice:
		words := make([]string, x.Len())
		for i := range words {
			words[i] = word(x.Index(i))
		}
		return strings.Join(words, ",")
	default:
		return fmt.Sprint(x)
	}
}

// flagName returns the name of a field's flag: run-steps for RunSteps.
func flagName(f reflect.StructField) string {
	if name := f.Tag.Get("name"); name != "" {
		return name
	}
	var b strings.Builder
	for i, c := range f.Name {
		if 'A' <= c && c <= 'Z' && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(c)
	}
	return strings.ToLower(b.String())
}
