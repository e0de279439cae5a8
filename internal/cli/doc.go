// Package cli is the command line of wobbly, and that of wobbly-hive: one file for
// each subcommand. It alone, with cmd/..., touches files, the environment, arguments, signals
// and the clock. What it prints is made by package report; what it finds out
// comes from the packages of the theory.
//
// A subcommand is a struct whose fields are its flags and arguments (kong
// reads the tags) and whose Run method does the work. To add one: write the
// struct in a file of its own, add a field to commands in grammar.go, and give
// it help, with an example, in the folder manual. Completion and help follow from the
// model. A command that has commands of its own, such as theorem, is a struct
// with a field for each of them; their help is under the whole path.
package cli
