package il

import (
	"strings"
	"testing"
)

func TestTidy(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""}, {" \t\r\n", ""}, {"x:=y.f", "x := y.f"}, {" x :=\ty . f ", "x := y.f"},
		{"lock( )", "lock()"},
		{"m(a ,b . f)", "m(a, b.f)"}, {"x :=new ( )", "x := new()"}, {"if  *  then", "if * then"},
		{"if*", "if *"}, {"t'1:=b.g", "t'1 := b.g"},
		{"a.f\n:=\nb", "a.f := b"}, {"skip", "skip"}, {"sk ip", "sk ip"}, {"x : = y", "x : = y"},
		{"x :== y", "x := = y"}, {"x:y", "x:y"},
		{"x\u00a0:=y", "x\u00a0 := y"}, {"x := y;", "x := y;"}, {"\x00\xff.\x1b", "\x00\xff.\x1b"},
		{"*)(,.:=", "*)(, . :="},
	} {
		if got := Tidy(c.text); got != c.want {
			t.Errorf("Tidy(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestGoesOn(t *testing.T) {
	for _, c := range []struct {
		before, after string
		want          bool
	}{
		{"x :=", "y", true}, {"x", ":= y", true}, {"x := y.", "f", true}, {"x := y", ".f", true},
		{"m(a,", "b)", true}, {"lock(", ")", true}, {"lock()", "unlock()", false},
		{"x := y", "z := y", false}, {"", "x := y", false},
	} {
		if got := GoesOn(c.before, c.after); got != c.want {
			t.Errorf("GoesOn(%q, %q) = %t, want %t", c.before, c.after, got, c.want)
		}
	}
}

func TestSameText(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"x := y.f", "x:=y.f", true}, {"lock()", " lock ( ) ", true},
		{"unlock()", "un lock()", false}, {"x := y", "xy", false},
		{"x := y.f", "x := y", false}, {"x := y.f", "x : = y.f", false},
		{"m(a, b)", "m(ab)", false}, {"m(a, b)", "m(a b)", false}, {"", " ", true},
	} {
		if SameText(c.a, c.b) != c.same || SameText(c.b, c.a) != c.same {
			t.Errorf("SameText(%q, %q) = %t and, in the other order, %t, want %t", c.a, c.b,
				SameText(c.a, c.b), SameText(c.b, c.a), c.same)
		}
	}
}

// FuzzTidy checks that tidying is idempotent, keeps all characters except blanks, and takes time
// proportional to the length of the text.
func FuzzTidy(f *testing.F) {
	f.Add("x:=y . f")
	f.Add("*)(,.:=: =")
	bare := func(s string) string {
		return strings.NewReplacer(" ", "", "\t", "", "\r", "", "\n", "").Replace(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tidy := Tidy(text)
		if Tidy(tidy) != tidy || bare(tidy) != bare(text) || len(tidy) > 3*len(text) {
			t.Fatalf("Tidy(%q) = %q, and Tidy of that is %q", text, tidy, Tidy(tidy))
		}
	})
}
