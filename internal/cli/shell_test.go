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

// shell runs command lines in this process: commands of this repository with | between them, and >
// for the output of the last one. Except for these and single quotes, it refuses the special
// characters of shells, so that every shell reads its lines in the same way. It remembers the
// results of commands and does not run them again.
type shell struct {
	results map[string]result // by command and standard input
}

// programs are the commands that the shell knows.
var programs = map[string]func(context.Context, console.System) int{
	"wobbly": runWobbly,
	"wobbly-hive": func(ctx context.Context, sys console.System) int {
		return Hive().run(ctx, sys, hive.Transport())
	},
}

// result is the exit code and output of a command.
type result struct {
	exit        console.Exit
	out, errors string
}

// documents is the shell of the documentation. Its commands read the examples of the repository in
// the folder examples.
var documents shell

// simple reports whether the shell can run a line.
func simple(line string) bool {
	for i, part := range strings.Split(line, "'") {
		refused := "\"\\$`*?[](){}<&;#~!\n"
		if i%2 == 1 { // in quotes
			refused = "|>"
		}
		if strings.ContainsAny(part, refused) {
			return false
		}
	}
	joined := func(word string) bool { return len(word) > 1 && strings.ContainsAny(word, "|>") }
	_, known := programs[strings.SplitN(line, " ", 2)[0]]
	return known && strings.Count(line, "'")%2 == 0 &&
		!slices.ContainsFunc(shellWords(line), joined)
}

// run runs a line and returns the results of its commands in order.
func (s *shell) run(t *testing.T, line string) (all []result) {
	t.Helper()
	if !simple(line) {
		t.Fatalf("%q is not a line of simple commands of wobbly", line)
	}
	words, file := shellWords(line), ""
	if i := slices.Index(words, ">"); i >= 0 {
		if i+2 != len(words) {
			t.Fatalf("%q has no file, or something after it", line)
		}
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

// command runs one command, unless its result is remembered.
func (s *shell) command(name string, args []string, in string) result {
	key := fmt.Sprintf("%s %q %s", name, args, in)
	if x, ok := s.results[key]; ok {
		return x
	}
	var out, errs bytes.Buffer
	code := programs[name](context.Background(),
		console.System{
			Args: args, Stdin: strings.NewReader(in), Stdout: &out, Stderr: &errs,
			Env: os.Environ(),
		})
	x := result{console.Exit(code), out.String(), errs.String()}
	if s.results == nil {
		s.results = map[string]result{}
	}
	s.results[key] = x
	return x
}

// TestShellWords: lines that the shell can run are split as by every shell, and others are refused.
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
			t.Errorf("simple(%s) = %t, want %t", line, simple(line), want != nil)
		}
		if got := shellWords(line); want != nil && !slices.Equal(got, want) {
			t.Errorf("shellWords(%s) = %q, want %q", line, got, want)
		}
	}
}
