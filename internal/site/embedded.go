//go:build !release

package site

// Embedded returns the files of the page that a release carries, by their names. It is nil in other
// builds.
func Embedded() map[string][]byte { return nil }
