//go:build full

package cli_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wobbly/internal/cli"
	"wobbly/internal/cli/console"
	"wobbly/internal/iltest"
)

// TestGaveUp: if the checker's own limit leaves a witness undecided, check and replay say so and
// exit with 3. They neither accept nor refuse it.
func TestGaveUp(t *testing.T) {
	file := filepath.Join(t.TempDir(), "laborious.il")
	if err := os.WriteFile(file, []byte(iltest.Laborious()), 0o666); err != nil {
		t.Fatal(err)
	}
	run := func(stdin string, args ...string) (code int, stdout string) {
		var out, errs bytes.Buffer
		sys := console.System{
			Args: args, Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &errs,
		}
		code = cli.Run(t.Context(), sys)
		if errs.Len() > 0 {
			t.Errorf("wobbly %q: errors %q, want none", args, errs.String())
		}
		return code, out.String()
	}
	const why = "the checker gives up: the runs of this witness take more than 5000000 steps " +
		"to check"

	code, text := run("", "check", "--analysis", "nowb", "--json", file)
	var doc struct {
		Races []struct{ Verdict, Reason string }
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatalf("check --json: Unmarshal: %v", err)
	}
	if err := validate(readSchemas(t)["check"], text); err != nil {
		t.Errorf("check --json: %v", err)
	}
	if code != 3 || len(doc.Races) != 1 || doc.Races[0].Verdict != "unknown" ||
		!strings.HasSuffix(doc.Races[0].Reason, why) {
		t.Errorf("check --json: exit %d, %+v; want 3 and one race with the verdict unknown", code,
			doc)
	}

	code, out := run(text, "replay", "-", file)
	if code != 3 || !strings.HasPrefix(out, "not decided: R1: step 1: thread A: ") ||
		!strings.HasSuffix(out, why+"\n") {
		t.Errorf("replay: exit %d, %s; want 3 and not decided", code, out)
	}

	code, out = run("", "check", "--analysis", "nowb", file)
	const last = "1 race: 0 confirmed, 0 refuted, 1 not decided. 0 candidate pairs filtered.\n"
	if code != 3 || !strings.Contains(out, "not decided: A (u) and B (u) both write") ||
		!strings.HasSuffix(out, last) {
		t.Errorf("check: exit %d, %s; want 3 and one race not decided", code, out)
	}
}
