package learn

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/cli/console"
	"wobbly/lesson"
	"wobbly/lesson/course"
	"wobbly/tui/home"
)

// TestStateDir: state is kept in the usual place of each system, and nowhere if the environment
// names none.
func TestStateDir(t *testing.T) {
	for _, c := range []struct {
		system, want string
		env          []string
	}{
		{"linux", "/s/wobbly", []string{"HOME=/h", "XDG_STATE_HOME=/s"}},
		{"linux", "/h/.local/state/wobbly", []string{"HOME=/h"}},
		{"linux", "/h/.local/state/wobbly", []string{"HOME=/h", "XDG_STATE_HOME=relative"}},
		{"freebsd", "", []string{"HOME="}},
		{"darwin", "/h/Library/Application Support/wobbly",
			[]string{"HOME=/h", "XDG_STATE_HOME=/s"}},
		{"windows", "/l/wobbly", []string{"LOCALAPPDATA=/l"}},
		{"windows", "", []string{"HOME=/h"}},
	} {
		a := &console.App{Sys: console.System{Env: c.env}}
		if got := stateDirOf(a, c.system); got != filepath.FromSlash(c.want) {
			t.Errorf("stateDirOf(%s) with %q = %q, want %q", c.system, c.env, got, c.want)
		}
		if got := stateDir(a); got != "" {
			t.Errorf("stateDir without a terminal = %q, want none", got)
		}
	}
}

// storeIn returns a store of the shipped lessons that keeps its record in a directory.
func storeIn(dir string) *lessonStore {
	s := &lessonStore{a: &console.App{}, own: ownRecord{dir: dir, played: map[string]bool{}}}
	s.records = s.own.read()
	return s
}

// answer begins a lesson and answers the question of its first task.
func answer(t *testing.T, s *lessonStore, name string) {
	t.Helper()
	g, err := s.open(name)
	if err != nil {
		t.Fatalf("opening lesson %s: %v", name, err)
	}
	g.Answer(1)
	if err := s.keep(g); err != nil {
		t.Fatalf("keeping lesson %s: %v", name, err)
	}
}

// answered lists the lessons whose first question was answered.
func answered(s *lessonStore) (names []string) {
	for _, r := range s.records.Lessons {
		if len(r.Tasks) > 0 && len(r.Tasks[0].Predictions) > 0 && r.Tasks[0].Predictions[0] > 0 {
			names = append(names, r.Lesson[:2])
		}
	}
	slices.Sort(names)
	return names
}

// TestOwnRecord: work survives a restart of wobbly, including what other processes did in other
// lessons in between.
func TestOwnRecord(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none", "yet")
	one, two := storeIn(dir), storeIn(dir)
	if err := one.write(); err != nil {
		t.Fatalf("writing an empty record: %v", err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Stat before a lesson is played: %v, want that the directory does not exist", err)
	}
	answer(t, one, "1")
	answer(t, two, "3")
	answer(t, one, "2")
	s := storeIn(dir)
	if got := answered(s); !slices.Equal(got, []string{"01", "02", "03"}) {
		t.Errorf("the answered lessons are %q, want 01, 02 and 03", got)
	}
	if got := s.unkept(); got != "" {
		t.Errorf("unkept = %q, want none", got)
	}
	if got := s.commandFor(mustFind(t, "1")); got != "wobbly lesson 1" {
		t.Errorf("commandFor(1) = %q, want no --record", got)
	}
	if s.options().Graded {
		t.Error("work on wobbly's own record is graded, want only that on a record of the user")
	}
}

// mustFind returns a shipped lesson.
func mustFind(t *testing.T, name string) *lesson.Lesson {
	t.Helper()
	l, err := PackFlag{}.find(name)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestOwnRecordInTrouble: a record that cannot be read or written does not prevent playing and is
// not changed, and Home says why nothing is kept.
func TestOwnRecordInTrouble(t *testing.T) {
	for _, c := range []struct {
		name    string
		prepare func(file string) error
	}{
		{"not a record", func(file string) error { return os.WriteFile(file, []byte("{"), 0o666) }},
		{"a directory", func(file string) error { return os.Mkdir(file, 0o777) }},
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, ownRecordName)
		if err := c.prepare(file); err != nil {
			t.Fatal(err)
		}
		s := storeIn(dir)
		const want = "What you do in lessons is kept until you quit: "
		if got := s.keeping(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: keeping = %q, want prefix %q", c.name, got, want)
		}
		answer(t, s, "1")
		if text, err := os.ReadFile(file); err == nil && string(text) != "{" {
			t.Errorf("%s: the file is now %q, want it unchanged", c.name, text)
		}
	}
	s := storeIn(filepath.Join(t.TempDir(), "file", "below"))
	if err := os.WriteFile(filepath.Dir(s.own.dir), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	g, err := s.open("1")
	if err != nil {
		t.Fatalf("opening lesson 1: %v", err)
	}
	g.Answer(1)
	if s.keep(g) == nil {
		t.Error("keep below a file has no error, want one")
	}
	if err := s.keep(g); err != nil {
		t.Errorf("keep after an error: %v, want no second error", err)
	}
}

// TestOwnRecordOfAnotherEdition: work is kept even if the lesson is edited. A task that has changed
// starts over, the student is told so, and the earlier work stays in the file.
func TestOwnRecordOfAnotherEdition(t *testing.T) {
	text, err := course.Files.ReadFile("01-scheduler" + lesson.Extension)
	if err != nil {
		t.Fatal(err)
	}
	earlier := func(old, new string) *lesson.Lesson {
		t.Helper()
		l, errs := lesson.Parse("01-scheduler"+lesson.Extension,
			strings.Replace(string(text), old, new, 1))
		if len(errs) > 0 {
			t.Fatalf("parsing the edited lesson: %v", errs)
		}
		return l
	}
	for _, c := range []struct {
		old, new      string
		note, changed string
		kept          int
	}{
		{"share one object, o1", "share one object o1", "1 of 2 tasks done", "", 1},
		{"goal: A ended and B ended and o1.f == o3 and", "goal: A ended and B ended and",
			"0 of 2 tasks done", "task 1 has changed", 2},
	} {
		dir := t.TempDir()
		s := storeIn(dir)
		g := lesson.NewGame(earlier(c.old, c.new))
		g.Answer(1)
		if v := g.Check(t.Context(), lesson.Attempt{Schedules: []string{"A B A B"}}); !v.Met() {
			t.Fatalf("Check = %v, want the goal met", v)
		}
		if err := s.keep(g); err != nil {
			t.Fatalf("keeping the earlier edition: %v", err)
		}
		s = storeIn(dir)
		if note := s.items()[0].Note(); note != c.note {
			t.Errorf("%q edited: Home says %q, want %q", c.old, note, c.note)
		}
		g, err := s.open("1")
		if err != nil || strings.Contains(g.Changed().Note(), "has changed") != (c.changed != "") ||
			!strings.Contains(g.Changed().Note(), c.changed) {
			t.Errorf("%q edited: open: error %v, note %q; want the note %q", c.old, err,
				g.Changed().Note(), c.changed)
		}
		g.Hint()
		if err := s.keep(g); err != nil {
			t.Fatalf("keeping the present edition: %v", err)
		}
		for range 2 {
			s = storeIn(dir)
			if n := len(s.records.Lessons); n != c.kept {
				t.Errorf("%q edited: %d records are kept, want %d", c.old, n, c.kept)
			}
			if err := s.keep(g); err != nil {
				t.Errorf("%q edited: keeping once more: %v", c.old, err)
			}
		}
	}
}

// TestStored: what was done at a terminal is read without one too.
func TestStored(t *testing.T) {
	home := t.TempDir()
	a := &console.App{Sys: console.System{Env: []string{"HOME=" + home, "LOCALAPPDATA=" + home}}}
	answer(t, storeIn(stateDirOf(a, runtime.GOOS)), "2")
	r, err := recordFlag{}.stored(a, PackFlag{})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := r.Of(mustFind(t, "2")); !ok {
		t.Errorf("the stored record has %d lessons without lesson 2, want it", len(r.Lessons))
	}
}

// TestRecordOf: a record or pack that is named takes precedence. A variable that is set to nothing
// switches saving off.
func TestRecordOf(t *testing.T) {
	for _, c := range []struct {
		flag string
		env  []string
		want string
	}{
		{"mine.json", []string{recordVariable + "=other.json"}, "mine.json"},
		{"", []string{recordVariable + "=other.json"}, "other.json"},
		{"", []string{recordVariable + "="}, ""},
		{"", nil, ""},
	} {
		t.Chdir(t.TempDir())
		file, own := recordFlag{c.flag}, ownRecord{}
		_, err := recordOf((&console.App{Sys: console.System{Env: c.env}}), &file, &own, PackFlag{})
		if err != nil || file.Record != c.want || own.dir != "" {
			t.Errorf("recordOf(%s) with %s = %s, %v; want %s", c.flag, c.env, file.Record, err,
				c.want)
		}
	}
}

// TestRecent: the programs that were opened last and still exist are listed, without duplicates.
func TestRecent(t *testing.T) {
	dir, programs := t.TempDir(), t.TempDir()
	t.Chdir(programs)
	var names []string
	for i := range 12 {
		names = append(names, filepath.Join(programs, fmt.Sprintf("%d.il", i)))
		if err := os.WriteFile(names[i], nil, 0o666); err != nil {
			t.Fatal(err)
		}
		recordOpened(dir, names[i])
	}
	recordOpened(dir, "5.il")
	recordOpened(dir, "-")
	recordOpened(dir, "bad\n.il")
	recordOpened("", "5.il")
	if err := os.Remove("7.il"); err != nil {
		t.Fatal(err)
	}
	want := []string{
		names[5], names[11], names[10], names[9], names[8], names[6], names[4], names[3], names[2],
	}
	if got := recent(dir); !slices.Equal(got, want) {
		t.Errorf("recent = %q, want %q", got, want)
	}
	a := &console.App{Sys: console.System{Env: []string{"HOME=" + filepath.Dir(programs)}}}
	if items := recentItems(a, dir); len(items) != 0 {
		t.Errorf("recentItems in the directory of the programs = %v, want none", items)
	}
	t.Chdir(dir)
	items := recentItems(a, dir)
	if len(items) != len(want) || items[0].Name != "5.il" ||
		items[0].Title != "~/"+filepath.Base(programs) || recentPath(a, items[0]) != names[5] {
		t.Errorf("recentItems = %+v, want %d that start with 5.il", items, len(want))
	}
	other := filepath.FromSlash("/elsewhere/x.il")
	if got := recentPath(a, home.Item{Name: "x.il", Title: "/elsewhere"}); got != other {
		t.Errorf("recentPath = %q, want %q", got, other)
	}
	text := "relative.il\n/etc\n\x1b[2J\n" + names[1]
	if err := os.WriteFile(filepath.Join(dir, recentName), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := recent(dir); !slices.Equal(got, names[1:2]) {
		t.Errorf("recent with the file %q = %q, want %q", text, got, names[1:2])
	}
}
