package repair

import (
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// Diff returns a unified diff of two texts with three lines around each change, the form that patch
// reads. It is empty if they are equal. name is in its head.
func Diff(name, before, after string) string {
	text := string(diff.Diff(name, []byte(before), name, []byte(after)))
	_, text, _ = strings.Cut(text, "\n") // the first line is the command "diff name name"
	return text
}
