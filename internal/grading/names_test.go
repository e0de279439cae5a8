package grading

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
)

// TestPlace checks that lesson and task are found in file names, and what is wrong with others.
func TestPlace(t *testing.T) {
	c := &class{o: Options{Lessons: masters(t)}}
	lone := &class{o: Options{Lessons: masters(t)[:1]}}
	for name, want := range map[string]string{
		// a number of a lesson and one of a task
		"1.1.txt":        "1.1",
		"01-1.il":        "1.1",
		"02-1-again.txt": "2.1",
		"1.1":            "1.1",
		"1.1.il.txt":     "1.1",
		// copies
		"1.1 (1).txt":        "1.1",
		"1.1(2).txt":         "1.1",
		"1.1 - Kopie.txt":    "1.1",
		"1.1 - Copy (2).txt": "1.1",
		"1.1 copy 2.txt":     "1.1",
		"Kopie von 1.1.txt":  "1.1",
		"1.1-2.txt":          "1.1",
		"1.1 final.txt":      "1.1",
		// other separators
		"1,1.txt":   "1.1",
		"1_1.txt":   "1.1",
		"1 1.txt":   "1.1",
		"1-1-1.txt": "1.1",
		"1:1.txt":   "1.1",
		// words, in several languages
		"L1.1.txt":               "1.1",
		"l1_1.txt":               "1.1",
		"Task 1.1.txt":           "1.1",
		"task1.1.txt":            "1.1",
		"Aufgabe 4.1.txt":        "4.1",
		"lesson1_task1.il":       "1.1",
		"Lesson 4 Task 1.il":     "4.1",
		"L4T1.il":                "4.1",
		"l4-t1.txt":              "4.1",
		"Lektion 4 Aufgabe 1.il": "4.1",
		"task1_lesson4.il":       "4.1",
		"lesson4/task1.il":       "4.1",
		"lesson 4/1.il":          "4.1",
		"4/1.il":                 "4.1",
		"hw3 - 1.1.txt":          "1.1",
		"ada2_1.1.txt":           "1.1",
		"12345_1.1.txt":          "1.1",
		"ada_1_1.txt":            "1.1",
		// dates, times and versions
		"2026-11-01_1.1.txt":          "1.1",
		"1.1 2026-11-01 10-00-00.txt": "1.1",
		"01.11.2026 1.1.txt":          "1.1",
		"1.1_v2.txt":                  "1.1",
		"v2 1_1.txt":                  "1.1",
		"1.1.3.txt":                   "1.1",
		"1\u00a0.1 1.1.txt":           "1.1",
		"1–1.txt":                     "1.1",
		"13.1.txt":                    "13.1",
		"Ａ１．１.txt":                    "1.1",
		"Lo\u0308sung 4.1.il":         "4.1",
		// no task, or more than one
		"1.1_1.2.txt":     "names more than one task: 1.1 and 1.2",
		"1.1 and 4.1.txt": "names more than one task: 1.1 and 4.1",
		"99.1.txt":        "there is no lesson 99 with a task 1",
		"1.9.txt":         "there is no lesson 1 with a task 9",
		"essay.txt":       "names no lesson",
		"11.txt":          "names no lesson",
		"task1.txt":       "names no lesson",
		"1001.1001.txt":   "names no lesson",
	} {
		p, err := c.place(File{Name: name})
		got := fmt.Sprintf("%d.%d", p.Lesson, p.Task)
		if err != nil {
			got = err.Error()[:min(len(want), len(err.Error()))]
		}
		if got != want {
			t.Errorf("place(%q) = %v, %v; want %q", name, p, err, want)
		}
	}
	if p, err := lone.place(File{Name: "task 2.txt"}); err != nil || p != (Place{1, 2}) {
		t.Errorf("place(%q) with a single lesson = %v, %v; want 1.2", "task 2.txt", p, err)
	}
}

// TestPlatforms checks that students are found in the file names of learning platforms.
func TestPlatforms(t *testing.T) {
	for name, want := range map[string]string{
		"lovelaceada_12345_67890_1.1.txt":                  "lovelaceada_12345 1.1.txt",
		"lovelaceada_LATE_12345_67890_1.1-1.txt":           "lovelaceada_12345 1.1-1.txt",
		"Ada Lovelace_12345_assignsubmission_file_":        "Ada Lovelace_12345 ",
		"Ada Lovelace_12345_assignsubmission_file_1.1.txt": "Ada Lovelace_12345 1.1.txt",
		"Ada Lovelace_12345_assignsubmission_file":         "Ada Lovelace_12345 ",
		"Lab_1_ada_attempt_2026-11-01-10-00-00_1.1.txt":    "ada 1.1.txt",
		"Assignment_ada_attempt_2026-11-01-10-00-00.txt":   "ada ",
		"ada_1.1.txt":    "",
		"1.1.txt":        "",
		"ada_123_assign": "",
		"ada_12_1.1.txt": "",
	} {
		got := ""
		if who, rest, ok := OfPlatform(name); ok {
			got = who.String() + " " + rest
		}
		if got != want {
			t.Errorf("OfPlatform(%q) = %q, want %q", name, got, want)
		}
	}
}

// TestPattern checks which student and task a pattern finds in a path.
func TestPattern(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		want          string // empty if the path does not match
	}{
		{"{student}_{lesson}.{task}.txt", "x/ada_1.2.txt", "ada 1.2"},
		{"{student}_{lesson}.{task}.txt", "ada_b_01.2.txt", "ada_b 1.2"},
		{"{student}_{lesson}.{task}.txt", "ada_1.2.il", ""},
		{"week{lesson}/{student}-{task}*", "week4/ada-1 (copy).txt", "ada 4.1"},
		{"week{lesson}/{student}-{task}*", "x/week4/ada-1.txt", ""},
		{"{student} *", "ada 1.1.txt", "ada 0.0"},
		{"hw{lesson}q{task}.*", "ada/hw4q1.il", " 4.1"},
	} {
		p, err := ParsePattern(c.pattern)
		if err != nil {
			t.Fatalf("ParsePattern(%q): %v", c.pattern, err)
		}
		got := ""
		if who, place, ok := p.Match(c.path); ok {
			got = fmt.Sprintf("%s %d.%d", who, place.Lesson, place.Task)
		}
		if got != c.want {
			t.Errorf("the pattern %q: Match(%q) = %q, want %q", c.pattern, c.path, got, c.want)
		}
	}
}

// TestParsePatternRefuses checks that a pattern needs a student, once, whose name clearly ends.
func TestParsePatternRefuses(t *testing.T) {
	for _, pattern := range []string{
		"", "*", "{lesson}.txt", "{task}", "{name}", "{student}{student}", "\xff{student}.txt",
		// It is unclear where the student's name ends.
		"{student}", "{student}*", "*{student}.txt", "x/{student}",
	} {
		if _, err := ParsePattern(pattern); err == nil {
			t.Errorf("ParsePattern(%q) has no error", pattern)
		}
	}
}

// TestDecode checks that the encodings that editors write are read.
func TestDecode(t *testing.T) {
	const littleEndian, bigEndian = "A\x00 \x00B\x00", "\x00A\x00 \x00B" // "A B" in UTF-16
	for in, want := range map[string]string{
		"":                        "",
		"A B":                     "A B",
		"\xef\xbb\xbfA B":         "A B",
		"A\r\nB\rC\n":             "A\nB\nC\n",
		"A\r\n\x1a":               "A\n",
		"A\x1aB":                  "A\x1aB",
		"\xff\xfe" + littleEndian: "A B",
		"\xfe\xff" + bigEndian:    "A B",
		littleEndian:              "A B",
		bigEndian:                 "A B",
		"// f\xfcr \x96":          "// für –",
		"für":                     "für",
	} {
		if got, err := Decode([]byte(in)); err != nil || got != want {
			t.Errorf("Decode(%q) = %q, %v; want %q", in, got, err, want)
		}
	}
}

// TestDecodeRefuses checks that files that are not text have the fault NotText.
func TestDecodeRefuses(t *testing.T) {
	for _, raw := range []string{
		"%PDF-1.7", "{\\rtf1", "\x89PNG", "A\x00B", "\xff\xfeA", "\x00\x00\x00\x00", "\x1f\x8b\x08",
	} {
		var f *Fault
		if got, err := Decode([]byte(raw)); !errors.As(err, &f) || f.Why != NotText {
			t.Errorf("Decode(%q) = %q, %v; want NotText", raw, got, err)
		}
	}
}

// zipped returns a zip of files, each a name and a text. A file with "link" in its name is a
// symbolic link.
func zipped(t testing.TB, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		h := &zip.FileHeader{Name: files[i], Method: zip.Deflate}
		if strings.Contains(files[i], "link") {
			h.SetMode(fs.ModeSymlink | 0o777)
		}
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = w.Write([]byte(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestUnpack checks the path of the first file of zips. A file that is left out has a fault.
func TestUnpack(t *testing.T) {
	inner := string(zipped(t, "1.1.txt", "A"))
	deep := string(zipped(t, "x.zip", string(zipped(t, "y.zip", inner))))
	bomb := string(zipped(t, "1.1.txt", strings.Repeat("A", MaxBytes+1), "1.2.txt",
		strings.Repeat("A", MaxBytes)))
	damaged := []byte(inner)
	damaged[38] ^= 0xff // the compressed data follow the 30 bytes of the header and the name
	var many, large []string
	for i := range MaxFiles + 1 {
		many = append(many, fmt.Sprintf("%04d.txt", i), "A")
	}
	for i := range MaxAllBytes>>20 + 1 {
		large = append(large, fmt.Sprintf("%04d.txt", i), strings.Repeat("A", MaxBytes))
	}
	for _, c := range []struct {
		name string
		raw  string
		want string // the path of the first file, and the beginning of its fault
		n    int    // the number of files
	}{
		{"1.1.txt", "A", "1.1.txt", 1},
		{"a.zip", inner, "a.zip/1.1.txt", 1},
		{"a", inner, "a/1.1.txt", 1},
		{"a.zip", "Hello", "a.zip has the name of a zip", 1},
		{"a.zip", "PK\x03\x04", "a.zip is a zip that cannot be opened", 1},
		{"a.zip", string(damaged), "a.zip/1.1.txt cannot be unpacked: ", 1},
		{"a.zip", deep, "a.zip/x.zip/y.zip is a zip in a zip in a zip", 1},
		{"a.zip", bomb, "a.zip/1.1.txt is larger than 1 MB", 2},
		{"a.zip", string(zipped(t, "../1.1.txt", "A")),
			"a.zip/1.1.txt has a path that leads out", 1},
		{"a.zip", string(zipped(t, `..\1.1.txt`, "A")),
			"a.zip/1.1.txt has a path that leads out", 1},
		{"a.zip", string(zipped(t, "/etc/passwd", "A")),
			"a.zip/etc/passwd has a path that leads out", 1},
		{"a.zip", string(zipped(t, "link", "1.1.txt")), "a.zip/link is a link", 1},
		{"a.zip", string(zipped(t, strings.Repeat("n", maxName-4)+".txt", "A")),
			"a.zip/" + strings.Repeat("n", maxName-4) + ".txt", 1},
		{"a.zip", string(zipped(t, strings.Repeat("n", maxName+1)+"/1.1.txt", "A")),
			"a.zip/" + strings.Repeat("n", 57) + ".../1.1.txt has a name of more than 255 bytes",
			1},
		{"a.zip", string(zipped(t, strings.Repeat("d/", MaxDepth)+"1.txt", "A")),
			"a.zip/d/d/d/d/d/d/d/d/1.txt", 1},
		{"a.zip", string(zipped(t, strings.Repeat("d/", MaxDepth+1)+"1.txt", "A")),
			"a.zip/d/d/d/d/d/d/d/d/d/1.txt is nested too deep", 1},
		{"a.zip", string(zipped(t, "__MACOSX/._1.1.txt", "A", ".DS_Store", "A", "d/", "",
			"1.1.txt", "A")), "a.zip/1.1.txt", 1},
		{"a.zip", string(zipped(t, many...)), "a.zip/0000.txt", MaxFiles + 1},
		{"a.zip", string(zipped(t, large...)), "a.zip/0000.txt", MaxAllBytes>>20 + 1},
		{"1.1.docx", string(zipped(t, "[Content_Types].xml", "")),
			"1.1.docx is an office document", 1},
		{"1.1.pages", string(zipped(t, "Data/x.jpg", "", "Index/Document.iwa", "")),
			"1.1.pages is an office document", 1},
	} {
		all := Unpack(File{Path: c.name, Name: c.name}, []byte(c.raw), NewAllowance())
		if len(all) != c.n {
			t.Errorf("Unpack(%q), which wants %q: %d files, want %d", c.name, c.want, len(all), c.n)
			continue
		}
		got := all[0].Path
		if all[0].Fault != nil {
			got += " " + all[0].Fault.Error()
			got = got[:min(len(c.want), len(got))]
		}
		if got != c.want {
			t.Errorf("Unpack(%q) = %q, %v; want %q", c.name, all[0].Path, all[0].Fault, c.want)
		}
		if c.n <= 2 {
			continue
		}
		// A limit is exceeded, and only the last file has a fault.
		if before, last := all[c.n-2].Fault, all[c.n-1].Fault; before != nil || last == nil {
			t.Errorf("Unpack(%q): the faults of the last two of %d files are %v and %v, want only "+
				"the last", c.name, c.n, before, last)
		}
	}
}

// TestRosterKnowsNames checks that a directory named after a person or the person's mailbox belongs
// to that person, even if the ids of the roster are numbers.
func TestRosterKnowsNames(t *testing.T) {
	r, err := ReadRoster(strings.NewReader("id;name;email\n" +
		"100;Ada Lovelace;ada@x.org\n101;Ben B;benny@x.org\n102;Ben B;bb@x.org\n" +
		"7;Eva Seven;e7@x.org\n"))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"ada":          "100",
		"Ada Lovelace": "100",
		"lovelace_ada": "100",
		"benny":        "101",
		"bb":           "102",
		"Ben B":        "",
		"eve":          "",
		"adalovelace":  "",
		"100":          "100",
		"":             "",
		"7":            "7",
		"7_1":          "7",
	} {
		got := ""
		if p := r.find(Who{Name: name}); p != nil {
			got = p.id
		}
		if got != want {
			t.Errorf("find(%q) = %q, want %q", name, got, want)
		}
	}
}
