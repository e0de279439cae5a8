package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

var files = map[string][]byte{
	"index.html": []byte(strings.Repeat("<p>page</p>", 50)), "sw.js": []byte("self"), "app-0123456789.js": []byte(strings.Repeat("let x = 1;", 50)),
	"engine-0123456789.wgz": {1, 2, 3}, "licenses-0123456789.txt": []byte("MIT"),
}

const host = "127.0.0.1:7410"

// get asks a handler.
func get(method, host, target string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, nil)
	r.Host = host
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	newHandler("127.0.0.1:7410", files).ServeHTTP(w, r)
	return w
}

// TestFiles: each file comes with its type, and for as long as its name says; packed for
// those who take that.
func TestFiles(t *testing.T) {
	for target, want := range map[string][3]string{
		"/":                        {"index.html", "text/html; charset=utf-8", "no-cache"},
		"/index.html":              {"index.html", "text/html; charset=utf-8", "no-cache"},
		"/?embed":                  {"index.html", "text/html; charset=utf-8", "no-cache"},
		"/sw.js":                   {"sw.js", "text/javascript; charset=utf-8", "no-cache"},
		"/app-0123456789.js":       {"app-0123456789.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"},
		"/licenses-0123456789.txt": {"licenses-0123456789.txt", "text/plain; charset=utf-8", "public, max-age=31536000, immutable"},
		"/engine-0123456789.wgz":   {"engine-0123456789.wgz", "application/octet-stream", "public, max-age=31536000, immutable"},
	} {
		for _, encoding := range []string{"", "gzip, br"} {
			w := get("GET", host, target, "Accept-Encoding", encoding)
			body := w.Body.Bytes()
			if w.Header().Get("Content-Encoding") == "gzip" {
				z, err := gzip.NewReader(bytes.NewReader(body))
				if err != nil || encoding == "" {
					t.Fatalf("%s: packed for %q: %v", target, encoding, err)
				}
				body, _ = io.ReadAll(z)
			}
			head := w.Header()
			if w.Code != 200 || !bytes.Equal(body, files[want[0]]) || head.Get("Content-Type") != want[1] || head.Get("Cache-Control") != want[2] ||
				head.Get("X-Content-Type-Options") != "nosniff" || head.Get("Referrer-Policy") != "no-referrer" {
				t.Errorf("%s, %q: %d %v %q", target, encoding, w.Code, head, body)
			}
		}
	}
	if w := get("HEAD", host, "/"); w.Code != 200 || w.Body.Len() != 0 || w.Header().Get("Content-Length") == "0" {
		t.Errorf("HEAD: %d, %d bytes, %v", w.Code, w.Body.Len(), w.Header())
	}
}

// TestRefuses: nothing else is served, to nobody else, and nothing is written.
func TestRefuses(t *testing.T) {
	for _, target := range []string{
		"/x", "//", "/../go.mod", "/..%2fgo.mod", "/%2e%2e/go.mod", "/index.html/", "/app-0123456789.js%00", "/./index.html", "//index.html", "/dist/index.html",
		"/%69ndex.html%2f..", "/sw%2ejs/..", `/..\go.mod`,
	} {
		if w := get("GET", host, target); w.Code != 404 || strings.Contains(w.Body.String(), "page</p>") {
			t.Errorf("%s: %d", target, w.Code)
		}
	}
	for _, other := range []string{"", "evil.example", "evil.example:7410", "127.0.0.1", "127.0.0.1:80", "localhost:7410", "127.0.0.1:7410.evil.example"} {
		if w := get("GET", other, "/"); w.Code != 404 {
			t.Errorf("host %q: %d", other, w.Code)
		}
	}
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS", "TRACE"} {
		if w := get(method, host, "/"); w.Code != 405 || w.Header().Get("Allow") == "" {
			t.Errorf("%s: %d", method, w.Code)
		}
	}
}

// TestAnswer: a server answers until its context ends, and then the port is free again; a
// port that is taken is an error.
func TestAnswer(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	l, err := listen(ctx, 0)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() { done <- answer(ctx, l, files) }()
	r, err := http.Get(address(l))
	if err != nil || r.StatusCode != 200 {
		t.Fatalf("%v %v", r, err)
	}
	r.Body.Close()
	port := l.Addr().(interface{ AddrPort() netip.AddrPort }).AddrPort().Port()
	if _, err := listen(ctx, int(port)); err == nil {
		t.Error("a port is taken twice")
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	again, err := listen(context.Background(), int(port))
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
}
