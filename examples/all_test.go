package examples_test

import (
	"slices"
	"testing"

	"wobbly/examples"
)

// TestAll checks that the package has every legal example, with the text of its file.
func TestAll(t *testing.T) {
	var want []examples.File
	for _, x := range load(t, "*.il") {
		want = append(want, examples.File{Name: x.name, Text: x.src.Text})
	}
	if got := examples.All(); !slices.Equal(got, want) {
		t.Errorf("All returns %d examples, which are not the %d files of the directory", len(got),
			len(want))
	}
	for _, x := range want {
		if got, ok := examples.Find(x.Name); !ok || got != x {
			t.Errorf("Find(%q) = %q, %t; want the example with its text", x.Name, got.Name, ok)
		}
	}
	if x, ok := examples.Find("burble"); ok {
		t.Errorf(`Find("burble") = %q, want none`, x.Name)
	}
}

// TestTopics checks that each example has a title and belongs to one topic, and that topics name
// only examples that exist.
func TestTopics(t *testing.T) {
	all, byTopic := examples.All(), examples.ByTopic()
	if len(byTopic) != len(all) {
		t.Errorf("ByTopic returns %d examples, want %d, as All", len(byTopic), len(all))
	}
	for _, x := range all {
		n := 0
		for _, y := range byTopic {
			if x == y {
				n++
			}
		}
		if n != 1 || x.Topic() == "" || x.Title() == "" {
			t.Errorf("%s: %d times in ByTopic, topic %q, title %q; want once, with both", x.Name,
				n, x.Topic(), x.Title())
		}
	}
}
