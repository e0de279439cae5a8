package text

import "testing"

// TestShellWord quotes words for a POSIX shell and for the shells of Windows.
func TestShellWord(t *testing.T) {
	for word, want := range map[string][2]string{
		"a/b-c.il":        {"a/b-c.il", "a/b-c.il"},
		`C:\a\b-c.il`:     {`'C:\a\b-c.il'`, `C:\a\b-c.il`},
		`C:\a b\`:         {`'C:\a b\'`, `"C:\a b\\"`},
		"a b.il":          {"'a b.il'", `"a b.il"`},
		"meps,reps":       {"meps,reps", `"meps,reps"`},
		"it's":            {`'it'\''s'`, `"it's"`},
		"":                {"''", `""`},
		"-x.il":           {"./-x.il", "./-x.il"},
		"größe.il":        {"'größe.il'", `"größe.il"`},
		"$x":              {"'$x'", "'$x'"},
		"it's $5":         {`'it'\''s $5'`, "'it''s $5'"},
		"a(b)&c.il":       {"'a(b)&c.il'", `"a(b)&c.il"`},
		"%TEMP%.il":       {"%TEMP%.il", `"%TEMP%.il"`},
		"a\x1b'\\\xff.il": {`$'a\x1b\x27\x5c\xff.il'`, "\"a\x1b'\\\xff.il\""},
		"-\u202e":         {`$'./-\xe2\x80\xae'`, "\"./-\u202e\""},
		"it\u2019s $.il":  {"'it\u2019s $.il'", "'it\u2019\u2019s $.il'"},

		// The first and last letters and digits, and what stands beside them in ASCII.
		"azAZ09": {"azAZ09", "azAZ09"},
		"`":      {"'`'", "'`'"}, "{": {"'{'", `"{"`}, "[": {"'['", `"["`}, "@": {"@", `"@"`},
		"/": {"/", "/"}, ":": {":", ":"},
		// The first character that is obeyed stands first, or is the last one of ASCII; a blank is
		// not.
		"\x1b": {`$'\x1b'`, "\"\x1b\""}, "\x7f": {`$'\x7f'`, "\"\x7f\""},
		" \x1f~": {`$' \x1f~'`, "\" \x1f~\""},
	} {
		if got := [2]string{posixWord(word), windowsWord(word)}; got != want {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
	}
	if got := ShellWord("a b"); got != posixWord("a b") && got != windowsWord("a b") {
		t.Errorf("ShellWord(\"a b\") = %s, want it quoted", got)
	}
}
