package spell

import "testing"

func TestCompose(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "",
		"plain":                   "plain",
		"e\u0301te\u0301":         "été",
		"\u0301e":                 "\u0301e",
		"q\u0301":                 "q\u0301",
		"o\u0323\u0302":           "ộ",
		"\u0418\u0306":            "Й",
		"e\u0301\u0301":           "é\u0301",
		"o\u031b\u0301 a\u0308 b": "ớ ä b",
	} {
		if got := Compose(text); got != want {
			t.Errorf("Compose(%q) = %q, want %q", text, got, want)
		}
	}
	for mark, pairs := range composed {
		letters := []rune(pairs)
		if len(letters)%2 != 0 {
			t.Fatalf("the letters of %U are not pairs: %q", mark, pairs)
		}
		for i := 0; i < len(letters); i += 2 {
			in, want := string(letters[i])+string(mark), string(letters[i+1])
			if got := Compose(in); got != want {
				t.Errorf("Compose(%+q) = %q, want %q", in, got, want)
			}
		}
	}
}
