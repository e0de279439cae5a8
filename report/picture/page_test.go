package picture

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"wobbly/semantics"
)

// TestReel checks the states that result if the changes of a reel are applied as the page does.
func TestReel(t *testing.T) {
	for _, s := range stories(t) {
		sh := newLayout(s.Story, Options{})
		r, err := sh.reel()
		if err != nil {
			t.Fatal(err)
		}
		var groups []int
		for n := range s.Scenes {
			for k := 0; k < len(r.steps[n]); k += 2 {
				for len(groups) <= r.steps[n][k] {
					groups = append(groups, 0)
				}
				groups[r.steps[n][k]] = r.steps[n][k+1]
			}
			var got strings.Builder
			for _, g := range groups {
				if g > 0 {
					got.WriteString(r.parts[g-1] + "\n")
				}
			}
			if want := groupsOf(s.Story, n); got.String() != want {
				t.Fatalf("%s, state %d:\n%s\nwant\n%s", s.name, n, got.String(), want)
			}
		}
	}
}

// groupsOf returns the groups of a state, each on a line.
func groupsOf(s *Story, n int) string {
	c := newLayout(s, Options{}).state(n)
	var b strings.Builder
	for _, slot := range sortedSlots(c.groups) {
		b.WriteString(c.groups[slot].String() + "\n")
	}
	return b.String()
}

// TestPageSize checks that a story of a thousand steps with hundreds of objects is a page of at
// most 5 MB.
func TestPageSize(t *testing.T) {
	core := program(t, "grow.il", `
grow(b) {
  while * {
    b.f := new();
    b := b.f;
  }
}`)
	in := initial(core, "o1.f=o1 A.b=o1 B.b=o1")
	s := schedule(t, core, pair(t, core, "grow", "grow"), in,
		"A+ A A B+ "+strings.Repeat("A+ B A B A B+ ", 166))
	page := render(t, func(w *bytes.Buffer) error { return Page(w, s, Options{}) })
	if n := len(s.Scenes) - 1; n != 1000 || len(page) > 5_000_000 {
		t.Errorf("%d steps, %d bytes, want 1000 steps in at most 5 MB", n, len(page))
	}
}

// TestPageEscapes checks that the name of a file is shown as text, whatever it contains.
func TestPageEscapes(t *testing.T) {
	name := `</script><b onclick="x">&amp;'{{.}}` + "\x00\u202e.il"
	core := program(t, name, "m(b) { b.f := b; }")
	s := schedule(t, core, pair(t, core, "m", "m"), initial(core, "o1.f=o1 A.b=o1 B.b=o1"), "A A")
	page := string(render(t, func(w *bytes.Buffer) error { return Page(w, s, Options{}) }))
	if strings.Contains(page, "<b ") || strings.Count(page, "</script>") != 2 ||
		strings.ContainsAny(page, "\x00\u202e") {
		t.Error("the page has the name without escapes")
	}
	for _, svg := range [][]byte{
		render(t, func(w *bytes.Buffer) error { return State(w, s, 1, Options{}) }),
		render(t, func(w *bytes.Buffer) error { return Trace(w, s, Options{}) }),
	} {
		want := `</script><b onclick="x">&amp;'{{.}}\x00\u202e.il: m(b) || m(b)`
		if d := read(t, svg); d.elements[0].text != want {
			t.Errorf("the title is %s, want %s", d.elements[0].text, want)
		}
	}
}

// TestPageAlone checks that the page loads nothing else.
func TestPageAlone(t *testing.T) {
	page := string(render(t, func(w *bytes.Buffer) error { return Page(w, burble(t), Options{}) }))
	reference := regexp.MustCompile(`(?i)\b(src|href|url)\s*[=(]\s*["']?[^"'#\s]`)
	if m := reference.FindString(strings.ReplaceAll(page, "xmlns", "")); m != "" {
		t.Errorf("the page refers to something: %s", m)
	}
	for _, want := range []string{
		"<noscript>", `lang="en"`, `aria-label="Trace"`, `aria-live="polite"`,
		"prefers-color-scheme:dark", "default-src &#39;none&#39;",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

// TestPageSideways checks that a note above a picture says, for phones, that it continues to the
// right.
func TestPageSideways(t *testing.T) {
	page := string(render(t, func(w *bytes.Buffer) error { return Page(w, burble(t), Options{}) }))
	note, figure := strings.Index(page, `class="sideways`), strings.Index(page, "<figure")
	if note < 0 || note > figure {
		t.Errorf("the note is at %d, the picture at %d, want the note before the picture", note,
			figure)
	}
}

// seen is what a browser shows after some actions.
type seen struct {
	// Do has the actions, as JavaScript.
	Do string
	// Say is the line that describes the state.
	Say    string
	Number string
	Slider string
	// Current is the number in the row that is marked.
	Current string
	// Off has the buttons that lead nowhere.
	Off     string
	Address string
	// Picture is the digest of the picture's tokens.
	Picture string
}

// script steps through a page and notes what it shows.
const script = `<script>
const log = [];
const key = (k, on = document.body) => on.dispatchEvent(new KeyboardEvent("keydown", { key: k, bubbles: true, cancelable: true }));
const press = (name) => document.querySelector('[data-go=' + name + ']').click();
const slide = (n) => { const s = document.getElementById("slider"); s.value = n; s.dispatchEvent(new Event("input")); };
const text = (id) => document.getElementById(id).textContent;
for (const action of ACTIONS) {
  (0, eval)(action);
  log.push({
    Do: action, Say: text("say"), Number: text("number"), Slider: document.getElementById("slider").value,
    Current: [...document.querySelectorAll("[aria-current=step]")].map((a) => a.textContent).join(),
    Off: [...document.querySelectorAll("button[aria-disabled=true]")].map((b) => b.dataset.go).join(),
    Address: location.hash,
    Picture: new XMLSerializer().serializeToString(document.getElementById("state")),
  });
}
const out = document.createElement("pre");
out.id = "log";
out.textContent = btoa(unescape(encodeURIComponent(JSON.stringify(log))));
document.body.append(out);
</script>`

// actions are what the browser does with the page of the list, and the state and remark to which
// each leads.
var actions = []struct {
	do     string
	state  int
	remark string
}{
	// The address ends in #4.
	{`void 0`, 4, ""},
	{`key("ArrowRight")`, 5, ""},
	{`press("on")`, 6, ""},
	{`key("ArrowLeft"); key("ArrowLeft")`, 4, ""},
	{`press("race")`, 6, ""},
	{`key("n")`, 6, "There is no later race. "},
	{`slide(1)`, 1, ""},
	{`key("N")`, 1, "There is no earlier race. "},
	// The slider has this key for itself.
	{`key("ArrowRight", document.getElementById("slider"))`, 1, "There is no earlier race. "},
	{`press("back"); press("back")`, 0, "This is the first state. "},
	{`key("End")`, 8, ""},
	{`press("on")`, 8, "This is the last state. "},
	{`document.querySelector("tr[data-n='3']").click()`, 3, ""},
	{`document.querySelector("a[href='#2']").click()`, 2, ""},
	{`key("PageDown")`, 8, ""},
	{`key("Home")`, 0, ""},
	{`slide(7); press("back")`, 6, ""},
}

// TestPageInBrowser steps through a page in headless Chromium, if it is installed.
// testdata/browser.json has the results of such a run and the page's digest. Without a browser, the
// test checks those.
func TestPageInBrowser(t *testing.T) {
	s := list(t)
	page := render(t, func(w *bytes.Buffer) error { return Page(w, s, Options{}) })
	if now := browse(t, page); now != nil {
		examine(t, s, now)
		if *update {
			text, err := json.MarshalIndent(now, "", " ")
			if err != nil {
				t.Fatal(err)
			}
			golden(t, "browser.json", append(text, '\n'))
		}
	}
	text, err := os.ReadFile("testdata/browser.json")
	if err != nil {
		t.Fatal(err)
	}
	stored := &session{}
	if err := json.Unmarshal(text, stored); err != nil {
		t.Fatal(err)
	}
	if stored.Page != fingerprint(page) {
		t.Fatal("testdata/browser.json is of another page; " +
			"run go test -tags full ./report/picture -update where Chromium is installed")
	}
	examine(t, s, stored)
}

// session is what a browser has shown of a page.
type session struct {
	// Page is the page's digest.
	Page string
	// Bare is the picture that the page shows by itself at #4, as in seen.
	Bare string
	Seen []seen
}

// examine compares what a browser has shown with the story.
func examine(t *testing.T, s *Story, got *session) {
	t.Helper()
	if got.Bare != picture(t, s, 4) {
		t.Error("at #4 the page by itself does not show state 4")
	}
	if len(got.Seen) != len(actions) {
		t.Fatalf("%d actions were run, want %d", len(got.Seen), len(actions))
	}
	for i, a := range actions {
		compareSeen(t, s, got.Seen[i], a.do, a.state, a.remark)
	}
}

// picture returns the digest of state n.
func picture(t testing.TB, s *Story, n int) string {
	t.Helper()
	return fingerprint([]byte(tokens(t, "<svg>"+groupsOf(s, n)+"</svg>")))
}

// compareSeen compares what a browser shows with state n.
func compareSeen(t *testing.T, s *Story, got seen, do string, n int, remark string) {
	t.Helper()
	last := len(s.Scenes) - 1
	row := s.rows(0)[n]
	say := fmt.Sprintf("%sState %d. %s Lock: %s.", remark, n, row.Effect, row.Lock)
	if row.Race != "" {
		say += " " + row.Race + "."
	}
	var off []string
	if n == 0 {
		off = append(off, "first", "back")
	}
	if n == last {
		off = append(off, "on", "last")
	}
	want := seen{
		Do: do, Say: say, Number: fmt.Sprintf("%d of %d", n, last), Slider: strconv.Itoa(n),
		Current: strconv.Itoa(n), Off: strings.Join(off, ","), Address: fmt.Sprintf("#%d", n),
		Picture: picture(t, s, n),
	}
	if got != want {
		t.Errorf("after %s\n%+v, want\n%+v", do, got, want)
	}
}

// tokens returns a picture in a form that does not depend on which program wrote the XML: without
// the outermost element, and without white space between elements.
func tokens(t testing.TB, svg string) string {
	t.Helper()
	var b strings.Builder
	depth := 0
	for dec := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return b.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			depth++
			if depth > 1 {
				var attrs []string
				for _, a := range token.Attr {
					if a.Name.Local != "xmlns" {
						attrs = append(attrs, a.Name.Local+"="+strconv.Quote(a.Value))
					}
				}
				slices.Sort(attrs)
				fmt.Fprintln(&b, token.Name.Local, attrs)
			}
		case xml.EndElement:
			depth--
		case xml.CharData:
			if s := strings.TrimSpace(string(token)); s != "" {
				fmt.Fprintf(&b, "%q\n", s)
			}
		}
	}
}

// fingerprint returns a digest.
func fingerprint(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// browse runs the actions on a page. It returns nil if there is no browser, or without the tag
// full.
func browse(t *testing.T, page []byte) *session {
	t.Helper()
	bare := dump(t, page)
	if bare == "" {
		t.Log("no browser: what an earlier run has shown is examined")
		return nil
	}
	var list []string
	for _, a := range actions {
		list = append(list, a.do)
	}
	// The page's policy forbids other scripts.
	scripted := regexp.MustCompile(`<meta http-equiv[^>]*>`).ReplaceAllString(string(page), "")
	scripted = strings.Replace(scripted, "</body>",
		strings.Replace(script, "ACTIONS", string(marshal(t, list)), 1)+"</body>", 1)
	log := regexp.MustCompile(`<pre id="log">([^<]*)</pre>`).FindStringSubmatch(dump(t,
		[]byte(scripted)))
	if log == nil {
		t.Fatal("the page with the script has no log")
	}
	svg := regexp.MustCompile(`(?s)<svg id="state".*?</svg>`).FindString(bare)
	out := &session{Page: fingerprint(page), Bare: fingerprint([]byte(tokens(t, svg)))}
	if err := json.Unmarshal(decode(t, log[1]), &out.Seen); err != nil {
		t.Fatal(err)
	}
	for i := range out.Seen {
		out.Seen[i].Picture = fingerprint([]byte(tokens(t, out.Seen[i].Picture)))
	}
	return out
}

// marshal returns a value as JSON.
func marshal(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// decode undoes base64.
func decode(t *testing.T, s string) []byte {
	t.Helper()
	var b []byte
	if err := json.Unmarshal(marshal(t, s), &b); err != nil {
		t.Fatal(err)
	}
	return b
}

// TestRows checks the lock in the rows of the page, and which of them have a race.
func TestRows(t *testing.T) {
	s := many(t)
	for n, r := range s.rows(0) {
		want := "free"
		for _, i := range semantics.Tids {
			if d := s.Scenes[n].Threads[i].L; d.Held() {
				want = fmt.Sprintf("%s, depth %d", i, d)
			}
		}
		if r.N != n || r.Lock != want || (r.Race != "") != (s.Scenes[n].Race != nil) {
			t.Errorf("row %d: %+v, want lock %s", n, r, want)
		}
	}
}
