// Command wobbly-hive validates candidates of races by the runs of many workers (RaceMob, SOSP
// 2013), which get their tasks by messages: `wobbly racemob` with processes, on this machine or
// others. It is a separate command so that wobbly does not include the message engine.
package main

import (
	"crypto/rand"
	"os"

	"wobbly/internal/campaign/hive"
	"wobbly/internal/cli/console"
	hivecommands "wobbly/internal/cli/hive"
)

func main() {
	console.TuneBatch()
	os.Exit(hivecommands.Main(hive.Transport(), rand.Text()))
}
