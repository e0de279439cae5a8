//go:build full

package page_test

import (
	"context"
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
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"wobbly/internal/site"
	"wobbly/page"
)

// chromium starts one browser for all tests of the package. It returns the context of a tab in
// which each test opens its page after that of another test.
var chromium = sync.OnceValues(func() (context.Context, error) {
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
		chromedp.ExecPath(path), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.NoFirstRun,
		chromedp.Flag("disable-features", "BackForwardCache"), // a page that was left has no worker
	}, flags("disable-popup-blocking", "disable-quic", "disable-background-networking",
		"disable-component-update", "disable-sync", "disable-dev-shm-usage", "hide-scrollbars")...)
	allocator, _ := chromedp.NewExecAllocator(context.Background(), options...)
	// The protocol knows more than the library.
	ctx, cancel := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {}))
	atEnd = append(atEnd, cancel)
	if err := begin(ctx); err != nil {
		return nil, err
	}
	return opened(ctx)
})

// opened returns a tab that the browser's first tab has opened. The first tab keeps the compiled
// engine, and the pages of most tests get it from there (testdata/helpers.js), so that it is not
// loaded and compiled for each of them.
func opened(keeper context.Context) (context.Context, error) {
	h, err := common()
	if err != nil {
		return nil, err
	}
	if err := chromedp.Do(keeper, chromedp.Navigate(h.URL+blank)); err != nil {
		return nil, err
	}
	keep := fmt.Sprintf(`fetch(%q).then((r) => r.arrayBuffer()).then(WebAssembly.compile)
		.then((m) => ((window.compiled = m), window.open(%q) !== null))`, h.engine(), blank)
	_, err = chromedp.Run(keeper, chromedp.Evaluate[bool](keep, chromedp.EvalAwaitPromise))
	if err != nil {
		return nil, err
	}
	all, err := chromedp.Targets(keeper)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(all, func(x *target.Info) bool { return x.OpenerID != "" })
	if i < 0 {
		return nil, errors.New("the browser has opened no tab")
	}
	ctx, cancel := chromedp.NewContext(keeper, chromedp.WithTargetID(all[i].TargetID))
	atEnd = append([]func(){cancel}, atEnd...)
	return ctx, begin(ctx)
}

// atEnd lists the functions to call after the last test.
var atEnd []func()

func flags(names ...string) (options []chromedp.ExecAllocatorOption) {
	for _, n := range names {
		options = append(options, chromedp.Flag(n, true))
	}
	return options
}

func TestMain(m *testing.M) {
	code := m.Run()
	for _, end := range atEnd {
		end()
	}
	os.Exit(code)
}

// built returns the files of the page, of version "test". They are not compressed, to save time.
var built = sync.OnceValues(func() (map[string][]byte, error) {
	return site.Build(context.Background(), "test")
})

// host serves the files of a site, which may be replaced.
type host struct {
	*httptest.Server
	mu    sync.Mutex
	files map[string][]byte
}

// newHost serves the page at an address of its own, where nothing is stored.
func newHost(t testing.TB) *host {
	t.Helper()
	h, err := serve()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Server.Close)
	return h
}

// common returns the host of tests that neither change it nor need a first visit. It serves the
// engine decompressed, as a host may, so that not every page has to decompress it.
var common = sync.OnceValues(func() (*host, error) {
	h, err := serve()
	if err != nil {
		return nil, err
	}
	h.files[h.engine()], err = engineOf(h.files[h.engine()])
	return h, err
})

// engine returns the name of the engine's file.
func (h *host) engine() string {
	for name := range h.files {
		if filepath.Ext(name) == ".wzst" {
			return name
		}
	}
	panic("the site has no engine")
}

func serve() (*host, error) {
	files, err := built()
	if err != nil {
		return nil, err
	}
	h := &host{files: maps.Clone(files)}
	h.Server = httptest.NewServer(h)
	h.Config.ErrorLog = log.New(io.Discard, "", 0)
	return h, nil
}

// blank is the address of an empty page of each host.
const blank = "/blank"

var types = map[string]string{".html": "text/html; charset=utf-8", ".js": "text/javascript",
	".css": "text/css",
	".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8",
	".wzst":  "application/octet-stream",
	".woff2": "font/woff2"}

// ServeHTTP implements http.Handler.
func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = page.Index
	}
	content, ok := h.files[name]
	switch {
	case r.URL.Path == blank:
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, `<link rel="icon" href="data:,">`)
		return
	case !ok:
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", types[filepath.Ext(name)])
	w.Header().Set("Cache-Control", "no-cache")
	w.Write(content)
}

// add serves one more file.
func (h *host) add(name, content string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.files[name] = []byte(content)
}

// replace makes the host serve other files.
func (h *host) replace(files map[string][]byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.files = files
}
