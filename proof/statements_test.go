package proof

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wobbly/theorem"
)

var update = flag.Bool("update", false, "write statements.txt anew")

// TestStatements: statements.txt agrees with the Coq text, and make proof prints the assumptions of
// each lemma that a claim names.
func TestStatements(t *testing.T) {
	all := map[string]string{}
	files, err := filepath.Glob("*.v")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d files of Coq, %v, want at least 20", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for name, s := range stated(string(text)) {
			if _, twice := all[name]; !twice {
				all[name] = "== " + file + " " + name + "\n" + s + "\n"
			}
		}
	}
	var names []string
	for _, c := range claims {
		names = append(names, c.lemmas...)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	var want strings.Builder
	for _, name := range names {
		if all[name] == "" {
			t.Errorf("no file of proof/ has %s", name)
		}
		want.WriteString(all[name])
	}
	if *update {
		if err := os.WriteFile("statements.txt", []byte(want.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want.String() != statements {
		t.Error("statements.txt is not what the Coq text states: " +
			"go test ./proof -run Statements -update")
	}
	printed, err := os.ReadFile("Assumptions.v")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if !strings.Contains(string(printed), "Print Assumptions "+name+".\n") {
			t.Errorf("Assumptions.v does not print what %s assumes", name)
		}
	}
}

// TestEvidence: each statement of package theorem has evidence, and there is no other. If it is
// proved, the evidence names a lemma; otherwise it says what is tested or where the proof is.
func TestEvidence(t *testing.T) {
	unmatched := map[string]bool{}
	for _, c := range claims {
		if unmatched[c.of] {
			t.Errorf("%s has two claims", c.of)
		}
		unmatched[c.of] = true
	}
	for _, s := range theorem.Statements() {
		e, ok := Of(s.Name)
		switch {
		case !ok:
			t.Errorf("no claim says how %s is known", s.Name)
		case e.Known == proved && len(e.Lemmas) == 0:
			t.Errorf("%s is proved, but no lemma is named", s.Name)
		case e.Known == onPaper && e.Note == "":
			t.Errorf("%s is proved on paper, but no note says where", s.Name)
		}
		delete(unmatched, s.Name)
	}
	for name := range unmatched {
		t.Errorf("the claim %s is about no statement", name)
	}
	mentioned := regexp.MustCompile(`literal_\w+`)
	text, err := os.ReadFile("Counterexamples.v")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range claims {
		for _, example := range mentioned.FindAllString(c.note, -1) {
			if !strings.Contains(string(text), "Example "+example+" ") {
				t.Errorf("%s: there is no %s", c.of, example)
			}
		}
	}
}

var (
	opens     = regexp.MustCompile(`^Section (\w+)\.`)
	closes    = regexp.MustCompile(`^End (\w+)\.`)
	assumes   = regexp.MustCompile(`^(?:Variables?|Hypothes[ie]s) `)
	statement = regexp.MustCompile(`^(?:Theorem|Lemma|Corollary|Example) ([\w']+)`)
)

// stated returns the statements of a file of Coq text by name: first what the sections around each
// assume, a line each, then the statement.
func stated(text string) map[string]string {
	all := map[string]string{}
	var sections []string
	assumed := map[string][]string{}
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		switch line := lines[i]; {
		case opens.MatchString(line):
			name := opens.FindStringSubmatch(line)[1]
			sections, assumed[name] = append(sections, name), nil
		case closes.MatchString(line):
			sections = sections[:len(sections)-1]
		case assumes.MatchString(line) && len(sections) > 0:
			section := sections[len(sections)-1]
			assumed[section] = append(assumed[section], sentence(lines[i:]))
		case statement.MatchString(line):
			var context []string
			for _, s := range sections {
				context = append(context, assumed[s]...)
			}
			all[statement.FindStringSubmatch(line)[1]] = strings.Join(append(context,
				sentence(lines[i:])), "\n")
		}
	}
	return all
}

// sentence returns the lines up to the first that ends with a full stop, without comments.
func sentence(lines []string) string {
	comment := regexp.MustCompile(`\s*\(\*.*?\*\)`)
	for i, line := range lines {
		if strings.HasSuffix(comment.ReplaceAllString(line, ""), ".") {
			return strings.TrimSpace(comment.ReplaceAllString(strings.Join(lines[:i+1], "\n"), ""))
		}
	}
	return ""
}
