//go:build !windows

package learn

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wobbly/internal/cli/console"
)

// TestEditor: VISUAL takes precedence over EDITOR, both are read as git reads them, a file name
// that begins with a hyphen is not an option, and an error names a program that does not exist.
func TestEditor(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "with blanks")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	ed := filepath.Join(dir, "ed")
	err := os.WriteFile(ed, []byte("#!/bin/sh\nprintf '%s,' \"$@\" > arguments\n"), 0o777)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		env        []string
		file, want string // the arguments of the editor, or the beginning of the error
	}{
		{[]string{"VISUAL='" + ed + "' --wait", "EDITOR=none"}, "a b.il", "--wait,a b.il,"},
		{[]string{"VISUAL=", "EDITOR=\"" + ed + "\""}, "a.il", "a.il,"},
		{[]string{"EDITOR=./ed"}, "-dash.il", "./-dash.il,"},
		{[]string{"EDITOR=X=1 ./ed -n"}, "$HOME.il", "-n,$HOME.il,"},
		{[]string{"EDITOR=nosuchprogram"}, "a.il",
			`there is no program "nosuchprogram"; set VISUAL or EDITOR to your editor`},
		{[]string{"EDITOR=nosuchprogram --wait"}, "a.il",
			`there is no program "nosuchprogram --wait"`},
		{[]string{"EDITOR=false"}, "a.il", "exit status 1"},
	} {
		a := &console.App{Ctx: t.Context()}
		a.Sys.Env = append(os.Environ(), tt.env...)
		if strings.HasPrefix(tt.env[0], "EDITOR") {
			a.Sys.Env = append(a.Sys.Env, "VISUAL=")
		}
		os.Remove("arguments") // an error means that there is none
		got := ""
		if err := chosenEditor(a)(tt.file).Run(); err != nil {
			got = err.Error()
		} else {
			arguments, err := os.ReadFile("arguments")
			if err != nil {
				t.Fatal(err)
			}
			got = string(arguments)
		}
		if !strings.HasPrefix(got, tt.want) {
			t.Errorf("the editor of %q for %s: %q, want %q", tt.env, tt.file, got, tt.want)
		}
	}
}
