//go:build unix

package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"wobbly/internal/cli/console"
	"wobbly/internal/grading"
)

// TestGradeHostile: invalid hand-ins are named and left out, nothing that they point to is read,
// and the good ones among them are graded.
func TestGradeHostile(t *testing.T) {
	dir, secret := t.TempDir(), filepath.Join(t.TempDir(), "1.1.txt")
	// in returns the path of a hand-in, whose folder it creates.
	in := func(name string) string {
		path := filepath.Join(dir, name)
		must(t, os.MkdirAll(filepath.Dir(path), 0o777))
		return path
	}
	write := func(name, text string) { must(t, os.WriteFile(in(name), []byte(text), 0o666)) }
	must(t, os.WriteFile(secret, []byte("SECRET_TOKEN=abc"), 0o666))

	deep := strings.Repeat("d/", 40)
	write("ada/2.1.txt", "A2 B4 A2")
	must(t, os.Symlink(secret, in("link/1.1.txt")))
	must(t, os.Symlink("../ada/2.1.txt", in("thief/2.1.txt")))
	must(t, os.Symlink("/dev/zero", in("zero/1.1.txt")))
	must(t, os.Symlink(filepath.Dir(secret), in("whole")))
	must(t, syscall.Mkfifo(in("pipe/1.1.txt"), 0o666))
	write("large/1.1.txt", strings.Repeat("A", grading.MaxBytes+1))
	write("long/1.1.txt", strings.Repeat("x", grading.MaxBytes))
	write("deep/"+deep+"1.1.txt", "A")
	write("terminal/1.1.txt", "\x1b[2J\x1b]0;owned\a\u202e")
	write("name\n\x1b[2J/1.1\x1b[31m.txt", "A")
	write("claims/record.json",
		`{"schema":"wobbly/lesson-record/1","lessons":[{"lesson":"`+
			strings.Repeat("you-are-the-scheduler", 1000)+
			`","digest":"","tasks":[{"done":true}]}]}`)
	write("nested/record.json",
		`{"schema":"wobbly/lesson-record/1","lessons":`+strings.Repeat("[", 1<<19))
	for i := range grading.MaxFiles + 1 {
		write(fmt.Sprintf("many/1.1-%04d.txt", i), "A")
	}
	write("zoe/2.1.txt", "A2 B4 A2")

	code, out, errs := execute(t.Context(), "", "grade", dir)
	if code != int(console.ExitInconclusive) || errs != "" {
		t.Fatalf("grade: exit %d, errors %q; want exit %d without errors", code, errs,
			console.ExitInconclusive)
	}
	for _, want := range []string{
		"ada                ", "zoe                ",
		"link: 1.1.txt: is a symbolic link and is left out; hand in the file itself\n",
		"thief: 2.1.txt: is a symbolic link",
		"zero: 1.1.txt: is a symbolic link",
		"whole: is a symbolic link",
		"pipe: 1.1.txt: is a pipe and is left out",
		"large: 1.1.txt: is larger than 1 MB and is left out\n",
		`long: wrong: 1.1.txt: schedule "` + strings.Repeat("x", 60) + `"...:`,
		"deep: d: is left out: directories are nested too deep\n",
		`terminal: wrong: 1.1.txt: schedule "\x1b[2J\x1b]0;owned\a\u202e": column 1`,
		`claims: record.json: there is no lesson "` +
			strings.Repeat("you-are-the-scheduler", 3)[:60] + `"...`,
		"nested: record.json: this is not a record of lessons",
		"many: many: is left out: it holds more than 1000 files\n",
	} {
		if !strings.Contains(unwrapped(out), unwrapped(want)) {
			t.Errorf("the output lacks %q:\n%s", want, out)
		}
	}
	for _, not := range []string{"SECRET", "\x1b", "\u202e", "\a", strings.Repeat("x", 61)} {
		if strings.Contains(out, not) {
			t.Errorf("the output contains %q", not)
		}
	}
	if n := strings.Count(out, "1 of 49"); n != 2 {
		t.Errorf("%d students have done their task, want 2, ada and zoe\n%s", n, out)
	}
}

// must ends the test if a step of its setup fails.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
