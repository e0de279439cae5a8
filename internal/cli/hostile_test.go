package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"wobbly/internal/cli/console"
	"wobbly/internal/text"
	"wobbly/lesson"
)

// hostile is a text that would set a terminal's title, reverse the text after it, and hide it.
const hostile = "h\x1b]0;owned\a\x1b[35;47m\u202e\u009b31m\u2028\x7f\U000e0041e"

// writeHostile writes files with hostile names and texts into a new working directory.
func writeHostile(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	quoted, err := json.Marshal(hostile)
	if err != nil {
		t.Fatal(err)
	}
	race := "// " + hostile +
		"\nreps(a) {}\nmeps(b) {\n  x := b.f;\n}\nkeps(b) {\n  x := new();\n  b.f := x; /* " +
		hostile + " */\n}\n"
	write(hostile+".il", race)
	write(hostile+"\xff.il", race)
	write(hostile+"/race.il", race)
	write("given.il",
		"{ arg1.f := arg1; } || { x := arg1.f; } init { A.arg1 = o1; B.arg1 = o1; o1.f = o1 }\n// "+
			hostile)
	write("wrong.il", "m(b) { x"+hostile+".f := y; }\n\xff\n/* "+hostile)
	one := fmt.Sprintf(`{"schema":"wobbly/witness/1","program":"x","units":[%[1]s,%[1]s],`+
		`"init":{"objects":[%[1]s],"cells":[[%[1]s,%[1]s,%[1]s]],`+
		`"A":{%[1]s:%[1]s},"B":{%[1]s:%[1]s}},`+
		`"steps":[{"thread":"A","at":%[1]s,"do":%[1]s}],`+
		`"race":{"cell":[%[1]s,%[1]s],"A":{"at":%[1]s,"kind":"read"},`+
		`"B":{"at":%[1]s,"kind":"write"}},"file":%[1]s}`, quoted)
	write("one.json", one)
	write("bad.json", `{"schema":`+string(quoted)+`,`+string(quoted)+`:1}`)
	_, doc, _ := execute(context.Background(), "", "check", "--json", hostile+".il")
	write("true.json", strings.Replace(doc, `"id":"R1"`, `"id":`+string(quoted), 1))
	write("false.json", strings.Replace(doc, `"do":"x := new()"`, `"do":`+string(quoted), 1))
	write("all.json",
		fmt.Sprintf(`{"schema":"wobbly/check/1","races":[{"id":%s,"witness":%s},{"id":%[1]s}]}`,
			quoted, one))
	write("lessons/13-"+hostile+lesson.Extension,
		strings.Replace(lesson.Template, "text:", "text: "+hostile, 1))
	write("faulty/13-x"+lesson.Extension,
		"lesson: "+hostile+"\n"+hostile+"\ntask: "+hostile+"\nhint: x\n-- "+hostile+" --\n")
	write("class/"+hostile+"/1.1.txt", hostile)
	write("class/"+hostile+"/1.2.txt", "A B A B "+hostile)
	write("class/"+hostile+"/"+hostile+".txt", hostile)
	write("class/"+hostile+".txt", hostile)
	write("class/record/record.json",
		fmt.Sprintf(`{"schema":"wobbly/lesson-record/1","lessons":[{"lesson":%s,"tasks":[]}],`+
			`"student":%[1]s}`, quoted))
	write("record.json", fmt.Sprintf(`{"schema":%s}`, quoted))
	write("roster.csv", "id,name\n"+hostile+","+hostile+"\n\""+hostile+"\"x,y\n")
	write("trace.txt",
		"trace   1\nprogram "+hostile+"\ndigest  x\npair    "+hostile+" n\nheap one\n"+hostile+"\n")
	write("state.json", `{"schema":`+string(quoted)+`}`)
}

// hostileRuns are the arguments of commands, by command. Each run has something hostile: the name
// or the text of a file, or an argument.
var hostileRuns = map[string][][]string{
	"check": {
		{hostile + ".il"}, {hostile + "\xff.il"}, {"--json", hostile + ".il"},
		{"--format", "short", hostile + ".il", "wrong.il"},
		{"--format", "sarif", hostile + ".il", "wrong.il"},
		{"--format", "github", hostile + ".il", "wrong.il"}, {"wrong.il"}, {"--json", "wrong.il"},
		{hostile}, {"nosuch" + hostile}, {"--pair", hostile, hostile + ".il"},
		{"--analysis", hostile, hostile + ".il"},
		{"--analysis", "chord", hostile + ".il"}, {"--" + hostile, "x"}, {"--format", hostile, "x"},
		{"--literal", hostile, hostile + ".il"}, {"--limit", hostile, "x"},
	},
	"analyze": {{hostile + ".il"}, {"--json", hostile + ".il"}, {"wrong.il"}},
	"explain": {{hostile + ".il", "R1"}, {hostile + ".il", hostile},
		{hostile + ".il", "meps", hostile}, {hostile}, {hostile + ".il", "4:8", "8:3"}},
	"explore": {{hostile + ".il"}, {"--json", hostile + ".il"},
		{"--dot", "--init", "given", "given.il"}, {"--pair", hostile, hostile + ".il"},
		{"--timeout", hostile, "x"}},
	"crosscheck": {{hostile + ".il"}, {"--json", hostile + ".il"},
		{"--random", "1", "--drawing", hostile}},
	"compare": {
		{"--analyzers", "racerdx", hostile + ".il"},
		{"--analyzers", "racerdx", "--json", hostile + ".il"},
		{"--analyzers", "racerdx", "--csv", hostile + ".il"},
		{"--analyzers", hostile, hostile + ".il"},
		{"--missing", hostile, hostile + ".il"}, {"--random", "1", "--state", "state.json"},
	},
	"fix": {{hostile + ".il"}, {"--json", hostile + ".il"}, {hostile + ".il", hostile},
		{"--shrink", hostile + ".il"}},
	"racemob": {{hostile + ".il"}, {"--json", hostile + ".il"},
		{"--candidates", hostile, hostile + ".il"}, {"--literal", hostile, hostile + ".il"}},
	"rdit": {{hostile + ".il"}, {"--json", hostile + ".il"},
		{"--missing", hostile, hostile + ".il"}},
	"predict": {{hostile + ".il"}, {"--json", hostile + ".il"},
		{"--pair", hostile, hostile + ".il"}},
	"theorem": {
		{"check", "--statement", "theorem1", hostile + ".il"},
		{"check", "--statement", "theorem1", "--json", hostile + ".il"},
		{"check", "--statement", hostile, hostile + ".il"}, {"show", hostile}, {"fuzz", hostile},
		{"enumerate", "--state", "state.json"}, {"break", hostile},
		{"check", "--statement", "theorem1", "--without", hostile, "x"},
	},
	"step": {
		{"--plain", hostile + ".il"}, {"--plain", hostile},
		{"--plain", "--schedule", hostile, hostile + ".il"},
		{"--plain", "--trace", "trace.txt", hostile + ".il"}, {"--example", hostile},
		{"--plain", "--heap", hostile, hostile + ".il"},
		{"--plain", hostile + "/race.il"},
	},
	"show": {
		{"--schedule", hostile, hostile + ".il"},
		{"--schedule", "wobbly:1:" + hostile, hostile + ".il"},
		{"--heap", hostile, hostile + ".il"}, {"--pair", hostile, hostile + ".il"},
		{"--race", hostile, hostile + ".il"},
		{"--trace", "trace.txt", hostile + ".il"}, {"--trace", hostile, hostile + ".il"},
		{"-o", "no/" + hostile, hostile + ".il"},
	},
	"lesson": {
		{"show", "--pack", "lessons", "13"}, {"show", hostile}, {"lint", "lessons"},
		{"lint", "faulty"}, {"lint", "--json", "lessons"}, {"lint", hostile},
		{"play", "--pack", "lessons", "13"}, {"list", "--pack", "faulty"},
		{"list", "--record", "record.json"}, {"check", "1", hostile + ".il", "--task", "1"},
		{"check", "1", "class/" + hostile + "/1.1.txt", "--task", "1"},
		{"check", "5", hostile + ".il"}, {"pack", "lessons", hostile + ".zip"},
		{"pack", hostile, "x"},
		{"1", "--record", "record.json"}, {"solve", hostile}, {"show", "1", "--program", hostile},
	},
	"grade": {
		{"class"}, {"class", "--json"}, {"class", "--format", "csv"}, {"class", "--submission"},
		{"class/" + hostile, "--submission", "--format", "gradescope"},
		{"class", "--statistics", "--likeness"}, {"class", "--roster", "roster.csv"}, {hostile},
		{"class", "--lessons", hostile}, {"class", "--feedback", "given.il/" + hostile},
	},
	"export": {
		{"--promela", "--race", hostile, "given.il"}, {"--promela", hostile + ".il"},
		{"--c", "--witness", "one.json", hostile + ".il"},
		{"--c", "--witness", "all.json", hostile + ".il"},
		{"--c", "--witness", "bad.json", hostile + ".il"},
		{"--c", "--race", hostile, hostile + ".il"},
	},
	"replay": {
		{"one.json"}, {"one.json", hostile + ".il"}, {"all.json"}, {"all.json", hostile + ".il"},
		{"bad.json"}, {"true.json"}, {"true.json", hostile + ".il"},
		{"false.json", hostile + ".il"}, {hostile}, {"one.json", "wrong.il"},
	},
	"fmt": {{"--check", hostile + ".il"}, {"wrong.il"}, {"--core", "wrong.il"},
		{"nosuch" + hostile}},
	"completion": {{hostile}},
	"help":       {{hostile}},
}

// harmless are the commands that print no text from outside.
var harmless = []string{"analyzers", "lsp", "serve", "version"}

// ownColours are what --color always writes.
var ownColours = regexp.MustCompile("\x1b\\[(1|2|1;31|32|1;34|1;33)?m")

// TestHostile: no text from outside (the name of a file, its contents or an argument) reaches a
// terminal in a form that the terminal would obey.
func TestHostile(t *testing.T) {
	writeHostile(t)
	for _, c := range wobblyProgram().ordered() {
		if hostileRuns[c.Name] == nil && !slices.Contains(harmless, c.Name) {
			t.Errorf("%s has no hostile runs", c.Name)
		}
		for _, run := range hostileRuns[c.Name] {
			for _, color := range []string{"never", "always"} {
				args := append(append([]string{c.Name}, run...), "--color", color)
				code, stdout, stderr := execute(context.Background(),
					hostile+"\nhelp "+hostile+"\nA "+hostile+"\n", args...)
				all := stdout + stderr
				if color == "always" {
					all = ownColours.ReplaceAllString(all, "")
				}
				if i := text.FirstObeyed(all); i >= 0 {
					t.Errorf("wobbly %q prints a character that a terminal obeys: ...%q", args,
						around(all, i))
				}
				if code == int(console.ExitInternal) ||
					all == "" && c.Name != "fmt" && c.Name != "grade" {
					t.Errorf("wobbly %q: exit %d, %s; want an output and no internal error", args,
						code, all)
				}
			}
		}
	}
	_, stdout, stderr := execute(context.Background(), "", hostile)
	if i := text.FirstObeyed(stdout + stderr); i >= 0 {
		t.Errorf("a hostile command is printed with a character that a terminal obeys: ...%q",
			around(stdout+stderr, i))
	}
}

// around returns the text near an offset.
func around(s string, i int) string {
	from, to := max(0, i-60), min(len(s), i+60)
	for from > 0 && !utf8.RuneStart(s[from]) {
		from--
	}
	return s[from:to]
}

// TestLongNames: texts for people shorten long names, and documents have them in full.
func TestLongNames(t *testing.T) {
	t.Chdir(t.TempDir())
	name := strings.Repeat("x", 5_000)
	program := "m(b) {\n  b." + name + " := b\n}\n" +
		"n(b, " + name + ") {\n  y := b." + name + "\n  " + name + "(b)\n}\n" +
		"private " + name + "(b) {\n  b." + name + " := b\n  z := b\n}\n"
	if err := os.WriteFile("long.il", []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{
		"check long.il", "check --format short long.il", "check --limit 100 long.il",
		"analyze long.il", "explain long.il R1", "explain long.il F1", "explore long.il",
		"crosscheck long.il", "fix long.il", "compare --all long.il", "step --plain long.il",
		"--ascii check long.il", "check --pair m," + name + "x long.il",
	} {
		_, out, errs := execute(context.Background(), "a\nb\nheap\nlink\nquit\n",
			strings.Fields(command)...)
		for line := range strings.Lines(out + errs) {
			if strings.Contains(line, name) && !strings.Contains(line, "wobbly:1:") {
				t.Errorf("wobbly %.60s prints the whole name in a line of %d bytes: %.200s",
					command, len(line), line)
			}
		}
	}
	_, out, _ := execute(context.Background(), "", "check", "--json", "long.il")
	if !strings.Contains(out, name) {
		t.Errorf("check --json lacks the whole name: %.500s", out)
	}
}
