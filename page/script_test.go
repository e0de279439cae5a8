package page_test

import (
	"os"
	"os/exec"
	"testing"
)

// TestScripts: what the page does without a browser or an engine is held by tests of its
// own, by Node's test runner (test.mjs).
func TestScripts(t *testing.T) {
	node, err := exec.LookPath("node")
	if err == nil {
		_, err = os.Stat("node_modules/esbuild")
	}
	if err != nil && os.Getenv(browserWanted) == "" {
		t.Skip(err, ": make page installs what it needs")
	}
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(node, "test.mjs").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
