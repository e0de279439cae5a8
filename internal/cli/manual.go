package cli

import (
	"embed"
	"fmt"
	"path"
	"strings"
	"sync"

	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/text"
)

// manual is the help of a command, except its flags.
type manual struct {
	text     string // paragraphs
	examples []example
}

// example is a command line and its purpose. A test runs it in a directory with the files
// that it names and compares its exit code.
type example struct {
	line string
	text string
	exit console.Exit
}

//go:embed manual
var manualTexts embed.FS

// readManuals reads the manuals of the commands, by their paths. File names have _ for the
// spaces of paths.
func (p *Program) readManuals() map[string]manual {
	folder := p.Manuals
	all := map[string]manual{}
	files, err := manualTexts.ReadDir(folder)
	if err != nil {
		panic(err)
	}
	for _, f := range files {
		if f.IsDir() {
			continue
		}
		text, err := manualTexts.ReadFile(path.Join(folder, f.Name()))
		if err != nil {
			panic(err)
		}
		all[strings.ReplaceAll(strings.TrimSuffix(f.Name(), ".txt"), "_", " ")] = parseManual(lists().Replace(string(text)))
	}
	return all
}

// lists replaces words in braces by lists of analyzers. The lists come from what the analyzers
// declare, so a manual cannot claim anything of an analyzer that does not hold.
var lists = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer(
		"{proving}", text.And(ask.ProvingNames()),
		"{extracted}", text.And(ask.ExtractedNames()),
		"{explaining}", text.And(ask.ExplainingNames()),
		"{capturing}", text.Or(ask.CapturingModes()),
	)
})

// parseManual reads a manual: paragraphs, and then examples. An example is a paragraph with
// its purpose after "# ", the command after "$ ", and "exit N" unless the exit code is 0.
func parseManual(text string) manual {
	var m manual
	var paragraphs []string
	for p := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		if strings.HasPrefix(p, "$ ") || strings.HasPrefix(p, "# ") {
			m.examples = append(m.examples, parseExample(p))
		} else {
			paragraphs = append(paragraphs, p)
		}
	}
	m.text = strings.Join(paragraphs, "\n\n")
	return m
}

func parseExample(text string) example {
	var x example
	for l := range strings.SplitSeq(text, "\n") {
		switch {
		case strings.HasPrefix(l, "# "):
			x.text = l[2:]
		case strings.HasPrefix(l, "$ "):
			x.line = l[2:]
		default:
			fmt.Sscanf(l, "exit %d", &x.exit)
		}
	}
	return x
}
