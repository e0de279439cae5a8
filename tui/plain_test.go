package tui

import (
	"strings"
	"testing"

	"wobbly/tui/screen"
	"wobbly/tui/tuitest"
)

// TestPlain compares the output of plain mode with goldens.
func TestPlain(t *testing.T) {
	tests := []struct{ name, in string }{
		{"race", "a\nb\n: b.f\nheap\nlocals\ncode\ntrace\ny\nexplain\nfirst\nuntil race\nc\nm\n" +
			"watch b.f\nleft\nright 5\nq\na\n"},
		{"refused", "jump\nu\nleft\ngo 99\nthen\nright x\nc\nuntil zq\n: &&\nsave x\npaste A+\n" +
			"paste wobbly:1:x\nW o9.f\nW A.out\nW A.b\nm\n"},
		{"predict", "predict\npredict b\npredict b fortyTwo=o3\npredict later\n" +
			"predict later later=no\npredict end A.out\npredict on\na\npredict a go=a\n" +
			"predict score\nq\n"},
		{"beside", "beside\nA2\nbeside B2 A\nleft\nb\nbeside\nbeside branch 1\nbeside branch 2\n" +
			"beside branch 7\nbeside A9\nbeside nowhere.il\nq\n"},
		{"help", "help\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			bye, err := Plain(t.Context(), strings.NewReader(tt.in), &out,
				Options{Program: burble(t)})
			if err != nil {
				t.Fatal(err)
			}
			tuitest.Golden(t, "testdata/plain."+tt.name+".golden", out.String()+"> "+bye.Resume+"\n")
			if strings.Contains(out.String(), "\x1b") {
				t.Errorf("the output contains escape sequences: %q", out.String())
			}
		})
	}
}

// TestPlainChoice makes choices by their words.
func TestPlainChoice(t *testing.T) {
	const text = "m(b) { while * { x := b.f; } }"
	var out strings.Builder
	bye, err := Plain(t.Context(),
		strings.NewReader("a\nthen\nloop\nloop a\na\nexit a\nexit\nB\nu\nsave here\n"), &out,
		Options{
			Program: program(t, "m.il", text, "m", "m"),
			Files: screen.Files{Save: func(name string, _ []byte) (string, error) {
				return "/" + name, nil
			}},
		})
	if err != nil {
		t.Fatal(err)
	}
	if bye.Schedule != "A+ A-0" || len(bye.Saved) != 1 || bye.Saved[0] != "/here" {
		t.Errorf("Plain = %+v, want the schedule A+ A-0 and /here saved:\n%s", bye, out.String())
	}
}

// TestPlainNeedsAProgram: Plain fails without a program.
func TestPlainNeedsAProgram(t *testing.T) {
	var out strings.Builder
	if _, err := Plain(t.Context(), strings.NewReader(""), &out, Options{}); err == nil {
		t.Error("Plain without a program: no error")
	}
}
