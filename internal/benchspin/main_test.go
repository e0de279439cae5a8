//go:build unix

package main

import "testing"

// Both engines accept every model.
func TestModels(t *testing.T) {
	for _, m := range models() {
		core, exported, err := load(m)
		if err != nil {
			t.Fatal(err)
		}
		if core.Init == nil || exported.Cut || len(exported.Candidates) == 0 {
			t.Errorf("%s: init %v, cut %v, %d candidates", m.name, core.Init != nil, exported.Cut,
				len(exported.Candidates))
		}
	}
}
