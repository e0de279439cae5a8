//go:build release

package site

import "embed"

// made has the files of the page. The folder is not in the source tree: `make release` builds with
// an overlay that maps it to files elsewhere.
//
//go:embed made
var made embed.FS

// Embedded returns the files of the page that a release carries, by their names. It is nil in other
// builds.
func Embedded() map[string][]byte {
	entries, err := made.ReadDir("made")
	if err != nil {
		panic(err) // unreachable: made is embedded
	}
	files := map[string][]byte{}
	for _, e := range entries {
		content, err := made.ReadFile("made/" + e.Name())
		if err != nil {
			panic(err) // unreachable: ReadDir has listed it
		}
		files[e.Name()] = content
	}
	return files
}
