// Package lessontest provides lessons, and records of work on them, to tests of several packages.
package lessontest

import (
	"bytes"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"wobbly/lesson"
)

// Read reads all lessons of a directory. The test fails if one of them has errors.
func Read(t testing.TB, dir fs.FS) []*lesson.Lesson {
	t.Helper()
	names, err := fs.Glob(dir, "*"+lesson.Extension)
	if err != nil {
		t.Fatal(err)
	}
	var all []*lesson.Lesson
	for _, n := range names {
		text, err := fs.ReadFile(dir, n)
		if err != nil {
			t.Fatal(err)
		}
		l, errs := lesson.Parse(n, string(text))
		for _, e := range errs {
			t.Error(e)
		}
		if l != nil {
			all = append(all, l)
		}
	}
	return all
}

// Record returns the record of student n, who has done all tasks of the lessons. The blanks in each
// program depend on n, so that no two students hand in the same text. Students with an even n have
// predicted everything correctly, the others wrongly.
func Record(t testing.TB, all []*lesson.Lesson, n int) []byte {
	t.Helper()
	out := &lesson.Records{Student: fmt.Sprintf("Student %d", n)}
	for _, l := range all {
		r := lesson.NewGame(l).Record()
		for i := range r.Tasks {
			task := l.Tasks[i]
			for k, q := range task.Questions {
				r.Tasks[i].Predictions[k] = (q.Right+n%2)%len(q.Choices) + 1
			}
			key := task.Key()
			if key.Program != "" {
				key.Program = strings.Repeat("\n", n%7) + key.Program +
					strings.Repeat(" ", n) + "\n"
			}
			r.Tasks[i].Done, r.Tasks[i].Attempts, r.Tasks[i].Solution = true, 1+n%3, &key
		}
		out.Put(r)
	}
	var b bytes.Buffer
	if err := out.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
