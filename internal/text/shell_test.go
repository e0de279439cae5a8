package text

import "testing"

func TestShellWord(t *testing.T) {
	// The words quoted for a POSIX shell and for the shells of Windows.
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

		// The first and last letters and digits, and their neighbours in ASCII.
		"azAZ09": {"azAZ09", "azAZ09"},
		"`":      {"'`'", "'`'"},
		"{":      {"'{'", `"{"`},
		"[":      {"'['", `"["`},
		"@":      {"@", `"@"`},
		"/":      {"/", "/"},
		":":      {":", ":"},

		// The characters at both ends of the range that a terminal shows instead of obeying.
		"\x1b":   {`$'\x1b'`, "\"\x1b\""},
		"\x7f":   {`$'\x7f'`, "\"\x7f\""},
		" \x1f~": {`$' \x1f~'`, "\" \x1f~\""},
	} {
		if got := posixWord(word); got != want[0] {
			t.Errorf("posixWord(%q) = %s, want %s", word, got, want[0])
		}
		if got := windowsWord(word); got != want[1] {
			t.Errorf("windowsWord(%q) = %s, want %s", word, got, want[1])
		}
	}
	if got := ShellWord("a b"); got != posixWord("a b") && got != windowsWord("a b") {
		t.Errorf("ShellWord(\"a b\") = %s, want it quoted", got)
	}
}
