package cli

import (
	"context"
	"embed"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/cli/learn"
	"wobbly/internal/cli/research"
	"wobbly/internal/glossary"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/session"
	"wobbly/theorem"
)

type completionCmd struct {
	Shell string `arg:"" name:"SHELL" enum:"bash,zsh,fish,powershell" help:"bash, zsh, fish or powershell."`
}

func (c *completionCmd) Run(a *console.App, k *kong.Kong) error {
	_, err := io.WriteString(a.Out, completionScript(k.Model.Name, c.Shell))
	return err
}

//go:embed completion
var completionScripts embed.FS

// completionScript returns the script that makes a shell ask a program how to complete a word.
func completionScript(program, shell string) string {
	script, err := completionScripts.ReadFile("completion/" + shell + ".txt")
	if err != nil {
		panic(err) // the script is embedded
	}
	function := "_" + strings.ReplaceAll(program, "-", "_")
	return strings.NewReplacer("@NAME@", program, "@FUNCTION@", function).Replace(string(script))
}

// completeFlag is the first argument of a shell that asks. The words of the command line follow, up
// to the one to complete.
const completeFlag = "--complete"

// complete prints how the last of the words can be completed: each possibility on a line, followed
// by a tab and what it means. The line :programs or :files asks the shell to complete the name of a
// file.
func complete(a *console.App, app *kong.Application, words []string) error {
	word := ""
	if n := len(words); n > 0 {
		word, words = words[n-1], words[:n-1]
	}
	if word == "=" || word == `""` { // as bash splits words, and as PowerShell passes an empty one
		word = ""
	}
	n := app.Node       // the command so far
	help := false       // whether the words begin with help
	file := ""          // the first file
	var flag *kong.Flag // the flag whose value comes next, if any
	for _, x := range words {
		switch {
		case flag != nil && x == "=": // bash makes it a word of its own
		case flag != nil:
			flag = nil
		case strings.HasPrefix(x, "-"):
			flag = flagWithValue(app, n, x)
		case x == "help" && n == app.Node:
			help = true
		case commandOf(n, x) != nil:
			n = commandOf(n, x)
		case file == "" && x != report.StdinName && console.IsFile(x):
			file = x
		}
	}
	before := "" // the word up to the part that is completed
	if name, value, ok := strings.Cut(word, "="); ok && strings.HasPrefix(word, "-") {
		flag = flagWithValue(app, n, name)
		before, word = name+"=", value
	}
	var out strings.Builder
	offer := func(candidate, meaning string) {
		if strings.HasPrefix(candidate, word) {
			out.WriteString(strings.TrimSuffix(before+candidate+"\t"+meaning, "\t") + "\n")
		}
	}
	switch {
	case flag != nil:
		if flag.IsCumulative() {
			i := strings.LastIndex(word, ",") + 1
			before, word = before+word[:i], word[i:]
		}
		for _, v := range valuesOf(a, flag.Value, file) {
			offer(v, "")
		}
		if slices.Contains([]string{"FILE", "DIR", "FOLDER", "PATH"}, flag.PlaceHolder) {
			out.WriteString(":files\n")
		}
	case strings.HasPrefix(word, "-"):
		for _, f := range flagsAt(app, n) {
			offer("--"+f.Name, f.Help)
		}
	default:
		for _, c := range n.Children {
			offer(c.Name, c.Help)
		}
		arguments := n.Positional
		if n.DefaultCmd != nil {
			arguments = n.DefaultCmd.Positional
		}
		if help {
			offer(exitTopic, "the exit codes")
			arguments = nil
		}
		files := n == app.Node && word != "" && !help // a file alone opens
		for _, p := range arguments {                 // in any order
			values := valuesOf(a, p, file)
			for _, v := range values {
				offer(v, "")
			}
			files = files || values == nil || p.Tag.Has("files") && file == ""
		}
		if files {
			out.WriteString(":programs\n")
		}
	}
	_, err := io.WriteString(a.Out, out.String())
	return err
}

// flagsAt returns the flags that can be given to a command: its own, those of its default
// subcommand, and those of every command.
func flagsAt(app *kong.Application, n *kong.Node) []*kong.Flag {
	all := n.Flags
	if n.DefaultCmd != nil {
		all = slices.Concat(all, n.DefaultCmd.Flags)
	}
	if n != app.Node {
		all = slices.Concat(all, app.Flags)
	}
	return slice.Filter(all, func(f *kong.Flag) bool { return !f.Hidden })
}

// flagWithValue returns the flag for a word such as -o or --output, if it has a value.
func flagWithValue(app *kong.Application, n *kong.Node, word string) *kong.Flag {
	for _, f := range flagsAt(app, n) {
		if !f.IsBool() && (word == "--"+f.Name || f.Short != 0 && word == "-"+string(f.Short)) {
			return f
		}
	}
	return nil
}

// completable has the functions for the lists that the tag complete names.
var completable = map[string]func() []string{
	"statements": func() []string { return ask.StatementNames(theorem.Statements()) },
	"switches":   ask.SwitchNames,
	"analyses":   console.AnalysisNames,
	"analyzers":  ask.AnalyzerNames,
	"candidates": research.CandidateNames,
	"drawings":   console.GeneratorNames,
	"methods":    research.PredictMethodNames,
	"lessons":    learn.LessonNames,
	"examples":   learn.ExampleNames,
	"heaps": func() []string {
		return []string{session.HeapFile, session.HeapOne, session.HeapDifferent}
	},
	"conditions": ask.ConditionNames,
	"words": func() []string {
		return slice.Map(glossary.Names(),
			func(w string) string { return strings.ReplaceAll(w, " ", "-") })
	},
	"hypotheses": func() []string { return ask.HypothesisNames(theorem.Statements()) },
}

// completableInProgram has the functions for the lists that depend on the program that the command
// line names.
var completableInProgram = map[string]func(*console.App, *il.Core) []string{
	"pairs": func(_ *console.App, core *il.Core) []string {
		return slice.Map(core.Pairs(),
			func(p il.Pair) string { return p.Left.Name + "," + p.Right.Name })
	},
	"races": func(a *console.App, core *il.Core) []string { return reportsIn(a, core, false) },
	"words": func(a *console.App, core *il.Core) []string { return reportsIn(a, core, true) },
}

// reportsIn returns the numbers of the races and deadlocks of a program and, if filtered is true,
// of the filtered pairs.
func reportsIn(a *console.App, core *il.Core, filtered bool) []string {
	ids := []string{}
	doc, err := ask.Check(a.Ctx, core, ask.Checking{})
	if err != nil {
		return ids
	}
	for r := range doc.Races {
		ids = append(ids, r.ID)
	}
	for _, d := range doc.Deadlocks {
		ids = append(ids, d.ID)
	}
	if filtered {
		for f := range doc.Filtered {
			ids = append(ids, f.ID)
		}
	}
	return ids
}

// completionTime limits the work on a program while a shell waits.
const completionTime = time.Second

// valuesOf returns the values that an argument or flag can have: those of its enum, or the list
// that its tag complete names. It is nil if it has neither. file is the file on the command line,
// or "".
func valuesOf(a *console.App, v *kong.Value, file string) []string {
	list := v.Tag.Get("complete")
	if values, ok := completableInProgram[list]; ok && file != "" {
		limited := *a
		ctx, cancel := context.WithTimeout(a.Ctx, completionTime)
		defer cancel()
		limited.Ctx = ctx
		core, err := limited.Load(file, false, false)
		if err != nil {
			return []string{}
		}
		return values(&limited, core)
	}
	if all, ok := completable[list]; ok {
		return all()
	}
	if v.Enum != "" {
		return v.EnumSlice()
	}
	return nil
}
