// Command wobbly-hive validates candidates of races by the runs of many workers
// (RaceMob, SOSP 2013), which get their tasks by messages: `wobbly racemob` with
// processes, on this machine or others. It is a command of its own so that wobbly
// has no message engine in it.
package main

import (
	"crypto/rand"
	"os"

	"wobbly/internal/campaign/hive"
	"wobbly/internal/cli"
)

func main() {
	cli.TuneBatch()
	os.Exit(cli.HiveMain(hive.Post(), rand.Text()))
}
