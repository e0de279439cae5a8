package schedule

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"io"
	"strings"
)

// Shared is the content of the page's address after the #: a program, or the name of an example or
// lesson, and a position in it. The keys are short because every link has them. They must not
// change, so that old links stay valid.
type Shared struct {
	// Version is the version of the form, SharedVersion.
	Version int `json:"v"`
	// Tool is the version of wobbly that made the link.
	Tool string `json:"e,omitempty"`
	// Language is the version of IL.
	Language string `json:"l,omitempty"`
	// Name is the name of the program's file, and Program the program's text.
	Name    string `json:"n,omitempty"`
	Program string `json:"p,omitempty"`
	// Example is the name of a shipped program, instead of a text.
	Example string   `json:"x,omitempty"`
	Units   []string `json:"u,omitempty"`
	// Heap is the initial state, in the form of package session.
	Heap string `json:"h,omitempty"`
	// Schedule is a schedule in its short form.
	Schedule string `json:"s,omitempty"`
	// At is the number of the state to open, if it is not the schedule's end.
	At *int `json:"at,omitempty"`
	// Lesson is the name of a lesson, instead of a program, and Task the number of a task.
	Lesson string `json:"lesson,omitempty"`
	Task   int    `json:"task,omitempty"`
	// Region is the region of the page to be shown first.
	Region string `json:"g,omitempty"`
	// Claim says what holds in the state: "R1", a report whose race this is, or "race".
	Claim string `json:"c,omitempty"`
}

// SharedVersion is the version of the form.
const SharedVersion = 1

const (
	maxShared = 2 << 20 // the size of an unpacked document in bytes
	maxHash   = 2 << 20 // the length of a link
)

// Hash returns the part of the address after the #: the document as JSON, compressed by deflate and
// encoded in base64url, followed by a dot and check characters.
func (s Shared) Hash() string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // cannot happen: Shared has only texts and numbers
	}
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestCompression) // cannot fail: the level is valid
	w.Write(text)                                           // cannot fail: packed is a buffer
	w.Close()
	body := base64.RawURLEncoding.EncodeToString(packed.Bytes())
	return body + "." + checkDigits(body)
}

// IsShared reports whether a text is an address of the page or its part after the #, as opposed to
// a Link, a schedule or the name of a file.
func IsShared(text string) bool {
	text = squeeze(text)
	hash := strings.LastIndexByte(text, '#')
	if hash >= 0 && (strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://")) {
		return true
	}
	body, check, ok := cutLast(hashOf(text))
	return ok && len(check) == 2 && len(body) >= 8 && strings.Trim(body, base64Letters) == "" &&
		check == checkDigits(body)
}

// hashOf returns the part of an address after the #, up to the ~ after which the page stores the
// state of its display.
func hashOf(text string) string {
	hash, _, _ := strings.Cut(text[strings.LastIndexByte(text, '#')+1:], "~")
	return hash
}

const base64Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// cutLast splits a text at its last dot.
func cutLast(text string) (body, check string, ok bool) {
	i := strings.LastIndexByte(text, '.')
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+1:], true
}

// ParseShared reads an address of the page, or its part after the #. It ignores white space
// everywhere, since line breaks may have been inserted. The error is an *Error.
func ParseShared(text string) (Shared, error) {
	text = hashOf(squeeze(text))
	shown := text[:min(len(text), 80)]
	fail := func(at int, reason, fix string) (Shared, error) {
		return Shared{}, &Error{Text: shown, Offset: min(at, len(shown)), Reason: reason, Fix: fix}
	}
	body, check, ok := cutLast(text)
	switch {
	case len(text) > maxHash:
		return fail(0, "the link is longer than any that wobbly makes", "copy it again")
	case !ok || len(check) != 2:
		return fail(len(text), "the two check characters at the end are missing",
			"copy the whole link")
	case check != checkDigits(body):
		return fail(len(body)+1, "the check characters do not fit: the link has been changed",
			"copy it again")
	}
	packed, err := base64.RawURLEncoding.DecodeString(body)
	if err != nil {
		return fail(0, "this is not a link to the page", "copy it again")
	}
	unpacked := flate.NewReader(bytes.NewReader(packed))
	document, err := io.ReadAll(io.LimitReader(unpacked, maxShared+1))
	switch {
	case err != nil:
		return fail(0, "the link cannot be unpacked", "copy it again")
	case len(document) > maxShared:
		return fail(0, "the link holds more than any program may have", "")
	}
	var s Shared
	if err := json.Unmarshal(document, &s); err != nil {
		return fail(0, "the link holds no document that wobbly knows", "use a newer wobbly")
	}
	if s.Version != SharedVersion {
		return fail(0, "the link is of another version than 1", "use a newer wobbly")
	}
	return s, nil
}
