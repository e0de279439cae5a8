package hive

import (
	"os"
	"testing"

	"wobbly/internal/campaign/hive"
)

// nested is in the environment of all processes that the tests start.
const nested = "WOBBLY_HIVE_TESTS"

// TestMain makes this binary the worker that the tests start. A process started by a test never
// runs the tests again, whatever its name and arguments.
func TestMain(m *testing.M) {
	if os.Getenv(nested) != "" {
		os.Exit(Main(hive.Transport(), "secret"))
	}
	if err := os.Setenv(nested, "1"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
