//go:build full

package page_test

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// A tab is a page in the browser.
type tab struct {
	t       testing.TB
	ctx     context.Context
	host    *host
	mu      sync.Mutex
	console []string // messages of the console and uncaught errors
	foreign []string // requests to another origin
	quiet   bool     // whether messages of the console are expected
}

// A setup says how to open a page.
type setup struct {
	host     *host  // nil for the one that most tests share
	stranger bool   // whether to use a profile of its own, in which nothing is stored
	width    int64  // in pixels; 0 for 1440 x 900
	height   int64  // in pixels
	script   string // a script to run before those of the page
}

// firstTaken reports whether the browser's common tab shows a page of the running test.
var firstTaken bool

// open opens an address of a host. The first page of a test is in the common tab and finds nothing
// stored; each other page has a tab of its own. A message of the console or a request to another
// origin fails the test.
func open(t testing.TB, address string, s setup) *tab {
	t.Helper()
	if s.host == nil {
		h, err := common()
		if err != nil {
			t.Fatal(err)
		}
		s.host = h
	}
	b := newTab(t, s)
	b.listen()
	if s.width == 0 {
		s.width, s.height = 1440, 900
	}
	b.do(chromedp.EmulateViewport(s.width, s.height))
	b.colours("light")
	command(b, emulation.SetFocusEmulationEnabled,
		emulation.SetFocusEmulationEnabledParams{Enabled: true})
	b.before(helpers)
	b.before(s.script)
	t.Cleanup(b.close)
	b.do(chromedp.Navigate(s.host.URL + address))
	return b
}

// goTo loads an address of the host, even if it differs from the present one only after the #.
func (b *tab) goTo(address string) {
	b.t.Helper()
	b.do(chromedp.Navigate(b.host.URL+blank), chromedp.Navigate(b.host.URL+address))
}

// newTab returns an empty tab.
func newTab(t testing.TB, s setup) *tab {
	t.Helper()
	ctx, err := chromium()
	if err != nil {
		t.Fatal(err)
	}
	first := !firstTaken && !s.stranger
	switch {
	case first:
		firstTaken = true
		t.Cleanup(func() { firstTaken = false })
	case s.stranger:
		ctx = child(t, ctx, chromedp.WithNewBrowserContext())
	default:
		ctx = child(t, ctx)
	}
	ctx, stop := context.WithTimeout(ctx, 6*time.Minute)
	t.Cleanup(stop)
	b := &tab{t: t, ctx: ctx, host: s.host}
	if first {
		b.forget()
	}
	return b
}

// child returns the context of another tab.
func child(t testing.TB, parent context.Context,
	options ...chromedp.ContextOption) context.Context {
	t.Helper()
	ctx, cancel := chromedp.NewContext(parent, options...)
	t.Cleanup(cancel)
	if err := begin(ctx); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// begin opens the tab of a context. The browser need not report nodes and styles there.
func begin(ctx context.Context) error {
	_, err := chromedp.Run(ctx, func(ctx context.Context, t *chromedp.Target) (cdp.Empty, error) {
		if _, err := cdp.Call(ctx, t, css.Disable, cdp.Empty{}); err != nil {
			return cdp.Empty{}, err
		}
		return cdp.Call(ctx, t, dom.Disable, cdp.Empty{})
	})
	return err
}

// forget leaves the page that is shown, and clears what the host has stored and the tab's history.
// A history with 50 entries is full: each further one makes the browser drop the oldest entry that
// was made without a gesture, such as the entries between which a test goes Back.
func (b *tab) forget() {
	b.t.Helper()
	b.do(chromedp.Navigate(b.host.URL + blank))
	command(b, cdpage.ResetNavigationHistory, cdp.Empty{})
	eval[bool](b, `(localStorage.clear(), sessionStorage.clear(), true)`)
}

// before has a script run before those of each page, until the test ends.
func (b *tab) before(script string) {
	b.t.Helper()
	added := command(b, cdpage.AddScriptToEvaluateOnNewDocument,
		cdpage.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	b.t.Cleanup(func() { // also if the test has taken too long
		_, _ = chromedp.Run(context.WithoutCancel(b.ctx),
			func(ctx context.Context, t *chromedp.Target) (cdp.Empty, error) {
				return cdp.Call(ctx, t, cdpage.RemoveScriptToEvaluateOnNewDocument,
					cdpage.RemoveScriptToEvaluateOnNewDocumentParams(added))
			})
	})
}

// command sends a command of the protocol.
func command[P, R any](b *tab, c cdp.Command[P, R], params P) R {
	b.t.Helper()
	r, err := chromedp.Run(b.ctx, func(ctx context.Context, t *chromedp.Target) (R, error) {
		return cdp.Call(ctx, t, c, params)
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return r
}

// helpers are in each page: until waits for something, find looks for what has a
// role and a name, also in the editor's shadow root.
//
//go:embed testdata/helpers.js
var helpers string

// close ends a tab, and says what its console said.
func (b *tab) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.quiet {
		for _, m := range b.console {
			b.t.Errorf("the console says: %s", m)
		}
	}
	for _, r := range b.foreign {
		b.t.Errorf("a request to another origin: %s", r)
	}
}

// listen notes what the console says, and each request to another origin.
func (b *tab) listen() {
	b.t.Helper()
	messages := chromedp.Console(b.ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			b.mu.Lock()
			b.console = append(b.console, m.String())
			b.mu.Unlock()
		}
	}()
	none := int64(0) // of the answers themselves
	command(b, network.Enable,
		network.EnableParams{MaxTotalBufferSize: &none, MaxResourceBufferSize: &none})
	_, err := chromedp.Run(b.ctx, func(_ context.Context, t *chromedp.Target) (struct{}, error) {
		requests := cdp.Events(b.ctx, t, network.RequestWillBeSent)
		go func() {
			for e, err := range requests {
				if err != nil {
					return
				}
				b.asked(e.Request.URL)
			}
		}()
		return struct{}{}, nil
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

// asked notes a request.
func (b *tab) asked(url string) {
	for _, own := range []string{b.host.URL, "blob:" + b.host.URL, "data:"} {
		if strings.HasPrefix(url, own) {
			return
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.foreign = append(b.foreign, url)
}

// do does one action after the other. While the browser puts a page in the place of another one it
// takes no command, and says that it is not attached to an active page.
func (b *tab) do(actions ...chromedp.Action[struct{}]) {
	b.t.Helper()
	for _, action := range actions {
		err := chromedp.Do(b.ctx, action)
		for err != nil && b.ctx.Err() == nil &&
			strings.Contains(err.Error(), "Not attached to an active page") {
			time.Sleep(20 * time.Millisecond)
			err = chromedp.Do(b.ctx, action)
		}
		if err != nil {
			b.t.Fatal(err)
		}
	}
}

// eval returns the value of an expression in the page, which may be a promise.
func eval[T any](b *tab, expression string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// drawn waits until what was done is drawn: the frame after the next one begins then.
func (b *tab) drawn() {
	b.t.Helper()
	eval[bool](b,
		`new Promise((done) =>
			requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
}

// until waits until a condition holds in the page, which may be another one by then.
func (b *tab) until(condition string) {
	b.t.Helper()
	for {
		why, err := chromedp.Run(b.ctx,
			chromedp.Evaluate[string]("wobblyTest.until(() => ("+condition+"))",
				chromedp.EvalAwaitPromise))
		switch {
		case err != nil && b.ctx.Err() == nil && strings.Contains(err.Error(), "navigated"):
			continue
		case err != nil:
			b.t.Fatalf("%s: %v", condition, err)
		case why != "":
			b.t.Fatalf("never holds: %s\n%s", condition, why)
		}
		return
	}
}

// click presses what has a role and a name.
func (b *tab) click(role, name string) {
	b.t.Helper()
	why := eval[string](b, fmt.Sprintf("wobblyTest.click(%s, %s)", quote(role), quote(name)))
	if why != "" {
		b.t.Fatalf("%s %q: %s", role, name, why)
	}
}

// act does what the palette has under a name.
func (b *tab) act(name string) {
	b.t.Helper()
	if why := eval[string](b, "wobblyTest.act("+quote(name)+")"); why != "" {
		b.t.Fatal(why)
	}
}

// set writes into the field of a name.
func (b *tab) set(name, value string) {
	b.t.Helper()
	why := eval[string](b, fmt.Sprintf("wobblyTest.set(%s, %s)", quote(name), quote(value)))
	if why != "" {
		b.t.Fatal(why)
	}
}

// focus moves the focus to an element.
func (b *tab) focus(selector string) {
	b.t.Helper()
	if !eval[bool](b,
		fmt.Sprintf("(() => { const e = document.querySelector(%s); e?.focus(); "+
			"return e !== null && document.activeElement === e; })()", quote(selector))) {
		b.t.Fatalf("%s does not take the focus", selector)
	}
}

// point clicks where an element is, as a mouse does; expression finds it.
func (b *tab) point(expression string) {
	b.t.Helper()
	at := eval[[2]float64](b,
		"(() => { const e = "+expression+
			"; e.scrollIntoView({ block: 'center' }); const r = e.getBoundingClientRect(); "+
			"return [r.x + r.width / 2, r.y + r.height / 2]; })()")
	b.do(chromedp.MouseClickXY(at[0], at[1]))
}

// press sends keys as a keyboard does.
func (b *tab) press(keys ...string) {
	b.t.Helper()
	for _, k := range keys {
		b.do(chromedp.KeyEvent(k))
	}
}

// typed sends a text as a keyboard does.
func (b *tab) typed(text string) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(text))
}

// saving keeps the files that the page would save, by their names, in window.files.
const saving = `window.files = {};
	{
		const blobs = new Map(), make = URL.createObjectURL;
		const click = HTMLAnchorElement.prototype.click;
		URL.createObjectURL = (blob) => { const url = make.call(URL, blob); blobs.set(url, blob);
			return url; };
		HTMLAnchorElement.prototype.click = function () {
			if (!this.download) return click.call(this);
			blobs.get(this.href).text().then((text) => (window.files[this.download] = text));
		};
	}`

// text is what a part of the page shows.
func (b *tab) text(selector string) string {
	b.t.Helper()
	return eval[string](b,
		fmt.Sprintf("document.querySelector(%s)?.innerText ?? ''", quote(selector)))
}

// write replaces the program.
func (b *tab) write(program string) {
	b.t.Helper()
	if why := eval[string](b, fmt.Sprintf("wobblyTest.write(%s)", quote(program))); why != "" {
		b.t.Fatal(why)
	}
}

// ready waits until the engine has judged the program that is shown.
func (b *tab) ready() {
	b.t.Helper()
	b.until(`document.querySelector(".head[data-known]")`)
}

// share presses Share and returns the link, from its # on.
func (b *tab) share() string {
	b.t.Helper()
	b.click("button", "Share")
	b.until(`document.querySelector("dialog.share textarea")`)
	link := eval[string](b, `document.querySelector("dialog.share textarea").value`)
	return link[strings.IndexByte(link, '#'):]
}

// shots is a folder for pictures of the page, to be looked at; none are made without it.
var shots = flag.String("shots", "", "write pictures of the page into this folder")

// shot writes a picture of the page.
func (b *tab) shot(name string) {
	b.t.Helper()
	if *shots == "" {
		return
	}
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*shots, name+".png"), png, 0o666); err != nil {
		b.t.Fatal(err)
	}
}

func quote(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// unpacked returns a gzipped file of testdata.
func unpacked(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	content, err := gunzipped(data)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// gunzipped undoes gzipped.
func gunzipped(data []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// gzipped is what a host sends of a file.
func gzipped(content []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write(content)
	w.Close()
	return out.Bytes()
}
