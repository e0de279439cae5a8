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
		changed := now.Add(-time.Duration(age) * time.Hour)
		if err := os.Chtimes(name, changed, changed); err != nil {
			t.Fatal(err)
		}
	}
	var names []string
	for _, x := range filesHere() {
		names = append(names, x.Name)
	}
	if want := []string{"b.il", "c.il", "a.il", "e.il"}; !slices.Equal(names, want) {
		t.Errorf("filesHere = %q, want %q", names, want)
	}
}

// TestHomeSaysWhatIsKept: Home says where lesson work is kept, or why there are no lessons. At the
// end, wobbly lists work that is not saved.
func TestHomeSaysWhatIsKept(t *testing.T) {
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
		"": "New here? Start with lesson 1. What you do in lessons is kept until you quit. " +
			"To keep it in FILE, set WOBBLY_RECORD=FILE.",
		"me.json":  "New here? Start with lesson 1. What you do in lessons is kept in me.json.",
		"bad.json": "The lessons cannot be read: ",
	} {
		o := options(record)
		if !strings.HasPrefix(o.Home.Says, want) {
			t.Errorf("the record %q: Home says %q, want prefix %q", record, o.Home.Says, want)
		}
		listed := slices.ContainsFunc(o.Home.Items, func(x home.Item) bool { return x.Lesson })
		if want := record != "bad.json"; listed != want {
			t.Errorf("the record %q: Home lists lessons: %t, want %t", record, listed, want)
		}
	}
	for record, want := range map[string]string{
		"":        "1 task in 1 lesson; --record FILE or WOBBLY_RECORD keeps them",
		"me.json": "",
	} {
		o := options(record)
		g, err := o.Lesson.Open("1")
		if err != nil {
			t.Fatal(err)
		}
		if got := o.Lesson.Unkept(); got != "" {
			t.Errorf("the record %q: Unkept before a task is done = %q, want none", record, got)
		}
		g.Answer(1)
		moves := schedule.Schedule{
			{Thread: semantics.A}, {Thread: semantics.B}, {Thread: semantics.A},
			{Thread: semantics.B},
		}
		if r := g.Session().Play(moves); !r.OK() {
			t.Fatalf("Play is refused: %s", r.Text)
		}
		g.Observe(t.Context())
		if err := o.Lesson.Keep(g); err != nil {
			t.Fatal(err)
		}
		if got := o.Lesson.Unkept(); got != want {
			t.Errorf("the record %q: Unkept = %q, want %q", record, got, want)
		}
	}
}
