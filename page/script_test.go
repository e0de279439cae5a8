//go:build full

package page_test

import (
	"os"
	"os/exec"
	"testing"
)

// TestScripts: the parts of the page that need neither browser nor engine have their own tests, in
// Node's test runner (test.mjs).
func TestScripts(t *testing.T) {
	if _, err := os.Stat("node_modules/esbuild"); err != nil {
		t.Fatal(err, ": make page installs what the tests need")
	}
	if out, err := exec.Command("node", "test.mjs").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
