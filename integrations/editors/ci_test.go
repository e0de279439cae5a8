//go:build full

package editors_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestAction runs the script of the GitHub action as a runner would, and the commands of the
// pre-commit hooks.
func TestAction(t *testing.T) {
	dir := t.TempDir()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for name, program := range map[string]string{
		"race.il": burble, "calm.il": "m(b) { skip; }\n", "it's.il": "m(b) { skip; }\n",
		"two words.il": burble, "illegal.il": "m(b) { b.f = b; }\n",
		"deadlock.il": "m() { lock(a); lock(b); unlock(b); unlock(a); }\n" +
			"n() { lock(b); lock(a); unlock(a); unlock(b); }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(program), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	release := filepath.Join(dir, "release.tar.gz")
	if err := os.MkdirAll(filepath.Join(dir, "wobbly-v1", "bin"), 0o777); err != nil {
		t.Fatal(err)
	}
	install(t, filepath.Join(dir, "wobbly-v1", "bin"))
	out, err := exec.Command("tar", "-C", dir, "-czf", release, "wobbly-v1").CombinedOutput()
	if err != nil {
		t.Fatalf("packing the release: %v: %s", err, out)
	}
	run := func(script string, env ...string) (string, int) {
		c := exec.Command("bash", "-c", script)
		c.Dir = dir
		c.Env = slices.Concat(os.Environ(), []string{
			"GITHUB_ACTION_PATH=" + root, "RUNNER_TEMP=" + dir,
			"PATH=" + dir + ":" + os.Getenv("PATH"),
			"GITHUB_OUTPUT=" + filepath.Join(dir, "outputs"),
			"GITHUB_STEP_SUMMARY=" + filepath.Join(dir, "summary"),
			"FORMAT=github", "FAIL_ON=race", "RELEASE=", "SARIF_FILE=out.sarif",
		}, env)
		out, err := c.CombinedOutput()
		if _, ok := err.(*exec.ExitError); err != nil && !ok {
			t.Fatal(err)
		}
		return string(out), c.ProcessState.ExitCode()
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	const action = `bash "$GITHUB_ACTION_PATH/integrations/action/run.sh"`
	// limited packs a release whose wobbly reports one thing and reaches a limit.
	limited := func(report string) string {
		if err := os.MkdirAll(filepath.Join(dir, "limited", "bin"), 0o777); err != nil {
			t.Fatal(err)
		}
		fake := "#!/bin/sh\necho 'x.il:3:5: " + report + "'\nexit 3\n"
		err := os.WriteFile(filepath.Join(dir, "limited", "bin", "wobbly"), []byte(fake), 0o777)
		if err != nil {
			t.Fatal(err)
		}
		archive := filepath.Join(dir, strings.Fields(report)[0]+"tar.gz")
		out, err := exec.Command("tar", "-C", dir, "-czf", archive, "limited").CombinedOutput()
		if err != nil {
			t.Fatalf("packing the limited release: %v: %s", err, out)
		}
		return "RELEASE=file://" + archive
	}
	race, deadlock := limited("race: m writes"), limited("deadlock: A waits")
	for _, test := range []struct {
		name    string
		env     []string
		exit    int
		out     string
		outputs string
	}{
		{"annotations", []string{"FILES=race.il"}, 1, "::error file=race.il,line=3,", "races=2\n"},
		{"no race", []string{"FILES=calm.il"}, 0, "", "races=0\n"},
		{"a quoted name with a blank", []string{"FILES=calm.il\n'two words.il'"}, 1,
			"::error file=two words.il,line=3,", "races=2\n"},
		{"a pattern that matches blanks", []string{"FILES=t*.il"}, 1,
			"::error file=two words.il,line=3,", "races=2\n"},
		{"two patterns that match a file", []string{"FILES=r*.il race.il"}, 1,
			"::error file=race.il,line=3,", "races=2\n"},
		{"never", []string{"FILES=race.il", "FAIL_ON=never"}, 0, "::error file=race.il,line=3,",
			"races=2\n"},
		{"never, but illegal", []string{"FILES=illegal.il", "FAIL_ON=never"}, 5,
			"::error file=illegal.il,line=1,", "races=0\n"},
		{"a quoted name with an apostrophe", []string{`FILES="it's.il"`}, 0, "", "races=0\n"},
		{"a release", []string{"FILES=race.il", "RELEASE=file://" + release}, 1,
			"::error file=race.il,line=3,", "races=2\n"},
		{"a race and a limit", []string{"FILES=race.il", race}, 1, "race: m writes", "races=1\n"},
		{"a race and a limit, never", []string{"FILES=race.il", "FAIL_ON=never", race}, 0,
			"race: m writes", "races=1\n"},
		{"a deadlock", []string{"FILES=deadlock.il"}, 1, "::error file=deadlock.il,line=1,",
			"races=0\n"},
		{"a deadlock and a limit", []string{"FILES=race.il", deadlock}, 1, "deadlock: A waits",
			"races=0\n"},
		{"SARIF", []string{"FILES=r*.il", "FORMAT=sarif"}, 1, "race.il:3:5: race: ",
			"races=2\nsarif-file=out.sarif\n"},
		{"SARIF in a folder that does not exist",
			[]string{"FILES=race.il", "FORMAT=sarif", "SARIF_FILE=new/out.sarif"}, 1,
			"race.il:3:5: race: ", "races=2\nsarif-file=new/out.sarif\n"},
	} {
		out, code := run(action, test.env...)
		if code != test.exit {
			t.Errorf("%s: exit %d, want %d: %s", test.name, code, test.exit, out)
		}
		if !strings.Contains(out, test.out) || (test.out == "" && out != "") {
			t.Errorf("%s: output %q, want %q in it", test.name, out, test.out)
		}
		if outputs := read("outputs"); outputs != test.outputs {
			t.Errorf("%s: outputs %q, want %q", test.name, outputs, test.outputs)
		}
		summary := read("summary")
		if !strings.HasPrefix(summary, "### wobbly: races: ") {
			t.Errorf("%s: summary %q, want the number of races first", test.name, summary)
		}
		if code == 5 && !strings.Contains(summary, "illegal.il:1:12: error: ") {
			t.Errorf("%s: summary %q, want the error in it", test.name, summary)
		}
	}
	for _, name := range []string{"out.sarif", "new/out.sarif"} {
		if sarif := read(name); !strings.Contains(sarif, `"ruleId":"race"`) {
			t.Errorf("%s has no result of the rule race:\n%s", name, sarif)
		}
	}
	for _, test := range []struct {
		env []string
		out string
	}{
		{[]string{"FILES=nosuch*"}, "no program matches"},
		{[]string{"FILES=race.il", "FORMAT=xml"}, "format is github or sarif"},
		{[]string{"FILES=race.il", "FAIL_ON=always"}, "fail-on is"},
		{[]string{"FILES=race.il", "FORMAT=sarif", "SARIF_FILE=race.il/x"}, "race.il"},
		{[]string{"FILES=race.il", "RELEASE=file:///nosuch"}, "curl"},
	} {
		if out, code := run(action, test.env...); code != 2 || !strings.Contains(out, test.out) {
			t.Errorf("%q: exit %d, output %q; want 2, and %q in it", test.env, code, out, test.out)
		}
	}

	hooks, err := os.ReadFile("../../.pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	entries := regexp.MustCompile(`(?m)^  entry: (.*)$`).FindAllStringSubmatch(string(hooks), -1)
	if len(entries) != 2 {
		t.Fatalf("there are %d hooks, want 2", len(entries))
	}
	for _, e := range entries { // pre-commit runs them in the repository of the programs
		program, want := "calm.il", 0
		if strings.Contains(e[1], "check") {
			program, want = "'two words.il'", 1
		}
		if out, code := run(root + "/" + e[1] + " " + program); code != want {
			t.Errorf("%s: exit %d, want %d: %s", e[1], code, want, out)
		}
	}
	hook, err := os.ReadFile("../hook")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(hook), "go build") != 1 ||
		!strings.Contains(string(hook), " ./cmd/wobbly ") {
		t.Errorf("integrations/hook is\n%s\nwant it to build ./cmd/wobbly and nothing else", hook)
	}
}
