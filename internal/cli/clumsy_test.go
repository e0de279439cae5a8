//go:build unix

package cli

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"wobbly/internal/cli/console"
	"wobbly/internal/lessontest"
	"wobbly/lesson"
	"wobbly/report"
)

// clumsyEach is the number of students who hand in answers in each of the ways: with the tag full,
// 10.
var clumsyEach = 4

// An answer is a right solution of a task: its place, such as 1.1, and the extension and the text
// of the file.
type answer struct{ place, ending, text string }

// named returns the files of answers, by names of a form such as "%s (1)%s", for the place and the
// extension.
func named(form string, answers []answer) map[string]string {
	files := map[string]string{}
	for _, x := range answers {
		files[fmt.Sprintf(form, x.place, x.ending)] = x.text
	}
	return files
}

// saved returns the files of answers with their usual names, and with the texts that save returns.
func saved(answers []answer, save func(string) string) map[string]string {
	files := named("%s%s", answers)
	for name, text := range files {
		files[name] = save(text)
	}
	return files
}

// edited is like saved for the answers with an extension, and does not change the others.
func edited(answers []answer, ending string, edit func(string) string) map[string]string {
	all := slices.Clone(answers)
	for i := range all {
		if all[i].ending == ending {
			all[i].text = edit(all[i].text)
		}
	}
	return named("%s%s", all)
}

// utf16Text encodes a text in UTF-16.
func utf16Text(text string, order binary.AppendByteOrder) string {
	var raw []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		raw = order.AppendUint16(raw, unit)
	}
	return string(raw)
}

// packed returns a zip of files.
func packed(t testing.TB, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range files {
		w, err := z.Create(name)
		must(t, err)
		_, err = w.Write([]byte(text))
		must(t, err)
	}
	must(t, z.Close())
	return b.String()
}

// prefixed returns files with a prefix before their names.
func prefixed(prefix string, files map[string]string) map[string]string {
	all := map[string]string{}
	for name, text := range files {
		all[prefix+name] = text
	}
	return all
}

// clumsyWays returns the ways in which right answers are handed in: functions from a student's name
// and number to the files below the directory of all hand-ins.
func clumsyWays(t testing.TB, answers []answer,
	record string) map[string]func(who string, n int) map[string]string {
	t.Helper()
	own := func(files map[string]string) func(string, int) map[string]string {
		return func(who string, n int) map[string]string { return prefixed(who+"/", files) }
	}
	windows := func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }
	words := map[string]string{}
	for _, x := range answers {
		lesson, task, _ := strings.Cut(x.place, ".")
		words["lesson"+lesson+"_task"+task+x.ending] = x.text
	}
	folders := map[string]string{}
	for name, text := range words {
		folders[strings.Replace(name, "_", "/", 1)] = text
	}
	lines := func(form string) func(string) string {
		return func(s string) string {
			return strings.ReplaceAll(form, "%s", strings.TrimSuffix(s, "\n")) + "\n"
		}
	}
	replace := func(old, new string) func(string) string {
		return func(s string) string { return strings.ReplaceAll(s, old, new) }
	}
	eachLine := func(prefix func(i int) string) func(string) string {
		return func(s string) string {
			var b strings.Builder
			for i, line := range strings.Split(strings.TrimSuffix(s, "\n"), "\n") {
				b.WriteString(prefix(i+1) + line + "\n")
			}
			return b.String()
		}
	}
	// together puts all answers into one text, each after a heading.
	together := func(heading string, text func(string) string) string {
		var b strings.Builder
		for _, x := range answers {
			b.WriteString(text(strings.ReplaceAll(heading, "%s", x.place)) + text(x.text))
		}
		return b.String()
	}
	paragraphs := func(s string) string {
		return "<p>" + strings.NewReplacer("\n", "</p>\r\n<p>", "  ", "&nbsp; ").Replace(
			html.EscapeString(s)) + "</p>"
	}
	pages := map[string]string{}
	for _, x := range answers {
		pages[x.place+".html"] = paragraphs(x.text)
	}
	const personal = "Name: Ada\nMatr.-Nr.: 1234567\n\nSolution:\n%s"
	return map[string]func(string, int) map[string]string{
		"arrow":       own(edited(answers, ".txt", replace(" ", " → "))),
		"ascii-arrow": own(edited(answers, ".txt", replace(" ", "->"))),
		"word-arrow":  own(edited(answers, ".txt", replace(" ", " \uf0e0 "))),
		"then":        own(edited(answers, ".txt", replace(" ", ", then "))),
		"dash":        own(edited(answers, ".txt", replace(" ", "-"))),
		"bars":        own(edited(answers, ".txt", replace(" ", "|"))),
		"brackets":    own(edited(answers, ".txt", lines("[%s]"))),
		"label":       own(edited(answers, ".txt", lines("**Answer:** %s"))),
		"bullet":      own(edited(answers, ".txt", lines("• %s"))),
		"header":      own(saved(answers, lines(personal))),
		"letter-to":   own(saved(answers, lines("Dear Sir, this is my work\n\n%s\n\nYours, Ada"))),
		"fence":       own(saved(answers, lines("I think:\n```il\n%s\n```\nIt works."))),
		"mail":        own(saved(answers, eachLine(func(int) string { return "> " }))),
		"numbers": own(edited(answers, ".il",
			eachLine(func(i int) string { return fmt.Sprintf("%2d  ", i) }))),
		"numbered": own(edited(answers, ".txt", func(s string) string {
			return eachLine(func(i int) string { return fmt.Sprintf("%d. ", i) })(
				strings.ReplaceAll(s, " ", "\n"))
		})),
		"html": own(pages),
		"one-file": own(map[string]string{
			"hw.txt": "Name: Ada\n\n" + together("Task %s:\n", strings.Clone)}),
		"one-markdown": own(map[string]string{"hw.md": together("## %s\n", strings.Clone)}),
		"moodle-online": func(who string, n int) map[string]string {
			name := fmt.Sprintf("%s X_%d_assignsubmission_onlinetext_/onlinetext.html", who, 1000+n)
			return map[string]string{name: together("Task %s\n", paragraphs)}
		},
		"moodle-online-flat": func(who string, n int) map[string]string {
			name := fmt.Sprintf("%s X_%d_assignsubmission_onlinetext_.html", who, 1000+n)
			const head = "<html><head><title>x</title></head>"
			return map[string]string{name: head + together("%s)\n", paragraphs)}
		},
		"canvas-text": func(who string, n int) map[string]string {
			name := fmt.Sprintf("%s_%d_%d_text.html", who, 1000+n, 5000+n)
			return map[string]string{name: together("Task %s\n", paragraphs)}
		},
		"blackboard-text": func(who string, n int) map[string]string {
			name := "Week_1_" + who + "_attempt_2026-11-01-10-00-00.txt"
			return map[string]string{name: "Name: " + who + "\r\n\r\nSubmission Field:\r\n" +
				together("Task %s\n", paragraphs) +
				"\r\n\r\nComments:\r\nThere are none.\r\n"}
		},
		"plain": own(named("%s%s", answers)),
		"bom":   own(saved(answers, func(s string) string { return "\ufeff" + windows(s) })),
		"utf16": own(saved(answers,
			func(s string) string { return utf16Text("\ufeff"+windows(s), binary.LittleEndian) })),
		"utf16be": own(saved(answers,
			func(s string) string { return utf16Text("\ufeff"+s, binary.BigEndian) })),
		"utf16-bare": own(saved(answers,
			func(s string) string { return utf16Text(s, binary.LittleEndian) })),
		"ansi": own(saved(answers,
			func(s string) string {
				return strings.ReplaceAll(s, "// so", "// f\xfcr \x93sie\x94")
			})),
		"word": own(saved(answers, func(s string) string {
			return strings.NewReplacer(" ", "\u00a0", "// so", "// “so” – sie’s").Replace(s)
		})),
		"full-width": own(saved(answers, func(s string) string {
			return strings.Map(func(r rune) rune {
				if r > ' ' && r < 0x7f {
					r += 'Ａ' - 'A'
				}
				return r
			}, s)
		})),
		"mac": own(saved(answers,
			func(s string) string { return strings.ReplaceAll(s, "\n", "\r") })),
		"zero-width": own(saved(answers,
			func(s string) string { return strings.ReplaceAll(s, " ", "\u200b ") })),
		"cyrillic": own(edited(answers, ".txt",
			func(s string) string { return strings.NewReplacer("A", "А", "B", "В").Replace(s) })),
		"step-lines": own(edited(answers, ".txt",
			func(s string) string { return strings.ReplaceAll(s, " ", "\n") })),
		"comment": own(edited(answers, ".txt",
			func(s string) string { return "// Ada, group 3\n" + s })),
		"again": own(named("%s (1)%s", answers)),
		"kopie": own(named("%s - Kopie%s", answers)),
		"comma": own(named("%s%s", func() []answer {
			all := slices.Clone(answers)
			for i := range all {
				all[i].place = strings.Replace(all[i].place, ".", ",", 1)
			}
			return all
		}())),
		"letter":  own(named("L%s%s", answers)),
		"task":    own(named("Task %s%s", answers)),
		"words":   own(words),
		"folders": own(folders),
		"dated":   own(named("2026-11-01 %s final%s.txt", answers)),
		"zip":     own(map[string]string{"work.zip": packed(t, named("%s%s", answers))}),
		"zip-zip": own(map[string]string{"all.zip": packed(t,
			map[string]string{
				"my work/work.zip": packed(t, named("%s%s", answers)), "__MACOSX/my work/._x": "x",
			})}),
		"zip-top": func(who string, n int) map[string]string {
			content := packed(t, prefixed("homework/", named("%s%s", answers)))
			return map[string]string{who + ".zip": content}
		},
		"canvas": func(who string, n int) map[string]string {
			return prefixed(fmt.Sprintf("%s_LATE_%d_%d_", who, 1000+n, 5000+n),
				named("%s-1%s", answers))
		},
		"moodle": func(who string, n int) map[string]string {
			return prefixed(fmt.Sprintf("%s X_%d_assignsubmission_file_/", who, 1000+n),
				named("%s%s", answers))
		},
		"moodle-flat": func(who string, n int) map[string]string {
			return prefixed(fmt.Sprintf("%s X_%d_assignsubmission_file_", who, 1000+n),
				named("%s%s", answers))
		},
		"blackboard": func(who string, n int) map[string]string {
			all := prefixed("Week_1_"+who+"_attempt_2026-11-01-10-00-00_", named("%s%s", answers))
			all["Week_1_"+who+"_attempt_2026-11-01-10-00-00.txt"] = "Name: " + who
			return all
		},
		"record": func(who string, n int) map[string]string {
			text := utf16Text("\ufeff"+record, binary.LittleEndian)
			return map[string]string{who + ".json": text}
		},
	}
}

// lossyFiles returns files that cannot be graded, by the reason that is reported for them.
func lossyFiles(t testing.TB) map[string]map[string]string {
	t.Helper()
	return map[string]map[string]string{
		"no-task":      {"l1/essay.txt": "Races are bad."},
		"two-tasks":    {"l2/1.1 and 2.1.txt": "A B A B"},
		"unknown-task": {"l3/99.1.txt": "A"},
		"not-text": {"l4/1.1.pdf": "%PDF-1.7",
			"l4/2.1.docx": packed(t, map[string]string{"[Content_Types].xml": ""})},
		"bad-archive": {"l5/all.zip": "PK\x03\x04"},
		"too-large":   {"l6/1.1.txt": strings.Repeat("A", 1<<20+1)},
		"no-student": {"1.1.txt": "A B A B", "submissions.zip": packed(t,
			map[string]string{"lovelaceada_1234_5678_1.1.txt": "A B A B"})},
		"bad-record": {"l7/record.json": `{"schema":"wobbly/lesson-record/1","lessons":[`},
		"undecided":  {"l8/4.1.il": "insert(l) { n := new(); }" + strings.Repeat(" ", 20_000)},
		"malformed":  {"l9/1.1.txt": "hello", "l9/4.1.il": "insert(l) { n = new() }"},
	}
}

// TestClumsyClass hands in right answers in clumsy ways. None is lost, and the first twenty
// lines name each file that cannot be graded, with the reason.
func TestClumsyClass(t *testing.T) {
	masters := lessontest.Read(t, os.DirFS("../../lesson/course"))
	var answers []answer
	var r lesson.Records
	for _, n := range []int{1, 2, 4} {
		task := masters[n-1].Tasks[0]
		text, ending := "", ".txt"
		key := task.Key()
		if task.Kind == lesson.Program {
			text, ending = "// so\n"+key.Program, ".il"
		} else {
			text = strings.Join(key.Schedules, " | ") + "\n"
		}
		answers = append(answers,
			answer{place: fmt.Sprintf("%d.1", n), ending: ending, text: text})
		record := lesson.NewGame(masters[n-1]).Record()
		record.Tasks[0].Solution, record.Tasks[0].Done = &key, true
		r.Put(record)
	}
	var record strings.Builder
	must(t, r.Write(&record))
	dir := t.TempDir()
	write := func(files map[string]string) {
		for name, text := range files {
			path := filepath.Join(dir, name)
			must(t, os.MkdirAll(filepath.Dir(path), 0o777))
			must(t, os.WriteFile(path, []byte(text), 0o666))
		}
	}
	ways := clumsyWays(t, answers, record.String())
	if len(ways) != 51 {
		t.Fatalf("%d ways, want 51", len(ways))
	}
	n := 0
	for way, hand := range ways {
		for range clumsyEach {
			n++
			write(hand(fmt.Sprintf("%s-%d", way, n), n))
		}
	}
	code, out, errs := execute(t.Context(), "", "grade", dir, "--lessons", "1,2,4", "--json")
	var d report.Grades
	if err := json.Unmarshal([]byte(out), &d); err != nil || code != 0 || errs != "" {
		t.Fatalf("grade: exit %d, Unmarshal: %v, errors %q; want exit 0 without errors", code, err,
			errs)
	}
	if len(d.Students) != n || d.FilesLost != 0 {
		t.Errorf("%d students, %d files are not graded (%+v); want %d students and 0 files",
			len(d.Students), d.FilesLost, d.Losses, n)
	}
	for _, s := range d.Students {
		if s.Points != len(answers) || len(s.Faults) > 0 {
			t.Errorf("%s has %d points, faults %q; want %d and none", s.Student, s.Points, s.Faults,
				len(answers))
		}
	}

	// A zip of the class gives the same grades.
	whole := filepath.Join(t.TempDir(), "class.zip")
	all := map[string]string{}
	must(t, filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(filepath.Dir(dir), path)
		all[filepath.ToSlash(relative)] = string(text)
		return err
	}))
	must(t, os.WriteFile(whole, []byte(packed(t, all)), 0o666))
	code, zipped, errs := execute(t.Context(), "", "grade", whole, "--lessons", "1,2,4", "--json")
	if code != 0 || zipped != out {
		t.Errorf("grade of a zip: exit %d, errors %q\n%.2000s\nwant, as for the folder,\n%.2000s",
			code, errs, zipped, out)
	}

	lossy := lossyFiles(t)
	for _, files := range lossy {
		write(files)
	}
	code, out, _ = execute(t.Context(), "", "grade", dir, "--lessons", "1,2,4")
	first := strings.Split(out, "\n")
	first = first[:min(20, len(first))]
	codeJSON, doc, _ := execute(t.Context(), "", "grade", dir, "--lessons", "1,2,4", "--json")
	must(t, json.Unmarshal([]byte(doc), &d))
	if code != int(console.ExitInconclusive) || codeJSON != code {
		t.Errorf("exit %d, and %d with --json; want %d", code, codeJSON, console.ExitInconclusive)
	}
	for why := range lossy {
		i := slices.IndexFunc(d.Losses, func(x report.Loss) bool { return x.Reason == why })
		if i < 0 {
			t.Errorf("the reason %s is not reported: %+v", why, d.Losses)
			continue
		}
		if !slices.ContainsFunc(first,
			func(line string) bool { return strings.Contains(line, d.Losses[i].Text) }) {
			t.Errorf("%q is not in the first twenty lines:\n%s", d.Losses[i].Text,
				strings.Join(first, "\n"))
		}
	}
	if want := fmt.Sprintf("%d students, ", n+9); !strings.HasPrefix(first[0], want) {
		t.Errorf("the first line is %q, want prefix %q", first[0], want)
	}
	if len(d.Losses) != len(lossy) {
		t.Errorf("%d reasons are reported, want %d: %+v", len(d.Losses), len(lossy), d.Losses)
	}
}
