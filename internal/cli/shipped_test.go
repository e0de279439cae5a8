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
	err := errors.Join(wobblyProgram().Ship(files, "v1.2.3", "2026-11-22"),
		Hive().Ship(files, "v1.2.3", "2026-11-22"))
	if err != nil {
		t.Fatal(err)
	}
	pages := 0
	for _, p := range []*Program{wobblyProgram(), Hive()} {
		model := p.parser(&console.App{Name: p.Name}, p.ordered(), new(globals), new(bool)).Model
		for _, n := range subcommands(model.Node) {
			name := manName(p, n)
			page, ok := files["share/man/man1/"+name+".1"]
			pages++
			h := p.help(model, n)
			if !ok || !strings.HasPrefix(string(page),
				`.TH "`+strings.ReplaceAll(strings.ToUpper(name), "-", `\-`)+
					`" "1" "2026-11-22" "`) {
				t.Errorf("the page of %s is missing or has another title: %.100s", name, page)
			}
			groups := append(slices.Clone(h.Flags), h.Commands...)
			for _, rows := range append(groups, report.HelpGroup{Rows: h.Args}) {
				for _, r := range rows.Rows {
					if plain := strings.NewReplacer(`\-`, "-", `\(aq`, "'", `\e`, `\`).Replace(string(page)); !strings.Contains(plain, "\n.TP\n"+r[0]+"\n"+r[1]+"\n") {
						t.Errorf("%s does not tell %q", name, r)
					}
				}
			}
		}
	}
	scripts := 0
	for path, text := range files {
		if strings.Contains(path, "/man/") {
			holdsRoff(t, path, string(text), files)
			continue
		}
		scripts++
		_, out, _ := execute(context.Background(), "", "completion", shellOf(path))
		if !strings.Contains(path, "hive") && out != string(text) {
			t.Errorf("%s is not what completion prints", path)
		}
	}
	if pages+2+scripts != len(files) || scripts != 8 {
		t.Errorf("%d pages and %d scripts are %d files", pages, scripts, len(files))
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

// holdsRoff holds a page against what roff reads: known macros, and text that it takes as
// it is.
func holdsRoff(t *testing.T, path, text string, files map[string][]byte) {
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
				t.Errorf("%s: unknown macro %s", path, line)
			}
		} else if line == "" || strings.ContainsAny(line, "'`^~") || strings.Contains(strings.ReplaceAll(line, `\-`, ""), "-") {
			t.Errorf("%s: the line %q", path, line)
		}
	}
	_, see, _ := strings.Cut(text, "SEE ALSO\"\n")
	for _, name := range strings.Split(strings.TrimSpace(strings.ReplaceAll(see, `\-`, "-")),
		", ") {
		if _, ok := files["share/man/man1/"+strings.TrimSuffix(name, "(1)")+".1"]; !ok &&
			see != "" {
			t.Errorf("%s: there is no %s", path, name)
		}
	}
}
