package hive

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"wobbly/internal/campaign/hive"
)

// TestMain lets the tests start this binary as a worker process.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"wobbly-hive": func() { os.Exit(Main(hive.Post(), "secret")) }})
}
