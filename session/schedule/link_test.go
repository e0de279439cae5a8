package schedule

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// sample returns a link with the schedule A2 B A+.
func sample() Link {
	return Link{
		File: "burble.il", Units: [2]string{"meps", "reps"}, Digest: "9f3a52c1", Heap: "one",
		Schedule: Schedule{{a, Step}, {a, Step}, {b, Step}, {a, Plus}, {a, Step}},
	}
}

func TestLink(t *testing.T) {
	const want = "wobbly:1:burble.il(meps,reps):9f3a52c1:one:A2,B,A+:"
	text := sample().String()
	if !strings.HasPrefix(text, want) || len(text) != len(want)+2 {
		t.Errorf("String() = %s, want %s and two check characters", text, want)
	}
	back, err := ParseLink(" " + text[:20] + "\r\n  " + text[20:] + "\n")
	if err != nil || !reflect.DeepEqual(back, sample()) {
		t.Errorf("ParseLink = %+v, %v; want %+v", back, err, sample())
	}
	for text, want := range map[string]bool{text: true, "\nwobbly:2:": true, "A2 B": false} {
		if got := IsLink(text); got != want {
			t.Errorf("IsLink(%q) = %t, want %t", text, got, want)
		}
	}
	for digest, want := range map[string]bool{"9f3a52c1ffff": true, "9f3b": false} {
		if got := back.Fits(digest); got != want {
			t.Errorf("Fits(%q) = %t, want %t", digest, got, want)
		}
	}
}

// TestLinkDamage checks that ParseLink refuses every change of one character, every swap of two,
// and every prefix.
func TestLinkDamage(t *testing.T) {
	text := sample().String()
	var damaged []string
	for i := range len(text) {
		for c := byte('!'); c <= '~'; c++ {
			if c != text[i] {
				damaged = append(damaged, text[:i]+string(c)+text[i+1:])
			}
		}
		for j := i + 1; j < len(text)-2; j++ {
			swapped := []byte(text)
			swapped[i], swapped[j] = swapped[j], swapped[i]
			if string(swapped) != text {
				damaged = append(damaged, string(swapped))
			}
		}
		if i > 0 && text[i] != text[i-1] {
			damaged = append(damaged, text[:i-1]+string(text[i])+string(text[i-1])+text[i+1:])
		}
		damaged = append(damaged, text[:i])
	}
	const minDamaged = 5000
	if len(damaged) < minDamaged {
		t.Errorf("there are %d damaged links, want at least %d", len(damaged), minDamaged)
	}
	for _, text := range damaged {
		if l, err := ParseLink(text); err == nil {
			t.Errorf("ParseLink(%q) = %+v, want an error", text, l)
		}
	}
}

func TestLinkRefuses(t *testing.T) {
	sealed := func(body string) string { return body + ":" + checkDigits(body) }
	tests := []struct{ text, want string }{
		{"A2 B", "column 1: this is not the line of a schedule; such a line begins with wobbly:1:"},
		{sample().String() + "x",
			"column 52: the two check characters at the end are missing; copy the whole line"},
		{strings.Replace(sample().String(), "A2", "A3", 1),
			"column 52: the check characters do not fit: the line has been changed; copy it again"},
		{sealed("wobbly:2:x"),
			"column 8: the line is of version 2, and only 1 is known here; use a newer wobbly"},
		{sealed("wobbly:1:burble.il:9f3a:one:A"),
			"column 19: the file is not followed by its two methods; write burble.il(meps,reps)"},
		{sealed("wobbly:1:burble.il(m,k):9f3:one:A"),
			"column 25: the digest is not 4 to 8 digits 0-9 a-f"},
		{sealed("wobbly:1:burble.il(m,k):9F3a:one:A"),
			"column 25: the digest is not 4 to 8 digits 0-9 a-f"},
		{sealed("wobbly:1:burble.il(m,k):9f3a"),
			"column 30: the initial state is missing; copy the whole line"},
		{sealed("wobbly:1:burble.il(m,k):9f3a:one:A,C"),
			"column 36: 'C' is not a thread; write A or B"},
		{sealed("wobbly:1:burble.il(m,k):9f3a:one:A,A"),
			"column 34: the schedule is not in its short form; write A2"},
		{sealed("wobbly:1:b%4(m,k):9f3a:one:A"),
			"column 11: the escape %4 is broken; write % and two hexadecimal digits"},
	}
	for _, tt := range tests {
		if _, err := ParseLink(tt.text); fmt.Sprint(err) != tt.want {
			t.Errorf("ParseLink(%q) = %v\nwant %s", tt.text, err, tt.want)
		}
	}
}

func TestLinkRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	names := []string{
		"", "-", "a b.il", "dir/x.il", `C:\x.il`, "écris", "100%.il", "(,)", "x\n", "\xff", "A+B",
	}
	name := func() string { return names[r.IntN(len(names))] }
	for range 2000 {
		l := Link{
			File: name(), Units: [2]string{name(), name()}, Digest: "00ff", Heap: name(),
			Schedule: randomSchedule(r, 30),
		}
		if l.Heap == "" { // the one field that cannot be empty before an empty schedule
			continue
		}
		text := l.String()
		back, err := ParseLink(text)
		if err != nil || back.String() != text || back.File != l.File || back.Units != l.Units ||
			back.Heap != l.Heap {
			t.Fatalf("ParseLink(%q) = %+v, %v; want %+v", text, back, err, l)
		}
		outside := func(c rune) bool { return c <= ' ' || c > '~' }
		if strings.ContainsFunc(text, outside) {
			t.Fatalf("%q is not printable ASCII without blanks", text)
		}
	}
}
