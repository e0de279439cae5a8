// Package cli is the command line of wobbly: the grammar that joins the commands of the
// packages below it, with their help, manuals and completion. It and those packages alone, with
// cmd/..., touch files, the environment, arguments, signals and the clock. What they print is
// made by package report; what they find out comes from the packages of the theory.
//
// A command is a struct whose fields are its flags and arguments (kong reads the tags) and
// whose Run method does the work. To add one, write the struct in a file of its group, add it to
// the list Commands of that group (a study adds itself), and give it help, with an example, in
// the folder manual. Completion and help follow from the model. A command that has commands of
// its own, such as theorem, is a struct with a field for each of them; their help is under the
// whole path.
package cli
