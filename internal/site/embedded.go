//go:build !release

package site

// Embedded returns the page that a release carries; nil in other builds.
func Embedded() map[string][]byte { return nil }
