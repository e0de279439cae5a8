package theorem

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/parse"
	"wobbly/internal/quick"
	"wobbly/theorem/engine"
)

// demos returns the counterexamples that `wobbly theorem break --all --save` has written, by the
// name of the switch.
func demos(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("testdata/broken/*.il")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are %d demos, and the error is %v", len(files), err)
	}
	all := map[string]string{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		name, _ := demoOf(t, string(text))
		if want := strings.ReplaceAll(name, ":", "-") + ".il"; filepath.Base(f) != want {
			t.Errorf("%s should be called %s", f, want)
		}
		all[name] = string(text)
	}
	return all
}

// demoOf reads the switch and the seed in the comment of a demo.
func demoOf(t *testing.T, text string) (name string, seed uint64) {
	t.Helper()
	pattern := regexp.MustCompile(`(?s)^// switched off: (\S+)\n.*?\n// case seed: (\d+)\n`)
	head := pattern.FindStringSubmatch(text)
	if head == nil {
		t.Fatalf("no switch and no seed in\n%s", text)
	}
	seed, err := strconv.ParseUint(head[2], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return head[1], seed
}

// maxDemo is the maximum number of statements of a demo.
const maxDemo = 8

// TestDemos: every needed switch has a small demo, which breaks the statement as its comment says.
// If nothing is switched off, the statement holds for the same program.
func TestDemos(t *testing.T) {
	all := demos(t)
	for _, s := range Switches() {
		text, ok := all[s.Name]
		delete(all, s.Name)
		if ok != s.Needed {
			t.Errorf("the switch %s is needed: %t; it has a demo: %t", s.Name, s.Needed, ok)
			continue
		}
		if !ok {
			continue
		}
		_, seed := demoOf(t, text)
		p, errs := parse.File(il.NewSource("demo.il", body(text)))
		if len(errs) > 0 {
			t.Errorf("parsing the demo of %s: %v", s.Name, errs)
			continue
		}
		x := s.Try(p, seed)
		if x == nil {
			t.Errorf("%s: the demo shows nothing\n%s", s.Name, text)
			continue
		}
		if x.Demo(s) != text {
			t.Errorf("%s: the demo shows\n%swant\n%s", s.Name, x.Demo(s), text)
		}
		if x.Size > maxDemo {
			t.Errorf("the demo of %s has %d statements, want at most %d", s.Name, x.Size, maxDemo)
		}
		if allOn(s).Try(p, seed) != nil {
			t.Errorf("%s: broken with nothing switched off\n%s", s.Name, text)
		}
	}
	for name := range all {
		t.Errorf("there is a demo but no switch called %s", name)
	}
}

// allOn returns a switch that drops nothing, for the statement of s. Programs that violate an
// assumption are illegal for it, so Try returns nil for them.
func allOn(s *engine.Switch) *engine.Switch {
	statement, _ := Find(s.Statement)
	return &engine.Switch{Name: s.Name, Statement: s.Statement, Refute: engine.Without(statement)}
}

// body returns the program of a demo, without the comment.
func body(text string) string {
	_, body, _ := strings.Cut(text, "\n\n")
	return body
}

// TestBreak checks that Break finds counterexamples for some switches, the same in each run.
func TestBreak(t *testing.T) {
	for _, name := range []string{
		"A2", "A3", "A5", "absent-field", "G18", "one-sided", "copy-source", "store-target",
		"lock-count", "5.7:matched", "5.15:G29",
	} {
		s, ok := FindSwitch(name)
		if !ok {
			t.Fatalf("there is no switch %s", name)
		}
		b := s.Break(context.Background(), engine.Breaking{Seed: 1, Cases: 5000})
		if b.Found == nil || !s.Needed || b.Cut {
			t.Errorf("Break of %s = %+v, want a counterexample", name, b)
			continue
		}
		again := s.Break(context.Background(), engine.Breaking{Seed: 1, Cases: 5000})
		if again.Found.Demo(s) != b.Found.Demo(s) || again.Drawn != b.Drawn {
			t.Errorf("Break of %s finds\n%swith the same seed first\n%s", name, again.Found.Demo(s),
				b.Found.Demo(s))
		}
	}
}

// TestUnneededSurvive: switches that the theory calls unnecessary break nothing.
func TestUnneededSurvive(t *testing.T) {
	cases := uint64(quick.Cases(400))
	for _, s := range Switches() {
		if s.Needed {
			continue
		}
		b := s.Break(context.Background(), engine.Breaking{Seed: 2, Cases: cases, Size: 1})
		if b.Found != nil {
			t.Errorf("%s breaks, though it is not needed:\n%s", s.Name, b.Found.Demo(s))
		}
		if b.Size != 1 || b.Drawn != cases {
			t.Errorf("%s: %d programs drawn, all up to size %d tried; want %d, and size 1", s.Name,
				b.Drawn, b.Size, cases)
		}
	}
}

// TestBreakByEnumeration: enumerating small programs finds the counterexamples that random programs
// find.
func TestBreakByEnumeration(t *testing.T) {
	for _, name := range []string{"one-writes", "G1", "absent-field", "5.3:WB"} {
		s, _ := FindSwitch(name)
		b := s.Break(context.Background(), engine.Breaking{Seed: 1, Size: 2})
		if b.Found == nil || b.Enumerated == 0 {
			t.Errorf("Break of %s: %+v, want a counterexample by enumeration", name, b)
		}
	}
}

func TestBreakIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s, _ := FindSwitch("ANF")
	if b := s.Break(ctx, engine.Breaking{Seed: 1, Cases: 1000, Size: 2}); !b.Cut || b.Drawn > 0 {
		t.Errorf("Break of a cancelled context: %+v, want it cut, with no program drawn", b)
	}
}
