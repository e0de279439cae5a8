//go:build full

package editors_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestAction runs the script of the action, as a runner would, and the commands of the hooks.
func TestAction(t *testing.T) {
	text, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	_, script, ok := strings.Cut(string(text), "run: |\n")
	if !ok {
		t.Fatal("the action runs nothing")
	}
	script = regexp.MustCompile(`(?m)^        `).ReplaceAllString(script, "")
	dir := t.TempDir()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for name, program := range map[string]string{"race.il": burble, "calm.il": "m(b) { skip; }\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(program), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run := func(script string, env ...string) (string, int) {
		c := exec.Command("bash", "-e", "-c", script)
		c.Dir, c.Env = dir, append(append(os.Environ(), "GITHUB_ACTION_PATH="+root, "RUNNER_TEMP="+dir, "PATH="+dir+":"+os.Getenv("PATH")), env...)
		out, err := c.CombinedOutput()
		if _, ok := err.(*exec.ExitError); err != nil && !ok {
			t.Fatal(err)
		}
		return string(out), c.ProcessState.ExitCode()
	}
	if out, code := run(script, "FILES=*.il", "FORMAT=github"); code != 1 || !strings.Contains(out, "::error file=race.il,line=3,") {
		t.Errorf("exit %d: %s", code, out)
	}
	if out, code := run(script, "FILES=calm.il", "FORMAT=github"); code != 0 || out != "" {
		t.Errorf("exit %d: %s", code, out)
	}
	if out, code := run(script, "FILES=r*.il", "FORMAT=sarif", "OUTPUT=out.sarif"); code != 1 || out != "" {
		t.Errorf("exit %d: %s", code, out)
	}
	if sarif, err := os.ReadFile(filepath.Join(dir, "out.sarif")); err != nil || !strings.Contains(string(sarif), `"ruleId":"race"`) {
		t.Errorf("%s, %v", sarif, err)
	}
	if out, code := run(script, "FILES=nosuch*", "FORMAT=github"); code != 2 || !strings.Contains(out, "no program matches") {
		t.Errorf("exit %d: %s", code, out)
	}

	hooks, err := os.ReadFile("../../.pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	entries := regexp.MustCompile(`(?m)^  entry: (.*)$`).FindAllStringSubmatch(string(hooks), -1)
	if len(entries) != 2 {
		t.Fatalf("%d hooks", len(entries))
	}
	for _, e := range entries {
		if out, code := run(e[1] + " calm.il"); code != 0 {
			t.Errorf("%s: exit %d: %s", e[1], code, out)
		}
	}
}
