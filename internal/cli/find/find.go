// Package find has the commands that find, explain and repair races.
package find

import (
	"wobbly/internal/cli/console"
)

// Commands find and repair races.
var Commands = []console.Command{
	{Name: "check", Help: "Report the races of a program, with an execution for each.", Grammar: newCheckCmd},
	{Name: "explain", Help: "Explain a report, a word such as race, or an error code.", Grammar: newExplainCmd},
	{Name: "explore", Help: "Search every interleaving for races.", Grammar: console.Of[exploreCmd]},
	{Name: "fix", Help: "Propose a repair for a race.", Grammar: console.Of[fixCmd]},
}
