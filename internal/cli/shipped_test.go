package cli

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/cli/console"
	"wobbly/report"
)

// TestShipped: each command of both programs has a manual page with all of its help, which refers
// only to pages that exist. The completion scripts are those that the command completion prints.
func TestShipped(t *testing.T) {
	files := map[string][]byte{}
	err := errors.Join(
		wobblyProgram().Ship(files, "v1.2.3", "2026-11-22"),
		Hive().Ship(files, "v1.2.3", "2026-11-22"),
	)
	if err != nil {
		t.Fatal(err)
	}
	pages := 0
	unescape := strings.NewReplacer(`\-`, "-", `\(aq`, "'", `\e`, `\`)
	for _, p := range []*Program{wobblyProgram(), Hive()} {
		model := p.parser(&console.App{Name: p.Name}, p.ordered(), new(globals), new(bool)).Model
		for _, n := range subcommands(model.Node) {
			name := manName(p, n)
			page, ok := files["share/man/man1/"+name+".1"]
			pages++
			h := p.help(model, n)
			title := `.TH "` + strings.ReplaceAll(strings.ToUpper(name), "-", `\-`) +
				`" "1" "2026-11-22" "`
			if !ok || !strings.HasPrefix(string(page), title) {
				t.Errorf("the page of %s is missing or begins with %.100q, want %q", name, page,
					title)
			}
			groups := append(slices.Clone(h.Flags), h.Commands...)
			for _, rows := range append(groups, report.HelpGroup{Rows: h.Args}) {
				for _, r := range rows.Rows {
					want := "\n.TP\n" + r[0] + "\n" + r[1] + "\n"
					if !strings.Contains(unescape.Replace(string(page)), want) {
						t.Errorf("the page of %s does not have %q", name, want)
					}
				}
			}
		}
	}
	scripts := 0
	for path, text := range files {
		if strings.Contains(path, "/man/") {
			checkRoff(t, path, string(text), files)
			continue
		}
		scripts++
		_, out, _ := execute(context.Background(), "", "completion", shellOf(path))
		if !strings.Contains(path, "hive") && out != string(text) {
			t.Errorf("%s is not what completion %s prints", path, shellOf(path))
		}
	}
	if pages+2+scripts != len(files) || scripts != 8 {
		t.Errorf("%d files: %d pages of commands and %d scripts; want 8 scripts, and 2 other pages",
			len(files), pages, scripts)
	}
}

// shellOf returns the shell that reads a script.
func shellOf(path string) string {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if strings.Contains(path, shell) {
			return shell
		}
	}
	return ""
}

// checkRoff checks that a page has only known macros of roff, only text that roff does not change,
// and references only to pages among the files.
func checkRoff(t *testing.T, path, text string, files map[string][]byte) {
	t.Helper()
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, ".TH ") {
			continue
		}
		if macro, ok := strings.CutPrefix(line, "."); ok {
			switch strings.SplitN(macro, " ", 2)[0] {
			case "SH", "PP", "TP", "RS", "RE", "nf", "fi":
			default:
				t.Errorf("%s: the line %q has an unknown macro", path, line)
			}
			continue
		}
		bareHyphen := strings.Contains(strings.ReplaceAll(line, `\-`, ""), "-")
		if line == "" || bareHyphen || strings.ContainsAny(line, "'`^~") {
			t.Errorf("%s: the line %q is empty or has a character that roff changes", path, line)
		}
	}
	_, references, found := strings.Cut(text, "SEE ALSO\"\n")
	if !found {
		return
	}
	references = strings.TrimSpace(strings.ReplaceAll(references, `\-`, "-"))
	for name := range strings.SplitSeq(references, ", ") {
		if _, ok := files["share/man/man1/"+strings.TrimSuffix(name, "(1)")+".1"]; !ok {
			t.Errorf("%s refers to %s, which is not shipped", path, name)
		}
	}
}
