package service

import (
	"testing"

	"wobbly/internal/lessontest"
	"wobbly/lesson"
	"wobbly/lessons"
)

// TestLessonListVersions: what was done in another version of a lesson does not count.
func TestLessonListVersions(t *testing.T) {
	all := lessontest.Read(t, lessons.Files)
	if len(all) < 2 {
		t.Fatal("there are no lessons")
	}
	done := func(l *lesson.Lesson, digest string) lesson.Record {
		return lesson.Record{Lesson: l.Name, Digest: digest, Tasks: []lesson.TaskRecord{{Done: true}, {}, {Done: true}}}
	}
	records := &lesson.Records{Lessons: []lesson.Record{done(all[0], all[0].Digest()), done(all[1], all[0].Digest())}}
	for i, want := range []int{2, 0, 0} {
		if x := LessonList(all, records)[i]; x.Done != want || x.Name != all[i].Name {
			t.Errorf("%s: %d done, want %d", x.Name, x.Done, want)
		}
	}
	if r, ok := records.Of(all[1].Name); !ok || r.Done() != 2 {
		t.Errorf("of whatever version: %+v, %t", r, ok)
	}
}
