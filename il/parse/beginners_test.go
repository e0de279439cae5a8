package parse

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/diag"
)

var update = flag.Bool("update", false, "rewrite the golden file of testdata")

// applyEdits returns text with the edits of d applied.
func applyEdits(text string, d diag.Diagnostic) string {
	for i := len(d.Edits) - 1; i >= 0; i-- {
		e := d.Edits[i]
		text = text[:e.At] + e.Text + text[e.End:]
	}
	return text
}

// TestBeginners: programs in the words of Java, C, Go and Python have one useful error for each
// mistake. Each line of testdata/beginners.txt that is not indented is such a program; below it are
// its errors and, where they can be applyEdits by machine, the legal program that results.
func TestBeginners(t *testing.T) {
	const file = "testdata/beginners.txt"
	golden, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	programs := 0
	for line := range strings.Lines(string(golden)) {
		if strings.HasPrefix(line, "\t") {
			continue
		}
		programs++
		line = strings.TrimSuffix(line, "\n")
		src := il.NewSource("", strings.ReplaceAll(line, `\n`, "\n")+"\n")
		_, diags := File(src)
		fmt.Fprintln(&out, line)
		for _, d := range diags {
			fmt.Fprintf(&out, "\t%s %s %s. Here: %s. Fix: %s.\n",
				src.At(d.At), d.Code, d.Message, d.Label, d.Fix)
			if d.Fix == "" {
				t.Errorf("%s: %s has no fix", line, d.Message)
			}
		}
		if text, legal := applyAllEdits(src.Text, diags); legal {
			fmt.Fprintf(&out, "\t=> %s\n",
				strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", `\n`))
		} else if text != "" {
			t.Errorf("%s: the fixes lead to %q, which is not legal", line, text)
		}
		if len(diags) == 0 {
			t.Errorf("%s: no error", line)
		}
		checkDiagnostics(t, src, diags)
	}
	if programs < 200 {
		t.Errorf("%s has %d programs, want at least 200", file, programs)
	}
	if *update {
		if err := os.WriteFile(file, []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if out.String() != string(golden) {
		t.Errorf("%s is not up to date; run with -update and read the difference", file)
	}
}

// applyAllEdits returns text with the edits of its diagnostics applied, and those of the errors
// that are left, until the result is legal. It gives up without a text at an error that has no
// edits. No program needs many rounds: eight only end a fix that causes an error again.
func applyAllEdits(text string, diags diag.List) (result string, legal bool) {
	for range 8 {
		if len(diags) == 0 {
			return text, true
		}
		for i := len(diags) - 1; i >= 0; i-- {
			if len(diags[i].Edits) == 0 {
				return "", false
			}
			text = applyEdits(text, diags[i])
		}
		_, diags = File(il.NewSource("", text))
	}
	return text, false
}
