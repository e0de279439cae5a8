//go:build full

package proof_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"wobbly/internal/cli"
)

// TestMain makes this program wobbly where that is its name.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "wobbly" {
		os.Exit(cli.Main())
	}
	os.Exit(m.Run())
}

// TestCommandLine: wobbly finds the extracted command in its own directory, and the two agree on
// the results of check, analyze and replay for some examples.
func TestCommandLine(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	wobbly := filepath.Join(dir, "wobbly")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for file, to := range map[string]string{
		commandPath(t): filepath.Join(dir, "wobbly-verified"), self: wobbly,
	} {
		program, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, program, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	run := func(input []byte, args ...string) []byte {
		t.Helper()
		c := exec.Command(wobbly, args...)
		c.Stdin = bytes.NewReader(input)
		c.Env = append(os.Environ(), verifiedEnv+"=")
		var stdout, stderr bytes.Buffer
		c.Stdout, c.Stderr = &stdout, &stderr
		err := c.Run()
		if (err != nil && c.ProcessState.ExitCode() != 1) || stderr.Len() > 0 {
			t.Errorf("wobbly %v: %v, want status 0 or 1 without messages\n%s", args, err, &stderr)
		}
		return stdout.Bytes()
	}
	agreed := regexp.MustCompile(`(?m)^verified: .* the same `)
	accepted := regexp.MustCompile(`(?m)^accepted: .*; the verified checker accepts it too$`)
	for _, name := range []string{"burble", "meeting-paths", "long-trace", "prefix-read"} {
		file := filepath.Join("..", "examples", name+".il")
		for _, args := range [][]string{
			{"check", "--verified", file}, {"check", "--verified", "--analysis", "meet", file},
			{"check", "--verified", "--analysis", "flow", file},
			{"check", "--verified", "--analysis", "rely", file},
			{"check", "--verified", "--analysis", "racerd", file},
			{"analyze", "--verified", file}, {"analyze", "--verified", "--analysis", "plus", file},
		} {
			if out := run(nil, args...); !agreed.Match(out) {
				t.Errorf("wobbly %v does not say that both results are the same:\n%s", args, out)
			}
		}
		document := run(nil, "check", "--json", "--analysis", "meet", file)
		if out := run(document, "replay", "--verified", "-"); !accepted.Match(out) {
			t.Errorf("replay of the witnesses for %s, want both checkers to accept:\n%s", file, out)
		}
	}
}
