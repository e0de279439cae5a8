package lesson_test

import (
	"context"
	"os"
	"testing"

	"wobbly/internal/lessontest"
	"wobbly/lesson"
)

// masters are the eighteen lessons with their keys.
var masters = os.DirFS("course")

// shipped reads the eighteen lessons with their keys.
func shipped(t testing.TB) []*lesson.Lesson { return lessontest.Read(t, masters) }

// TestLint checks that the eighteen lessons have no fault.
func TestLint(t *testing.T) {
	all := shipped(t)
	for _, l := range all {
		for _, e := range lesson.Lint(context.Background(), l) {
			t.Errorf("Lint: %v", e)
		}
	}
	for _, e := range lesson.LintAll(all) {
		t.Errorf("LintAll: %v", e)
	}
	if len(all) != 18 {
		t.Errorf("%d lessons, want 18", len(all))
	}
}

// TestTemplate checks that the template is a lesson without faults.
func TestTemplate(t *testing.T) {
	l, errs := lesson.Parse("13-template.lesson", lesson.Template)
	for _, e := range errs {
		t.Errorf("parsing the template: %v", e)
	}
	if l == nil {
		return
	}
	for _, e := range lesson.Lint(context.Background(), l) {
		t.Errorf("Lint of the template: %v", e)
	}
}
