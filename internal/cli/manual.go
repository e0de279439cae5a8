package cli

import (
	"embed"
	"fmt"
	"path"
	"strings"
	"sync"
)

// manual is what help says of a command beyond its flags.
type manual struct {
	text     string // paragraphs
	examples []example
}

// example is a command line and what it is for. A test runs it in a directory
// with the files that it names, and holds its exit code against exit.
type example struct {
	line string
	text string
	exit exit
}

//go:embed manual
var manualTexts embed.FS

// The manuals of the programs: an entry for each command, by its path.
var (
	manuals     = sync.OnceValue(func() map[string]manual { return manualsIn("manual") })
	hiveManuals = sync.OnceValue(func() map[string]manual { return manualsIn("manual/hive") })
)

// manualsIn reads the texts of a folder, whose names have _ for the blanks of paths.
func manualsIn(folder string) map[string]manual {
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
		all[strings.ReplaceAll(strings.TrimSuffix(f.Name(), ".txt"), "_", " ")] = parseManual(string(text))
	}
	return all
}

// parseManual reads a manual: paragraphs, and then examples. Each of these is a
// paragraph with the command behind "$ ", before it what it is for behind "# ", and
// behind it "exit N" where that is not 0.
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

// parseExample reads one example.
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
