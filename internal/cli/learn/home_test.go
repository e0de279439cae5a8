package learn

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"wobbly/internal/cli/console"
	"wobbly/semantics"
	"wobbly/session/schedule"
	"wobbly/tui"
	"wobbly/tui/home"
)

// TestFilesHere: the programs of the working directory are listed, the most recently changed first.
func TestFilesHere(t *testing.T) {
	t.Chdir(t.TempDir())
	now := time.Now()
	for name, age := range map[string]int{"a.il": 3, "b.il": 1, "c.il": 2, "d.txt": 0, "e.il": 3} {
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		at := now.Add(-time.Duration(age) * time.Hour)
		if err := os.Chtimes(name, at, at); err != nil {
			t.Fatal(err)
		}
	}
	var names []string
	for _, x := range filesHere() {
		names = append(names, x.Name)
	}
	if want := []string{"b.il", "c.il", "a.il", "e.il"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}

// TestWhatIsKept: Home says where lesson work is kept, or why there are no lessons. At the end,
// wobbly lists work that is not saved.
func TestWhatIsKept(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("bad.json", []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	options := func(record string) tui.Options {
		a := &console.App{Ctx: t.Context()}
		if record != "" {
			a.Sys.Env = []string{recordVariable + "=" + record}
		}
		return (&stepCmd{}).options(a)
	}
	for record, want := range map[string]string{
		"":         "New here? Start with lesson 1. What you do in lessons is kept until you quit. To keep it in FILE, set WOBBLY_RECORD=FILE.",
		"me.json":  "New here? Start with lesson 1. What you do in lessons is kept in me.json.",
		"bad.json": "The lessons cannot be read: ",
	} {
		o := options(record)
		if !strings.HasPrefix(o.Home.Says, want) {
			t.Errorf("%s: Home says %q", record, o.Home.Says)
		}
		if listed := slices.ContainsFunc(o.Home.Items, func(x home.Item) bool {
			return x.Lesson
		}); listed == (record == "bad.json") {
			t.Errorf("%s: lessons are listed: %t", record, listed)
		}
	}
	for record, want := range map[string]string{"": "1 task in 1 lesson; --record FILE or WOBBLY_RECORD keeps them", "me.json": ""} {
		o := options(record)
		g, err := o.Lesson.Open("1")
		if err != nil {
			t.Fatal(err)
		}
		if got := o.Lesson.Unkept(); got != "" {
			t.Errorf("%s: before a task is done: %q", record, got)
		}
		g.Answer(1)
		if r := g.Session().Play(schedule.Schedule{{Thread: semantics.A}, {Thread: semantics.B}, {Thread: semantics.A}, {Thread: semantics.B}}); !r.OK() {
			t.Fatalf("Play is refused: %s", r.Text)
		}
		g.Observe(t.Context())
		if err := o.Lesson.Keep(g); err != nil {
			t.Fatal(err)
		}
		if got := o.Lesson.Unkept(); got != want {
			t.Errorf("%s: not kept: %q", record, got)
		}
	}
}
