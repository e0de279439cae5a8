package engine

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"
)

// firstFile is what the page shows before the engine is there: how burble comes to its race.
const firstFile = "../src/step/first.json"

// TestFirst: the page's first screen agrees with the engine's answer for burble.
func TestFirst(t *testing.T) {
	h := New(Options{})
	var first struct {
		Views   [3]json.RawMessage `json:"views"`
		Verdict struct {
			Races  int `json:"races"`
			States int `json:"states"`
		} `json:"verdict"`
	}
	program := map[string]any{
		"name": "burble.il", "program": exampleText(t, "burble.il"), "race": "R1",
	}
	for at := range first.Views {
		program["at"] = at
		must(t, h, "session.open", program, &first.Views[at])
		number := append(append([]byte(`{"session":`), byte('1'+at)), ',')
		first.Views[at] = bytes.Replace(first.Views[at], number, []byte(`{"session":0,`), 1)
	}
	delete(program, "race")
	delete(program, "at")
	var check struct {
		Races []struct{ Verdict string }
	}
	var explore struct {
		Pairs []struct {
			States   int
			Complete bool
		}
	}
	must(t, h, "check", program, &check)
	must(t, h, "explore", program, &explore)
	for _, r := range check.Races {
		if r.Verdict != "confirmed" {
			t.Errorf("a race is %s, but the first screen says that all are real", r.Verdict)
		}
		first.Verdict.Races++
	}
	for _, p := range explore.Pairs {
		if !p.Complete {
			t.Error("a search was cut, but the first screen does not say so")
		}
		first.Verdict.States += p.States
	}
	text, err := json.MarshalIndent(first, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(firstFile, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(firstFile); err != nil || !bytes.Equal(got, text) {
		t.Errorf("%s is stale: go test ./page/engine -run TestFirst -update (%v)", firstFile, err)
	}
}
