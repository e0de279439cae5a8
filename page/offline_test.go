//go:build full

package page_test

import (
	"bytes"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/klauspost/compress/zstd"

	"wobbly/page"
)

const controlled = `navigator.serviceWorker.controller &&
	caches.keys().then((k) => window.kept = k.length) &&
	window.kept > 0`

// later is the site as a later version of the page would be: another engine.
var later = sync.OnceValues(func() (map[string][]byte, error) {
	files, err := built()
	if err != nil {
		return nil, err
	}
	var exec, wasm []byte
	for name, content := range files {
		switch {
		case filepath.Ext(name) == ".wzst":
			wasm, err = engineOf(content)
		case strings.HasPrefix(name, "wasm_exec"):
			exec = content
		}
	}
	if err != nil {
		return nil, err
	}
	// with a custom section, which means nothing
	return page.Site(append(wasm, 0, 2, 1, '2'), exec, "2")
})

// engineOf returns the WebAssembly of a packed engine.
func engineOf(content []byte) ([]byte, error) {
	r, err := zstd.NewReader(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// second is that version, on its host.
func second(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := later()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestOffline: after the first visit, the page works completely without its host.
func TestOffline(t *testing.T) {
	h := newHost(t)
	b := open(t, "/", setup{host: h})
	b.until(controlled)
	b.click("button", "New")
	b.write(small)
	b.ready()
	h.replace(nil) // each request is answered by 404 now
	b.quiet = true // the browser itself says that the index is not there
	b.do(chromedp.Reload())
	b.until(`wobblyTest.editor()?.innerText.startsWith("get(b)")`)
	b.ready()
	h.CloseClientConnections()
	h.Listener.Close()
	b.do(chromedp.Reload())
	b.until(`wobblyTest.editor()?.innerText.startsWith("get(b)")`)
	b.ready()
}

// TestNewVersion: a page that is open while version 2 is deployed stays complete, says so, and is
// version 2 after "Reload", even offline. Files of the two versions are never mixed.
func TestNewVersion(t *testing.T) {
	h := newHost(t)
	one, two := maps.Clone(h.files), second(t)
	b := open(t, "/", setup{host: h})
	b.until(controlled)
	h.replace(two)
	eval[bool](b,
		`navigator.serviceWorker.getRegistration().then((r) => r.update()).then(() => true)`)
	b.until(`document.querySelector(".notices").innerText.includes("new version of this page")`)
	if got := eval[string](b, `document.documentElement.dataset.version`); got != "test" {
		t.Errorf("the page is version %q before it was loaded again", got)
	}
	b.click("button", "Reload")
	b.until(`document.documentElement.dataset.version === "2" && document.querySelector("main")`)
	b.until(controlled)
	h.replace(nil)
	b.quiet = true
	b.do(chromedp.Reload())
	b.until(`document.documentElement.dataset.version === "2" && document.querySelector("main")`)
	assertOneVersion(t, b, one, two)
}

// assertOneVersion holds the files of the page against one version.
func assertOneVersion(t *testing.T, b *tab, old, current map[string][]byte) {
	t.Helper()
	loaded := eval[[]string](b, `performance.getEntriesByType("resource")
		.map((e) => new URL(e.name).pathname.slice(1))
		.concat([document.documentElement.dataset.engine])`)
	for _, name := range loaded {
		if _, ok := current[name]; !ok && name != "" &&
			!slices.Contains([]string{page.Index, page.Worker}, name) {
			t.Errorf("%s is no file of the version that is shown (of the other one: %v)", name,
				old[name] != nil)
		}
	}
}

// TestVersionOffline: version 1 opened offline stays version 1, and visiting the deployed version 2
// shows version 2 at once.
func TestVersionOffline(t *testing.T) {
	h := newHost(t)
	one := h.files
	b := open(t, "/", setup{host: h})
	b.until(controlled)
	b.quiet = true
	h.replace(nil)
	b.do(chromedp.Reload())
	b.until(`document.documentElement.dataset.version === "test" && document.querySelector("main")`)
	two := second(t)
	h.replace(two)
	b.do(chromedp.Reload())
	b.until(`document.documentElement.dataset.version === "2" && document.querySelector("main")`)
	b.until(`wobblyTest.all("button", "New").length > 0`)
	assertOneVersion(t, b, one, two)
}

// TestReset: the address that resets the page removes the offline copy and keeps the programs.
func TestReset(t *testing.T) {
	h := newHost(t)
	b := open(t, "/", setup{host: h})
	b.until(controlled)
	b.click("button", "New")
	b.write(small)
	b.until(`Object.keys(localStorage).some((k) => localStorage[k].includes("x := b.f"))`)
	b.do(chromedp.Navigate(h.URL + "/?reset"))
	b.until(`document.querySelector(".notices").innerText.includes("offline copy was removed")`)
	b.until(`navigator.serviceWorker.getRegistrations().then((r) => window.left = r.length) &&
		window.left === 0`)
	b.until(`wobblyTest.editor()?.innerText.startsWith("get(b)")`)
}

// TestSite: files are named after their content, the index and the service worker list all of them,
// and none is loaded from another host.
func TestSite(t *testing.T) {
	wasm, exec := []byte("wasm"), []byte("exec")
	site, err := page.Site(wasm, exec, `1"<2`)
	if err != nil {
		t.Fatal(err)
	}
	again, err := page.Site(wasm, exec, `1"<2`)
	if err != nil || !maps.EqualFunc(site, again, bytes.Equal) {
		t.Errorf("the same parts give other files (%v)", err)
	}
	index, worker := string(site[page.Index]), string(site[page.Worker])
	for name, content := range site {
		if name != page.Index && name != page.Worker && !strings.Contains(index, `"`+name+`"`) {
			t.Errorf("the index does not name %s", name)
		}
		if !strings.Contains(worker, `"`+name+`"`) {
			t.Errorf("the service worker does not name %s", name)
		}
		if strings.Contains(name, "/") {
			t.Errorf("%s is in a folder", name)
		}
		if (strings.HasSuffix(name, ".html") || strings.HasSuffix(name, ".css")) &&
			strings.Contains(string(content), "//") {
			t.Errorf("%s names an address", name)
		}
	}
	if !strings.Contains(index, `data-version="1&#34;&lt;2"`) {
		t.Error("the version is not in the index, or not escaped")
	}
	other, err := page.Site([]byte("other"), exec, `1"<2`)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(other[page.Worker], site[page.Worker]) ||
		bytes.Equal(other[page.Index], site[page.Index]) {
		t.Error("another engine gives the same index or service worker")
	}
	if len(other) != len(site) {
		t.Errorf("%d files, want %d", len(other), len(site))
	}
}
