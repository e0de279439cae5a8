// Package find has the commands that find, explain and repair races.
package find

import (
	"wobbly/internal/cli/console"
)

// Commands find and repair races.
var Commands = []console.Command{
	{Name: "check", Help: "Report races, each with a witness that was replayed.", Grammar: newCheckCmd},
	{Name: "explain", Help: "Explain a report, a pair of accesses, or an error code.", Grammar: newExplainCmd},
	{Name: "explore", Help: "Search every interleaving for races, from every initial state.", Grammar: console.Of[exploreCmd]},
	{Name: "fix", Help: "Propose a repair of a race, and judge it; or make lock regions smaller.", Grammar: console.Of[fixCmd]},
}
