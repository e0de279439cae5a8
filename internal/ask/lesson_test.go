package ask

import (
	"strings"
	"testing"

	"wobbly/internal/lessontest"
	"wobbly/lesson"
	"wobbly/lesson/course"
	"wobbly/report"
)

// TestLessonListEditions: of a record of another edition those tasks count that are the same.
func TestLessonListEditions(t *testing.T) {
	all := lessontest.Read(t, course.Files)
	text, err := course.Files.ReadFile(all[0].Name + lesson.Extension)
	if err != nil {
		t.Fatal(err)
	}
	list := func(old, replacement string, r lesson.Record) report.LessonItem {
		t.Helper()
		edited := strings.Replace(string(text), old, replacement, 1)
		if edited == string(text) {
			t.Fatalf("the lesson has no text %q to edit", old)
		}
		l, errs := lesson.Parse(all[0].Name, edited)
		if len(errs) > 0 {
			t.Fatalf("parsing the lesson with %q: %v", replacement, errs)
		}
		return LessonList([]*lesson.Lesson{l}, &lesson.Records{Lessons: []lesson.Record{r}})[0]
	}
	r := lesson.NewGame(all[0]).Record()
	for i := range r.Tasks {
		r.Tasks[i].Done, r.Tasks[i].Solution = true, &lesson.Attempt{}
	}
	if x := list("share one object, o1", "share one object o1", r); x.Done != len(r.Tasks) {
		t.Errorf("after an edit of prose, %d tasks are done, want %d", x.Done, len(r.Tasks))
	}
	if x := list("goal: visited(finals)", "goal: visited(A ended)", r); x.Done != len(r.Tasks)-1 {
		t.Errorf("after an edit of a goal, %d tasks are done, want %d", x.Done, len(r.Tasks)-1)
	}
	r.Lesson = all[1].Name
	if x := list("share one object, o1", "share one object o1", r); x.Done != 0 {
		t.Errorf("with the record of another lesson, %d tasks are done, want 0", x.Done)
	}
}
