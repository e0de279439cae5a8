package schedule

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Link is a schedule with everything needed to follow it.
type Link struct {
	// File is the name of the program's file. It is a hint that nothing checks.
	File  string
	Units [2]string
	// Digest has the first digits of the program's digest, in hexadecimal.
	Digest string
	// Heap is the initial state, in the form of package session.
	Heap     string
	Schedule Schedule
}

// DigestDigits is the number of digits of a digest in links. ParseLink accepts fewer, down to
// minDigits.
const (
	DigestDigits = 8
	minDigits    = 4
)

// linkPrefix is the beginning of a link, with the version of the form.
const linkPrefix = "wobbly:1:"

// String returns the canonical form of the link. Digests longer than DigestDigits are cut.
func (l Link) String() string {
	digest := l.Digest[:min(len(l.Digest), DigestDigits)]
	body := fmt.Sprintf("%s%s(%s,%s):%s:%s:%s",
		linkPrefix, escape(l.File, false), escape(l.Units[0], false), escape(l.Units[1], false),
		digest, escape(l.Heap, true), l.Schedule.join(","))
	return body + ":" + checkDigits(body)
}

// Fits reports whether the digest of a program begins with the link's digits.
func (l Link) Fits(digest string) bool { return strings.HasPrefix(digest, l.Digest) }

// IsLink reports whether a text begins like a link. A schedule does not.
func IsLink(text string) bool { return strings.HasPrefix(squeeze(text), "wobbly:") }

// ParseLink reads a link. It ignores white space everywhere, because mail and chat programs break
// long lines. The error is an *Error.
func ParseLink(text string) (Link, error) {
	r := &linkReader{text: squeeze(text)}
	const (
		notLink = "this is not the line of a schedule"
		prefix  = "such a line begins with " + linkPrefix
	)
	end := strings.LastIndexByte(r.text, ':')
	switch {
	case !strings.HasPrefix(r.text, "wobbly:"):
		r.fail(0, notLink, prefix)
	case len(r.text)-end-1 != 2:
		r.fail(end+1, "the two check characters at the end are missing", "copy the whole line")
	case r.text[end+1:] != checkDigits(r.text[:end]):
		r.fail(end+1, "the check characters do not fit: the line has been changed", "copy it again")
	}
	r.rest = r.text[:max(end, 0)]

	if got := r.field("wobbly"); got != "wobbly" {
		r.fail(r.last, notLink, prefix)
	}
	if v := r.field("the version"); v != "1" {
		r.fail(r.last, "the line is of version "+v+", and only 1 is known here",
			"use a newer wobbly")
	}
	file, units, ok := strings.Cut(r.field("the program"), "(")
	units, closed := strings.CutSuffix(units, ")")
	left, right, both := strings.Cut(units, ",")
	if !ok || !closed || !both {
		r.fail(r.last+len(file), "the file is not followed by its two methods",
			"write burble.il(meps,reps)")
	}
	l := Link{File: r.unescape(file), Units: [2]string{r.unescape(left), r.unescape(right)}}
	l.Digest = r.field("the digest")
	if len(l.Digest) < minDigits || len(l.Digest) > DigestDigits ||
		strings.Trim(l.Digest, "0123456789abcdef") != "" {
		r.fail(r.last,
			fmt.Sprintf("the digest is not %d to %d digits 0-9 a-f", minDigits, DigestDigits), "")
	}
	l.Heap = r.unescape(r.field("the initial state"))
	if r.err != nil {
		return Link{}, r.err
	}

	var err error
	var fault *Error
	l.Schedule, err = Parse(r.rest)
	switch {
	case errors.As(err, &fault):
		r.fail(r.at+fault.Offset, fault.Reason, fault.Fix)
	case l.Schedule.join(",") != r.rest:
		r.fail(r.at, "the schedule is not in its short form", "write "+l.Schedule.join(","))
	}
	if r.err != nil {
		return Link{}, r.err
	}
	return l, nil
}

// linkReader reads the fields of a link, and keeps the first error.
type linkReader struct {
	text string
	// rest is the unread part, without the check characters, and at its offset in text.
	rest string
	at   int
	// last is the offset in text of the last field.
	last int
	err  *Error
}

// fail reports an error at an offset, unless there is one already.
func (r *linkReader) fail(at int, reason, fix string) {
	if r.err == nil {
		r.err = &Error{Text: r.text, Offset: min(at, len(r.text)), Reason: reason, Fix: fix}
	}
}

// field reads the next field, whose name for errors is what.
func (r *linkReader) field(what string) string {
	if r.err == nil && r.rest == "" {
		r.fail(r.at, what+" is missing", "copy the whole line")
	}
	field, rest, _ := strings.Cut(r.rest, ":")
	r.last = r.at
	r.at += len(field) + 1
	r.rest = rest
	return field
}

func (r *linkReader) unescape(text string) string {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			out.WriteByte(text[i])
			continue
		}
		digits := text[i+1 : min(i+3, len(text))]
		c, err := strconv.ParseUint(digits, 16, 8)
		if err != nil || len(digits) < 2 {
			r.fail(r.last+i, "the escape "+text[i:i+1+len(digits)]+" is broken",
				"write % and two hexadecimal digits")
			return ""
		}
		out.WriteByte(byte(c))
		i += 2
	}
	return out.String()
}

// escape replaces each byte that has a meaning in links, is a blank, or is not printable ASCII by %
// and two hexadecimal digits. In an initial state, it leaves parentheses and commas as they are.
func escape(text string, heap bool) string {
	var out strings.Builder
	for i := range len(text) {
		c := text[i]
		if c <= ' ' || c >= 0x7f || strings.IndexByte(`%:"'\`, c) >= 0 ||
			!heap && strings.IndexByte("(),", c) >= 0 {
			fmt.Fprintf(&out, "%%%02X", c)
		} else {
			out.WriteByte(c)
		}
	}
	return out.String()
}

func squeeze(text string) string { return strings.Join(strings.Fields(text), "") }

// checkDigits returns two characters for a text: the sum of its bytes modulo the prime 1021, where
// byte i is multiplied by 10^i. The powers of 10 are all different for 1020 neighbouring bytes, so
// swapping two of these changes the sum.
func checkDigits(text string) string {
	const prime, alphabet = 1021, "0123456789abcdefghjkmnpqrstvwxyz" // without i, l, o and u
	sum, weight := 0, 1
	for i := range len(text) {
		weight = weight * 10 % prime
		sum = (sum + int(text[i])*weight) % prime
	}
	return string([]byte{alphabet[sum/len(alphabet)], alphabet[sum%len(alphabet)]})
}
