// Command wobbly-hive validates race candidates by executing them on many workers (RaceMob, SOSP
// 2013): `wobbly racemob` with processes, on this machine or others, which exchange tasks and
// results as messages. It is a separate command so that wobbly does not include the message engine.
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
	secret := rand.Text() // admits the workers that this process starts
	os.Exit(hivecommands.Main(hive.Transport(), secret))
}
