// Command wobbly interprets IL, the idealized language of "A True Positives Theorem for a Static
// Race Detector", and finds races that it can show. Everything is in package cli.
package main

import (
	"os"

	"wobbly/internal/cli"
	"wobbly/internal/cli/console"
)

func main() {
	console.TuneBatch()
	os.Exit(cli.Main())
}
