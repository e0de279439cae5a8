//go:build !full

package cli

import "testing"

// pageEngines returns the page's engine as it is; with the tag full also as WebAssembly.
func pageEngines(testing.TB) map[string]pageEngine {
	return map[string]pageEngine{"native": page()}
}
