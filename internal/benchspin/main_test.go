//go:build unix

package main

import "testing"

// TestModels: both engines accept every model.
func TestModels(t *testing.T) {
	for _, m := range models() {
		core, exported, err := load(m)
		if err != nil {
			t.Fatalf("load(%s): %v", m.name, err)
		}
		if core.Init == nil || exported.Cut || len(exported.Candidates) == 0 {
			t.Errorf("%s: init block %t, cut %t, %d candidates; want true, false, and some", m.name,
				core.Init != nil, exported.Cut, len(exported.Candidates))
		}
	}
}
