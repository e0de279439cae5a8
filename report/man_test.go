package report

import (
	"strings"
	"testing"
)

// TestMan checks that characters that are special to roff are escaped in a page.
func TestMan(t *testing.T) {
	var b strings.Builder
	err := Man(&b, ManPage{
		Name: "wobbly-x", Of: "wobbly", Version: "v1", Date: "2026-11-22",
		See: []string{"wobbly", "wobbly-x-y"},
		Help: Help{
			Usage: "wobbly x [FLAGS] FILE...", About: "Do x.",
			Text:     "One\ntwo.\n\n.dot 'and' \\ back\n\n",
			Flags:    []HelpGroup{{"Flags", [][2]string{{"-o, --out FILE", `Say "so".`}}}},
			Examples: [][2]string{{"wobbly x 'a b' ~/c", "Try `it`."}},
			Exits:    [][2]string{{"0", "fine"}},
		},
	})
	const want = `.TH "WOBBLY\-X" "1" "2026-11-22" "wobbly v1" "wobbly"
.SH "NAME"
wobbly\-x \- Do x
.SH "SYNOPSIS"
wobbly x [FLAGS] FILE...
.SH "DESCRIPTION"
Do x.
.PP
One two.
.PP
\&.dot \(aqand\(aq \e back
.SH "OPTIONS"
.TP
\-o, \-\-out FILE
Say "so".
.SH "EXAMPLES"
Try \(gait\(ga.
.RS "4"
.nf
wobbly x \(aqa b\(aq \(ti/c
.fi
.RE
.SH "EXIT STATUS"
.TP
0
fine
.SH "SEE ALSO"
wobbly(1), wobbly\-x\-y(1)
`
	if err != nil || b.String() != want {
		t.Errorf("Man: %v\n%s\nwant\n%s", err, b.String(), want)
	}
}
