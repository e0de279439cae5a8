// Package examples contains the programs of this directory. README.md says what each shows, and a
// test compares the results of the analyses with the comments at its top.
package examples

import (
	"embed"
	"io/fs"
	"slices"
)

//go:embed *.il
var files embed.FS

// File is an example.
type File struct {
	Name string // such as "burble.il"
	Text string
}

// All lists the examples, sorted by name.
func All() []File {
	entries, err := files.ReadDir(".") // sorted
	if err != nil {
		panic(err)
	}
	var all []File
	for _, e := range entries {
		text, err := fs.ReadFile(files, e.Name())
		if err != nil {
			panic(err)
		}
		all = append(all, File{e.Name(), string(text)})
	}
	return all
}

// Find returns the example with a name, if there is one.
func Find(name string) (File, bool) {
	all := All()
	i := slices.IndexFunc(all, func(f File) bool { return f.Name == name })
	if i < 0 {
		return File{}, false
	}
	return all[i], true
}
