package cli

// findCommands find and repair races.
var findCommands = []subcommand{
	{"check", "Report races, each with a witness that was replayed.", newCheckCmd},
	{"explain", "Explain a report, a pair of accesses, or an error code.", newExplainCmd},
	{"explore", "Search every interleaving for races, from every initial state.", of[exploreCmd]},
	{"fix", "Propose a repair of a race, and judge it; or make lock regions smaller.", of[fixCmd]},
}
