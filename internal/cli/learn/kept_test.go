package learn

import (
	"fmt"
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
			t.Errorf("%s, %s: %s, want %s", c.system, c.env, got, c.want)
		}
		if got := stateDir(a); got != "" {
			t.Errorf("nobody sits at a terminal, and something is kept in %s", got)
		}
	}
}

// at returns a store of the shipped lessons that keeps its record in a directory.
func at(dir string) *lessonStore {
	d := &lessonStore{a: &console.App{}, own: ownRecord{dir: dir, played: map[string]bool{}}}
	d.records = d.own.read()
	return d
}

// answer begins a lesson and answers the question of its first task.
func answer(t *testing.T, d *lessonStore, name string) {
	t.Helper()
	g, err := d.open(name)
	if err != nil {
		t.Fatal(err)
	}
	g.Answer(1)
	if err := d.keep(g); err != nil {
		t.Fatal(err)
	}
}

// predicted tells of which lessons a question was answered.
func predicted(d *lessonStore) (names []string) {
	for _, r := range d.records.Lessons {
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
	one, two := at(dir), at(dir)
	if err := one.write(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("nothing was played, and something is kept")
	}
	answer(t, one, "1")
	answer(t, two, "3")
	answer(t, one, "2")
	if got := predicted(at(dir)); fmt.Sprint(got) != "[01 02 03]" {
		t.Errorf("answered are %v", got)
	}
	if d := at(dir); d.unkept() != "" || d.commandFor(mustFind(t, "1")) != "wobbly lesson 1" ||
		d.options().Graded {
		t.Errorf("%q is not kept; %q", d.unkept(), d.commandFor(mustFind(t, "1")))
	}
}

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
		what    string
		prepare func(dir, file string) error
	}{
		{"it is no record",
			func(_, file string) error { return os.WriteFile(file, []byte("{"), 0o666) }},
		{"it is a directory", func(_, file string) error { return os.Mkdir(file, 0o777) }},
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, ownRecordName)
		if err := c.prepare(dir, file); err != nil {
			t.Fatal(err)
		}
		d := at(dir)
		if says := d.keeping(); !strings.HasPrefix(says,
			"What you do in lessons is kept until you quit: ") {
			t.Errorf("%s: Home says %q", c.what, says)
		}
		answer(t, d, "1")
		if text, err := os.ReadFile(file); err == nil && string(text) != "{" {
			t.Errorf("%s: it is now %s", c.what, text)
		}
	}
	d := at(filepath.Join(t.TempDir(), "file", "below"))
	if err := os.WriteFile(filepath.Dir(d.own.dir), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	g, err := d.open("1")
	if err != nil {
		t.Fatal(err)
	}
	g.Answer(1)
	if d.keep(g) == nil || d.keep(g) != nil {
		t.Error("that nothing can be written is not said once")
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
		d := at(dir)
		g := lesson.NewGame(earlier(c.old, c.new))
		g.Answer(1)
		if v := g.Check(t.Context(), lesson.Attempt{Schedules: []string{"A B A B"}}); !v.Met() {
			t.Fatalf("Check = %v, want the goal met", v)
		}
		if err := d.keep(g); err != nil {
			t.Fatal(err)
		}
		d = at(dir)
		if note := d.items()[0].Note(); note != c.note {
			t.Errorf("%s: Home says %s", c.old, note)
		}
		g, err := d.open("1")
		if err != nil || strings.Contains(g.Changed().Note(), "has changed") != (c.changed != "") ||
			!strings.Contains(g.Changed().Note(), c.changed) {
			t.Errorf("%s: open: %v, %s; want the note %q", c.old, err, g.Changed().Note(),
				c.changed)
		}
		g.Hint()
		if err := d.keep(g); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			d = at(dir)
			if n := len(d.records.Lessons); n != c.kept || d.keep(g) != nil {
				t.Errorf("%s: %d records are kept", c.old, n)
			}
		}
	}
}

// TestStored: what was done at a terminal is read without one too.
func TestStored(t *testing.T) {
	home := t.TempDir()
	a := &console.App{Sys: console.System{Env: []string{"HOME=" + home, "LOCALAPPDATA=" + home}}}
	answer(t, at(stateDirOf(a, runtime.GOOS)), "2")
	r, err := recordFlag{}.stored(a, PackFlag{})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := r.Of(mustFind(t, "2")); !ok {
		t.Error("a pipe hides the record")
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
		t.Errorf("%q, want %q", got, want)
	}
	a := &console.App{Sys: console.System{Env: []string{"HOME=" + filepath.Dir(programs)}}}
	if items := recentItems(a, dir); len(items) != 0 {
		t.Errorf("programs of this directory are listed once more: %v", items)
	}
	t.Chdir(dir)
	items := recentItems(a, dir)
	if len(items) != len(want) || items[0].Name != "5.il" ||
		items[0].Title != "~/"+filepath.Base(programs) || recentPath(a, items[0]) != names[5] {
		t.Errorf("recentItems = %+v, want %d that start with 5.il", items, len(want))
	}
	if got, want := recentPath(a, home.Item{Name: "x.il", Title: "/elsewhere"}),
		filepath.FromSlash("/elsewhere/x.il"); got != want {
		t.Errorf("recentPath = %q, want %q", got, want)
	}
	if err := os.WriteFile(filepath.Join(dir, recentName), []byte("relative.il\n/etc\n\x1b[2J\n"+names[1]), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := recent(dir); !slices.Equal(got, names[1:2]) {
		t.Errorf("of what is no program: %q", got)
	}
}
