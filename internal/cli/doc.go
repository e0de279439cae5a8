// Package cli is the command line of wobbly: the grammar that joins the commands of the packages below
// it, with their help, manuals and completion. Only it and those packages, with cmd/..., touch files,
// the environment, arguments, signals and the clock. Package report makes what they print; the
// packages of the theory find the answers.
//
// A command is a struct whose fields are its flags and arguments (kong reads the tags) and whose Run
// method does the work. To add one, write the struct in a file of its group, add it to the list
// Commands of that group (a study adds itself), name it in a group of help (grammar.go), and give it
// help, with an example, in the folder manual. Completion and man pages follow from the model. The tag
// group:"less" moves a flag to the end of help. A command that has commands of its own, such as
// theorem, is a struct with a field for each of them; their help is under the whole path.
package cli
