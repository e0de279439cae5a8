package main

import "testing"

// TestModels holds that both engines accept every model.
func TestModels(t *testing.T) {
	for _, m := range Models() {
		core, model, err := load(m)
		if err != nil {
			t.Fatal(err)
		}
		if core.Init == nil || model.Cut || len(model.Candidates) == 0 {
			t.Errorf("%s: init %v, cut %v, %d candidates", m.Name, core.Init != nil, model.Cut, len(model.Candidates))
		}
	}
}
