//go:build !full

package cli

import "testing"

// pageEngines returns the page's engine as native code. With the tag full, it returns the one in
// WebAssembly as well.
func pageEngines(testing.TB) map[string]pageEngine {
	return map[string]pageEngine{"native": page()}
}
