package cli

import (
	"os"
	"runtime/debug"
)

// batchGC is how far the heap may grow between two collections, in percent of
// what is alive. A command builds trees and tables that live to its end, so
// collecting as often as Go does by default (100) finds little and marks much.
const batchGC = 400

// TuneBatch sets the garbage collector for a process that runs one command,
// unless the environment has a GOGC of its own.
func TuneBatch() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(batchGC)
	}
}
