package examples_test

import (
	"slices"
	"testing"

	"wobbly/examples"
)

// TestAll: the package has every legal example, with the text of its file.
func TestAll(t *testing.T) {
	var want []examples.File
	for _, x := range load(t, "*.il") {
		want = append(want, examples.File{Name: x.name, Text: x.src.Text})
	}
	if got := examples.All(); !slices.Equal(got, want) {
		t.Errorf("%d examples, want %d", len(got), len(want))
	}
	for _, x := range want {
		if got, ok := examples.Find(x.Name); !ok || got != x {
			t.Errorf("%s is %s, %t", x.Name, got.Name, ok)
		}
	}
	if x, ok := examples.Find("burble"); ok {
		t.Errorf("burble is %s", x.Name)
	}
}

// TestTopics: each example belongs to one topic, and topics name only examples that exist.
func TestTopics(t *testing.T) {
	all, byTopic := examples.All(), examples.ByTopic()
	if len(byTopic) != len(all) {
		t.Errorf("%d examples by topic, %d in all", len(byTopic), len(all))
	}
	for _, x := range all {
		n := 0
		for _, y := range byTopic {
			if x == y {
				n++
			}
		}
		if n != 1 || x.Topic() == "" || x.Title() == "" {
			t.Errorf("%s stands %d times by topic, in %q with the title %q", x.Name, n,
				x.Topic(), x.Title())
		}
	}
}
