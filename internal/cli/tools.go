package cli

// toolCommands are for other tools, and about wobbly itself.
var toolCommands = []subcommand{
	{"fmt", "Format programs, or print them lowered.", of[fmtCmd]},
	{"replay", "Check witnesses against a program, and nothing else.", of[replayCmd]},
	{"export", "Write a program for another tool: Spin, or a C compiler with ThreadSanitizer.", of[exportCmd]},
	{"lsp", "Serve an editor: errors, races, hover, completion, names, by the Language Server Protocol.", of[lspCmd]},
	{"version", "Print the version.", of[versionCmd]},
}
