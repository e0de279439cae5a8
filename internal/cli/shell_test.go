package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/campaign/hive"
	"wobbly/internal/cli/console"
)

// A shell runs command lines in this process: commands of this repository with | between
// them, and > for the output of the last one. It knows no other character that
// means something to a shell, but for single quotes, so that every shell reads
// its lines in the same way. What a command has printed once is remembered.
type shell struct {
	ran map[string]ran
}

// programs are the commands that the shell knows.
var programs = map[string]func(context.Context, console.System) int{
	"wobbly": runWobbly,
	"wobbly-hive": func(ctx context.Context, sys console.System) int {
		return Hive().run(ctx, sys, hive.Transport())
	},
}

// ran is what a command has done.
type ran struct {
	exit        console.Exit
	out, errors string
}

// documents is the shell of the documentation, whose commands read the examples
// of the repository in the folder examples.
var documents shell

// simple reports whether the shell reads a line.
func simple(line string) bool {
	for i, part := range strings.Split(line, "'") {
		if quoted := i%2 == 1; strings.ContainsAny(part,
			map[bool]string{false: "\"\\$`*?[](){}<&;#~!\n", true: "|>"}[quoted]) {
			return false
		}
	}
	joined := func(word string) bool { return len(word) > 1 && strings.ContainsAny(word, "|>") }
	_, known := programs[strings.SplitN(line, " ", 2)[0]]
	return known && strings.Count(line, "'")%2 == 0 &&
		!slices.ContainsFunc(shellWords(line), joined)
}

// run runs a line, and gives what its commands have done, one after the other.
func (s *shell) run(t *testing.T, line string) (all []ran) {
	t.Helper()
	if !simple(line) {
		t.Fatalf("%q is no line of simple commands of wobbly", line)
	}
	words, file := shellWords(line), ""
	if i := slices.Index(words, ">"); i >= 0 {
		words, file = words[:i], words[i+1]
	}
	in := ""
	for len(words) > 0 {
		n := slices.Index(append(words, "|"), "|")
		x := s.command(words[0], words[1:n], in)
		all, in, words = append(all, x), x.out, words[min(n+1, len(words)):]
	}
	if file != "" {
		if err := os.WriteFile(file, []byte(in), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// shellWords returns the words of a line.
func shellWords(line string) (words []string) {
	word, begun := "", false
	end := func() {
		if begun {
			words = append(words, word)
		}
		word, begun = "", false
	}
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			word, begun = word+part, true
			continue
		}
		for _, c := range part {
			if c == ' ' {
				end()
				continue
			}
			word, begun = word+string(c), true
		}
	}
	end()
	return words
}

// command runs one command, or remembers what it has done.
func (s *shell) command(name string, args []string, in string) ran {
	key := fmt.Sprintf("%s %q %s", name, args, in)
	if x, ok := s.ran[key]; ok {
		return x
	}
	var out, errs bytes.Buffer
	code := programs[name](context.Background(),
		console.System{
			Args: args, Stdin: strings.NewReader(in), Stdout: &out, Stderr: &errs,
			Env: os.Environ(),
		})
	x := ran{console.Exit(code), out.String(), errs.String()}
	if s.ran == nil {
		s.ran = map[string]ran{}
	}
	s.ran[key] = x
	return x
}

func TestShellWords(t *testing.T) {
	for line, want := range map[string][]string{
		"wobbly version":               {"wobbly", "version"},
		"wobbly  check 'an x.il'  -":   {"wobbly", "check", "an x.il", "-"},
		"wobbly show --s=' A B'C ''":   {"wobbly", "show", "--s= A BC", ""},
		"wobbly a | wobbly b > 'c d'":  {"wobbly", "a", "|", "wobbly", "b", ">", "c d"},
		"wobbly check 'größe.il' R1 ":  {"wobbly", "check", "größe.il", "R1"},
		"wobbly check 'it'''\"'\"'s'":  nil,
		"wobbly check $x":              nil,
		"wobbly check '|'":             nil,
		"wobbly version>x":             nil,
		"wobbly check 'x":              nil,
		"wobbly completion bash; true": nil,
		"sh -c true":                   nil,
	} {
		if simple(line) != (want != nil) {
			t.Errorf("%s is simple: %v", line, simple(line))
		}
		if got := shellWords(line); want != nil && !slices.Equal(got, want) {
			t.Errorf("shellWords(%s) = %q, want %q", line, got, want)
		}
	}
}
