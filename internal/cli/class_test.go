//go:build unix

package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"wobbly/internal/cli/console"
	"wobbly/internal/grading"
	"wobbly/internal/lessontest"
	"wobbly/internal/quick"
	"wobbly/lesson"
	"wobbly/report"
)

// The numbers of hand-ins that do all tasks, and of those that try to harm.
var (
	goodHandIns    = quick.Cases(200)
	hostileHandIns = 58
)

// secretText is the text of files outside of the directory of hand-ins.
const secretText = "SECRET_TOKEN=abc"

// A classroom is a directory of hand-ins, and the number of hostile ones so far.
type classroom struct {
	testing.TB
	dir     string
	hostile int
}

// hostilePath creates the directory of one more hostile student, and returns the path of a file in
// it, whose folder it creates too.
func (c *classroom) hostilePath(kind, file string) string {
	c.Helper()
	c.hostile++
	path := filepath.Join(c.dir, fmt.Sprintf("bad-%02d-%s", c.hostile, kind), file)
	must(c, os.MkdirAll(filepath.Dir(path), 0o777))
	return path
}

// write writes a file of one more hostile student.
func (c *classroom) write(kind, file, text string) {
	c.Helper()
	must(c, os.WriteFile(c.hostilePath(kind, file), []byte(text), 0o666))
}

// link makes a link of one more hostile student.
func (c *classroom) link(target, kind, file string) {
	c.Helper()
	must(c, os.Symlink(target, c.hostilePath(kind, file)))
}

// newClassroom returns a directory of good and hostile hand-ins.
func newClassroom(t testing.TB, all []*lesson.Lesson) *classroom {
	t.Helper()
	c := &classroom{TB: t, dir: t.TempDir()}
	for n := range goodHandIns {
		path := filepath.Join(c.dir, fmt.Sprintf("good-%03d", n), "record.json")
		must(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must(t, os.WriteFile(path, lessontest.Record(t, all, n), 0o666))
	}
	c.addLinks(filepath.Join(t.TempDir(), "secret"))
	c.addDevices()
	c.addLarge()
	c.addNames()
	c.addNested()
	c.addZips()
	c.addClaims(all)
	c.addEndless()
	if c.hostile != hostileHandIns {
		t.Fatalf("%d hostile hand-ins, want %d", c.hostile, hostileHandIns)
	}
	return c
}

// addLinks adds links to files of others, and fills the folder secret, to which they lead.
func (c *classroom) addLinks(secret string) {
	c.Helper()
	must(c, os.MkdirAll(filepath.Join(secret, "1"), 0o777))
	for _, name := range []string{"1.1.txt", "record.json", "1/1.1.txt"} {
		must(c, os.WriteFile(filepath.Join(secret, name), []byte(secretText), 0o666))
	}
	c.link(filepath.Join(secret, "1.1.txt"), "link", "1.1.txt")
	c.link(filepath.Join(secret, "record.json"), "record", "record.json")
	c.link(secret, "folder", "mine")
	c.link("../good-000/record.json", "thief", "record.json")
	c.link("/dev/zero", "zero", "1.1.txt")
	c.link("/dev/stdin", "stdin", "1.1.txt")
	c.link("/proc/self/environ", "environment", "4.1.il")
	c.link("1.1.txt", "itself", "1.1.txt")
	c.link("nowhere", "nowhere", "record.json")
	must(c, os.Symlink(secret, filepath.Join(c.dir, "bad-link")))
}

// addDevices adds pipes, sockets and devices or, if these cannot be made, links to devices.
func (c *classroom) addDevices() {
	c.Helper()
	must(c, syscall.Mkfifo(c.hostilePath("pipe", "1.1.txt"), 0o666))
	must(c, syscall.Mkfifo(c.hostilePath("pipe", "record.json"), 0o666))
	must(c, syscall.Mkfifo(filepath.Join(c.dir, "bad-pipe.json"), 0o666))
	for _, device := range []struct {
		name         string
		major, minor int
	}{{"zero", 1, 5}, {"random", 1, 9}} {
		path := c.hostilePath("device", "1.1.txt")
		if syscall.Mknod(path, syscall.S_IFCHR|0o666, device.major<<8|device.minor) != nil {
			must(c, os.Symlink("/dev/"+device.name, path))
		}
	}
	must(c, syscall.Mknod(c.hostilePath("socket", "1.1.txt"), syscall.S_IFSOCK|0o666, 0))
}

// addLarge adds files of 100 MB, and one of the largest allowed size.
func (c *classroom) addLarge() {
	c.Helper()
	for _, name := range []string{"1.1.txt", "record.json", "4.1.il", "essay.pdf"} {
		path := c.hostilePath("large", name)
		must(c, os.WriteFile(path, nil, 0o666))
		must(c, os.Truncate(path, 100<<20))
	}
	c.write("long", "1.1.txt", strings.Repeat("x", grading.MaxBytes))
}

// addNames adds files whose names mean something to a terminal, a spreadsheet or a file system.
func (c *classroom) addNames() {
	c.Helper()
	c.write("\x1b[2J\x1b]0;owned\a", "1.1\x1b[31m.txt", "A\x1b[2J")
	c.write("line\nforged", "1.1.txt\n2 of 2", "A B\nA")
	c.write("\u202edrow", "1.1.txt", "\u202e\u200b")
	c.write("=1+1", "1.1.txt", "=HYPERLINK(\"http://x\")")
	c.write("..\\..\\up", "x\\..\\..\\1.1.txt", "A")
	c.write("-rf", "--help", "A")
	c.write("\xff\xfe", "1.1.txt", "\xff")
	c.write(strings.Repeat("n", 200), "1.1"+strings.Repeat("n", 200), "A")
}

// addNested adds deep and wide directories, documents and programs.
func (c *classroom) addNested() {
	c.Helper()
	c.write("deep", strings.Repeat("d/", 200)+"1.1.txt", "A")
	many := c.hostilePath("many", "1.1.txt")
	for i := range grading.MaxFiles + 1 {
		must(c, os.WriteFile(fmt.Sprintf("%s.%d", many, i), []byte("A"), 0o666))
	}
	const head = `{"schema":"wobbly/lesson-record/1","lessons":`
	for _, text := range []string{
		head + strings.Repeat("[", 500_000), head + strings.Repeat(`[{"lesson":`, 50_000),
		head + "[" +
			strings.TrimSuffix(strings.Repeat(`{"lesson":"01-scheduler"},`, 20_000), ",") + "]}",
	} {
		c.write("json", "record.json", text)
	}
	c.write("braces", "4.1.il", strings.Repeat("{", 500_000))
	c.write("loops", "4.1.il",
		"insert(l) { "+strings.Repeat("while * { ", 1000)+strings.Repeat("} ", 1000)+"}")
}

// addZips adds zips that unpack to too much or outside of their folder, or are damaged.
func (c *classroom) addZips() {
	c.Helper()
	zeros := strings.Repeat("\x00", 64<<20)
	files, large := map[string]string{}, map[string]string{}
	for i := range 2 * grading.MaxFiles {
		files[fmt.Sprintf("1.1-%d.txt", i)] = "A"
	}
	for i := range 2 * (grading.MaxAllBytes / grading.MaxBytes) {
		large[fmt.Sprintf("1.1-%d.txt", i)] = zeros[:grading.MaxBytes]
	}
	nested := packed(c, map[string]string{"1.1.txt": zeros})
	for range 10 {
		nested = packed(c, map[string]string{"a.zip": nested, "b.zip": nested})
	}
	bomb := packed(c, map[string]string{"1.1.txt": zeros})
	c.write("bomb", "1.1.zip", bomb)
	c.write("bomb", "all.zip", nested)
	c.write("bomb", "all.zip", packed(c, files))
	c.write("bomb", "all.zip", packed(c, large))
	c.write("up", "all.zip",
		packed(c, map[string]string{
			"../../good-000/record.json": "x", "/etc/1.1.txt": "A", `..\..\1.2.txt`: "A",
		}))
	c.write("escapes", "all.zip",
		packed(c, map[string]string{
			"1.1\x1b[2J\u202e.txt": "\x1b[2J", strings.Repeat("n", 60_000): "A",
		}))
	c.write("cut", "all.zip", bomb[:len(bomb)-10])
	c.write("lies", "all.zip",
		strings.Replace(packed(c, map[string]string{"1.1.txt": "A2 B2"}), "1.1.txt",
			"1.1\x00txt", 1))
}

// addClaims adds records that claim more than they contain.
func (c *classroom) addClaims(all []*lesson.Lesson) {
	c.Helper()
	claim := func(a *lesson.Attempt) *lesson.Records {
		out := &lesson.Records{Student: "../../../etc/passwd\n\x1b[2J"}
		for _, l := range all {
			r := lesson.NewGame(l).Record()
			for i := range r.Tasks {
				t := &r.Tasks[i]
				t.Done = true
				t.Attempts = 1 << 30
				t.Solution = a
			}
			out.Put(r)
		}
		return out
	}
	for _, a := range []*lesson.Attempt{
		nil, {}, {Schedules: []string{"A999999999999 B999999999999"}},
		{Schedules: strings.Fields(strings.Repeat("A2,B2 ", 3_000))},
		{Heap: "A.b=/etc/passwd"}, {Program: "/etc/passwd"}, {Results: "unit /etc/passwd"},
	} {
		var text strings.Builder
		must(c, claim(a).Write(&text))
		c.write("claims", "record.json", text.String())
	}
	for _, lesson := range []string{
		"../../../etc/passwd", "01-scheduler\n\x1b[31m", strings.Repeat("01-scheduler", 10_000),
	} {
		text, err := json.Marshal(map[string]any{
			"schema":  "wobbly/lesson-record/1",
			"lessons": []any{map[string]any{"lesson": lesson, "done": true}},
		})
		must(c, err)
		c.write("lesson", "record.json", string(text))
	}
}

// addEndless adds programs that cannot be searched to the end.
func (c *classroom) addEndless() {
	c.Helper()
	const heap = "get(b) { while * { n := new(); n.f := b; b := n; x := b.f; } }\n" +
		"set(b) { while * { n := new(); n.f := b; b := n; b.f := b; } }\n"
	var many, wide strings.Builder
	for i := range 30 {
		fmt.Fprintf(&many, "m%d(b) { while * { n := new(); b.f := n; b := b.g; } }\n", i)
	}
	for i := range 60 {
		fmt.Fprintf(&wide, "x%d := new(); b.f%d := x%d; ", i, i, i)
	}
	for _, text := range []string{
		heap, many.String(), "get(b) { " + wide.String() + " }\nset(b) { " + wide.String() + " }\n",
	} {
		c.write("endless", "4.3.il", text)
		c.write("endless", "12.2.il", text)
	}
}

// TestClass: in a class with good and hostile hand-ins, the good ones get all their points and the
// others none, and each student learns why. No text of a hand-in is echoed, nor any character that
// a terminal, a table or a file system interprets.
func TestClass(t *testing.T) {
	const master = "../../lesson/course"
	lessons := lessontest.Read(t, os.DirFS(master))
	tasks := 0
	for _, l := range lessons {
		tasks += len(l.Tasks)
	}
	c := newClassroom(t, lessons)
	notes := filepath.Join(t.TempDir(), "notes")
	code, out, errs := execute(t.Context(), "", "grade", c.dir, "--master", master, "--json",
		"--feedback", notes)
	var d report.Grades
	if err := json.Unmarshal([]byte(out), &d); err != nil ||
		code != int(console.ExitInconclusive) || errs != "" {
		t.Fatalf("grade: exit %d, Unmarshal: %v, errors %q; want exit %d without errors", code, err,
			errs, console.ExitInconclusive)
	}
	if len(d.Students) != goodHandIns+hostileHandIns || len(d.LeftOut) != 2 {
		t.Errorf("%d students, and the files %q are left out; want %d students and 2 files",
			len(d.Students), d.LeftOut, goodHandIns+hostileHandIns)
	}
	for i := range d.Students {
		s := &d.Students[i]
		switch good := strings.HasPrefix(s.Student, "good-"); {
		case good && (s.Done != tasks || s.Points != d.MaxPoints || len(s.Faults) > 0):
			t.Errorf("%s: %d tasks done, %d points, faults %q; want %d, %d and none", s.Student,
				s.Done, s.Points, s.Faults, tasks, d.MaxPoints)
		case !good && (s.Done != 0 || s.Points != 0):
			t.Errorf("%q: %d tasks done, %d points, want 0", s.Student, s.Done, s.Points)
		case !good && len(s.Faults) == 0 && len(s.Works) == 0:
			t.Errorf("%q has no faults and no works, want a reason", s.Student)
		}
	}
	d.WithStatistics, d.WithLikeness = true, true
	var table, text bytes.Buffer
	must(t, report.GradesCSV(&table, &d))
	must(t, report.Text(&text, report.Style{}, &d))
	files, err := filepath.Glob(filepath.Join(notes, "*.txt"))
	if err != nil || len(files) != len(d.Students) {
		t.Errorf("%d files of feedback, %v; want %d", len(files), err, len(d.Students))
	}
	all := map[string]string{"document": out, "table": table.String(), "text": text.String()}
	for _, name := range files {
		note, err := os.ReadFile(name)
		must(t, err)
		all[filepath.Base(name)] = string(note)
	}
	for name, text := range all {
		for _, not := range []string{
			secretText, "\x1b", "\a", "\u202e", "root:", strings.Repeat("x", 100),
		} {
			// In JSON, names are data.
			if strings.Contains(text, not) && (not != "\u202e" || name != "document") {
				t.Errorf("%s contains %q", name, not)
			}
		}
	}
}

// BenchmarkClass grades the class of TestClass.
func BenchmarkClass(b *testing.B) {
	const master = "../../lesson/course"
	c := newClassroom(b, lessontest.Read(b, os.DirFS(master)))
	for b.Loop() {
		code, _, errs := execute(b.Context(), "", "grade", c.dir, "--master", master)
		if code != int(console.ExitInconclusive) || errs != "" {
			b.Fatalf("grade: exit %d, errors %q", code, errs)
		}
	}
}
