//go:build release

package site

import "embed"

// made is where `make release` shows Go the page, by an overlay.
//
//go:embed made
var made embed.FS

// Embedded returns the page that a release carries.
func Embedded() map[string][]byte {
	entries, err := made.ReadDir("made")
	if err != nil {
		panic(err) // unreachable: made is embedded
	}
	files := map[string][]byte{}
	for _, e := range entries {
		content, err := made.ReadFile("made/" + e.Name())
		if err != nil {
			panic(err)
		}
		files[e.Name()] = content
	}
	return files
}
