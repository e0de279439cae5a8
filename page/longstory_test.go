//go:build full

package page_test

import (
	"bytes"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"wobbly/internal/iltest"
	"wobbly/report/picture"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/session"
)

// longStory returns a page of wobbly show --html with the given number of rounds of four states.
func longStory(t *testing.T, rounds int) []byte {
	t.Helper()
	core := iltest.Core(t, "m(b) {\n  while * {\n    x := b.f;\n    b.f := x;\n  }\n}\n")
	pair := core.Pairs()[0]
	loop := []semantics.Take{semantics.Loop}
	var turns []execution.Turn
	for range rounds {
		for _, i := range semantics.Tids {
			turns = append(turns, execution.Turn{Thread: i, Decisions: loop},
				execution.Turn{Thread: i})
		}
	}
	x, err := execution.Replay(core, pair, session.OneObject(core, pair), turns,
		[2][]semantics.Take{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := picture.Page(&b, picture.New(x), picture.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestLongStory: for a trace of 16,000 states, the page has only the visible rows, at any state and
// however it is scrolled. On a phone, only the picture is wider than the screen, and it is marked
// as such.
func TestLongStory(t *testing.T) {
	story := longStory(t, 4_000)
	if len(story) > 10_000_000 {
		t.Errorf("the page has %d bytes", len(story))
	}
	h := &host{files: map[string][]byte{"story.html": story}}
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Server.Close)
	b := open(t, "/story.html#15999", setup{host: h, stranger: true, width: 390, height: 844})
	shown := func(want string) {
		t.Helper()
		say := eval[string](b, `document.getElementById("say").textContent`)
		current := eval[string](b,
			`[...document.querySelectorAll("[aria-current=step]")]
				.map((a) => a.textContent).join()`)
		if all := eval[int](b, `document.querySelectorAll("*").length`); !strings.HasPrefix(say,
			"State "+want+".") || current != want || all > 4000 {
			t.Errorf("%q, the row of %q, %d elements; want state %s", say, current, all, want)
		}
	}
	key := func(k string) {
		eval[bool](b,
			`document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "`+k+
				`", bubbles: true, cancelable: true }))`)
	}
	shown("15999")
	for _, x := range [][2]string{{"ArrowRight", "16000"}, {"Home", "0"}, {"PageDown", "10"},
		{"n", "11"}, {"End",
			"16000"}, {"ArrowLeft", "15999"}} {
		key(x[0])
		if x[0] != "n" {
			shown(x[1])
		}
	}
	middle := eval[int](b, `(() => {
	  const list = document.getElementById("steps");
	  list.scrollTop = list.scrollHeight / 2;
	  list.dispatchEvent(new Event("scroll"));
	  const seen = list.getBoundingClientRect();
	  return Number([...document.querySelectorAll("tr[data-n]")]
		.find((r) => r.getBoundingClientRect().bottom > seen.top + 5)?.dataset.n ?? -1);
	})()`)
	if middle < 6_000 || middle > 10_000 {
		t.Errorf("half-way down the table there is row %d", middle)
	}
	eval[bool](b,
		`(document.querySelector('tr[data-n="`+strconv.Itoa(middle+3)+`"]').click(), true)`)
	shown(strconv.Itoa(middle + 3))
	if w := eval[int](b, `document.documentElement.scrollWidth`); w > 390 {
		t.Errorf("the page is %d pixels wide", w)
	}
	if !eval[bool](b, `getComputedStyle(document.querySelector(".sideways")).display === "block" &&
		document.querySelector("figure").scrollWidth >
		document.querySelector("figure").clientWidth`) {
		t.Error("nothing says that the picture goes on to the right")
	}
}
