package page_test

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"wobbly/internal/site"
	"wobbly/page"
)

// browserWanted is the variable that makes a missing browser a failure.
const browserWanted = "WOBBLY_BROWSER"

// browser is one Chromium for all tests of the package.
var browser = sync.OnceValues(func() (context.Context, error) {
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		return nil, errors.New("no Chromium is installed")
	}
	options := append([]chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
	}, flags("disable-quic", "disable-background-networking", "disable-component-update", "disable-sync", "disable-dev-shm-usage", "hide-scrollbars")...)
	allocator, _ := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {})) // the protocol knows more than the library
	closeBrowser = cancel
	return ctx, chromedp.Do(ctx)
})

var closeBrowser = func() {}

func flags(names ...string) (options []chromedp.ExecAllocatorOption) {
	for _, n := range names {
		options = append(options, chromedp.Flag(n, true))
	}
	return options
}

func TestMain(m *testing.M) {
	code := m.Run()
	closeBrowser()
	os.Exit(code)
}

// built is the page's files, of version "test".
var built = sync.OnceValues(func() (map[string][]byte, error) { return site.Build(context.Background(), "test") })

// host serves the files of a site, which may be replaced; it is cut off while
// offline. It notes what is asked for that there is not.
type host struct {
	*httptest.Server
	mu      sync.Mutex
	files   map[string][]byte
	missing []string
	csp     string // of an own header; empty: none
}

// newHost serves the page.
func newHost(t testing.TB) *host {
	t.Helper()
	files, err := built()
	if err != nil {
		t.Fatal(err)
	}
	h := &host{files: maps.Clone(files)}
	h.Server = httptest.NewServer(h)
	h.Config.ErrorLog = log.New(io.Discard, "", 0)
	t.Cleanup(h.Server.Close)
	return h
}

var types = map[string]string{".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8", ".wgz": "application/octet-stream"}

// ServeHTTP implements http.Handler.
func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = page.Index
	}
	content, ok := h.files[name]
	if !ok {
		h.missing = append(h.missing, r.URL.Path)
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", types[filepath.Ext(name)])
	w.Header().Set("Cache-Control", "no-cache")
	if h.csp != "" {
		w.Header().Set("Content-Security-Policy", h.csp)
	}
	w.Write(content)
}

// replace serves other files from now on.
func (h *host) replace(files map[string][]byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.files = files
}

// tab is a page in the browser, in a profile of its own.
type tab struct {
	t       testing.TB
	ctx     context.Context
	host    *host
	mu      sync.Mutex
	console []string // messages of the console and uncaught errors
	foreign []string // requests to another origin
	quiet   bool     // messages of the console are expected
}

// profile makes a new profile, in which tabs share their storage.
func profile(t testing.TB) context.Context {
	t.Helper()
	b, err := browser()
	if err != nil {
		if os.Getenv(browserWanted) != "" {
			t.Fatalf("%v, and %s is set", err, browserWanted)
		}
		t.Skipf("NO BROWSER: %v. The page is not tested. Set %s=1 to make this a failure.", err, browserWanted)
	}
	ctx, cancel := chromedp.NewContext(b, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// setup is what happens in a tab before the page is opened.
type setup struct {
	profile context.Context
	width   int64  // 1440
	height  int64  // 900
	dark    bool   // the system's colours
	script  string // run before the page's own
}

// open opens an address of a host in a new tab. What the console says, and a
// request to another origin, is an error of the test.
func open(t testing.TB, h *host, address string, s setup) *tab {
	t.Helper()
	if s.profile == nil {
		s.profile = profile(t)
	}
	ctx, cancel := chromedp.NewContext(s.profile)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(ctx, time.Minute)
	t.Cleanup(stop)
	b := &tab{t: t, ctx: ctx, host: h}
	b.listen()
	width, height := s.width, s.height
	if width == 0 {
		width, height = 1440, 900
	}
	b.do(chromedp.EmulateViewport(width, height))
	b.colours(map[bool]string{false: "light", true: "dark"}[s.dark])
	command(b, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	for _, script := range []string{helpers, s.script} {
		command(b, cdpage.AddScriptToEvaluateOnNewDocument, cdpage.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	}
	t.Cleanup(b.close)
	b.do(chromedp.Navigate(h.URL + address))
	return b
}

// command sends a command of the protocol.
func command[P, R any](b *tab, c cdp.Command[P, R], params P) R {
	b.t.Helper()
	r, err := chromedp.Run(b.ctx, func(ctx context.Context, t *chromedp.Target) (R, error) { return cdp.Call(ctx, t, c, params) })
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
	command(b, network.Enable, network.EnableParams{})
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

func (b *tab) do(actions ...chromedp.Action[struct{}]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// eval is the value of an expression in the page, which may be a promise.
func eval[T any](b *tab, expression string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// until waits until a condition holds in the page, which may be another one by then.
func (b *tab) until(condition string) {
	b.t.Helper()
	for {
		why, err := chromedp.Run(b.ctx, chromedp.Evaluate[string]("wobblyTest.until(() => ("+condition+"))", chromedp.EvalAwaitPromise))
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
	if why := eval[string](b, fmt.Sprintf("wobblyTest.click(%s, %s)", quote(role), quote(name))); why != "" {
		b.t.Fatalf("%s %q: %s", role, name, why)
	}
}

// set writes into the field of a name.
func (b *tab) set(name, value string) {
	b.t.Helper()
	if why := eval[string](b, fmt.Sprintf("wobblyTest.set(%s, %s)", quote(name), quote(value))); why != "" {
		b.t.Fatal(why)
	}
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

// text is what a part of the page shows.
func (b *tab) text(selector string) string {
	b.t.Helper()
	return eval[string](b, fmt.Sprintf("document.querySelector(%s)?.innerText ?? ''", quote(selector)))
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
	b.until(`document.querySelector(".region.races .scroll")?.getAttribute("aria-busy") === "false" && /race|error/.test(document.querySelector(".region.races output")?.innerText ?? "")`)
}

// shot writes a picture of the page into the directory that WOBBLY_SHOTS names,
// to be looked at.
func (b *tab) shot(name string) {
	b.t.Helper()
	dir := os.Getenv("WOBBLY_SHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o666); err != nil {
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

// unpacked is a gzipped file of testdata.
func unpacked(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(gunzipped(t, data))
}

// gunzipped undoes gzipped.
func gunzipped(t testing.TB, data []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// gzipped is what a host sends of a file.
func gzipped(content []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write(content)
	w.Close()
	return out.Bytes()
}
