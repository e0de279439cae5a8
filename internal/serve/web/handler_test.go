package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

var files = map[string][]byte{
	"index.html": []byte(strings.Repeat("<p>page</p>", 50)), "sw.js": []byte("self"),
	"app-0123456789.js":      []byte(strings.Repeat("let x = 1;", 50)),
	"engine-0123456789.wzst": {1, 2, 3}, "licenses-0123456789.txt": []byte("MIT"),
}

const host = "127.0.0.1:7410"

// request sends a request to a handler of files at 127.0.0.1:7410. header is a list of names and
// values.
func request(method, host, target string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, nil)
	r.Host = host
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	newHandler("127.0.0.1:7410", files).ServeHTTP(w, r)
	return w
}

// TestFiles: each file has its type and the lifetime that its name says, and is compressed for
// clients that accept that.
func TestFiles(t *testing.T) {
	const immutable = "public, max-age=31536000, immutable"
	// The name of the file, and the headers Content-Type and Cache-Control.
	for target, want := range map[string][3]string{
		"/":                  {"index.html", "text/html; charset=utf-8", "no-cache"},
		"/index.html":        {"index.html", "text/html; charset=utf-8", "no-cache"},
		"/?embed":            {"index.html", "text/html; charset=utf-8", "no-cache"},
		"/sw.js":             {"sw.js", "text/javascript; charset=utf-8", "no-cache"},
		"/app-0123456789.js": {"app-0123456789.js", "text/javascript; charset=utf-8", immutable},
		"/licenses-0123456789.txt": {"licenses-0123456789.txt", "text/plain; charset=utf-8",
			immutable},
		"/engine-0123456789.wzst": {"engine-0123456789.wzst", "application/octet-stream",
			immutable},
	} {
		for _, encoding := range []string{"", "gzip, br"} {
			w := request("GET", host, target, "Accept-Encoding", encoding)
			body := w.Body.Bytes()
			if w.Header().Get("Content-Encoding") == "gzip" {
				z, err := gzip.NewReader(bytes.NewReader(body))
				if err != nil || encoding == "" {
					t.Fatalf("%s: the encoding gzip for %q: %v", target, encoding, err)
				}
				if body, err = io.ReadAll(z); err != nil {
					t.Fatalf("%s: decompressing: %v", target, err)
				}
			}
			head := w.Header()
			if w.Code != 200 || !bytes.Equal(body, files[want[0]]) ||
				head.Get("Content-Type") != want[1] || head.Get("Cache-Control") != want[2] ||
				head.Get("X-Content-Type-Options") != "nosniff" ||
				head.Get("Referrer-Policy") != "no-referrer" {
				t.Errorf("%s, encoding %q: status %d, headers %v, body %q; want 200 and %q", target,
					encoding, w.Code, head, body, want)
			}
		}
	}
	if w := request("HEAD", host, "/"); w.Code != 200 || w.Body.Len() != 0 ||
		w.Header().Get("Content-Length") == "0" {
		t.Errorf("HEAD: status %d, %d bytes, headers %v; want 200, no bytes and their number",
			w.Code, w.Body.Len(), w.Header())
	}
}

// TestRefuses: no other path, host or method is served.
func TestRefuses(t *testing.T) {
	for _, target := range []string{
		"/x", "//", "/../go.mod", "/..%2fgo.mod", "/%2e%2e/go.mod", "/index.html/",
		"/app-0123456789.js%00", "/./index.html", "//index.html", "/dist/index.html",
		"/%69ndex.html%2f..", "/sw%2ejs", "/sw%2ejs/..", `/..\go.mod`,
	} {
		if w := request("GET", host, target); w.Code != 404 ||
			strings.Contains(w.Body.String(), "page</p>") {
			t.Errorf("%s: status %d, want 404 without the page", target, w.Code)
		}
	}
	for _, other := range []string{
		"", "evil.example", "evil.example:7410", "127.0.0.1", "127.0.0.1:80", "localhost:7410",
		"127.0.0.1:7410.evil.example", "127.0.0.1:07410",
		"127.0.0.1:7410@evil.example", "[::1]:7410", "[::ffff:127.0.0.1]:7410", "2130706433:7410",
		"127.0.0.1:7410 ",
	} {
		if w := request("GET", other, "/"); w.Code != 404 ||
			w.Body.String() != "404: the page is at http://127.0.0.1:7410/\n" {
			t.Errorf("host %q: %d %q, want 404 with the address of the page", other, w.Code, w.Body)
		}
	}
	for _, method := range []string{
		"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", "PROPFIND",
	} {
		if w := request(method, host, "/"); w.Code != 405 || w.Header().Get("Allow") == "" {
			t.Errorf("%s: status %d, want 405 with Allow", method, w.Code)
		}
	}
}

// TestPort80: browsers leave the default port out of the host.
func TestPort80(t *testing.T) {
	h := newHandler("127.0.0.1:80", files)
	for host, want := range map[string]int{
		"127.0.0.1": 200, "127.0.0.1:80": 200, "127.0.0.1:81": 404, "localhost": 404, "": 404,
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Host = host
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("host %q: status %d, want %d", host, w.Code, want)
		}
	}
}

// TestCompressed: compressed files are sent only to clients that accept them.
func TestCompressed(t *testing.T) {
	for header, want := range map[string]bool{
		"": false, "gzip": true, "deflate, gzip;q=0.5, br": true, "br": false, "gzip;q=0": false,
		"gzip; q=0.0, *": false, "xgzip": false, "gzip;q=x": false, " gzip ": true,
	} {
		w := request("GET", host, "/", "Accept-Encoding", header)
		if got := w.Header().Get("Content-Encoding") == "gzip"; got != want ||
			w.Header().Get("Vary") != "Accept-Encoding" {
			t.Errorf("Accept-Encoding %q: headers %v, want gzip: %t", header, w.Header(), want)
		}
	}
}

// TestWire: requests that no browser sends are rejected before anything is served, and a range
// request gets the whole file.
func TestWire(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	l, err := listen(ctx, 0)
	if err != nil {
		t.Fatal(err)
	}
	if a, err := netip.ParseAddrPort(l.Addr().String()); err != nil || !a.Addr().IsLoopback() {
		t.Fatalf("listen: the address is %s, want a loopback address", l.Addr())
	}
	done := make(chan error)
	go func() { done <- answer(ctx, l, files) }()
	host := "Host: " + l.Addr().String() + "\r\n"
	whole := string(files["index.html"])
	for request, want := range map[string]string{
		"GET / HTTP/1.1\r\n" + host:                                          "200",
		"GET / HTTP/1.1\r\nRange: bytes=0-3\r\n" + host:                      "200",
		"GET / HTTP/1.1\r\nIf-Range: x\r\nRange: bytes=9-\r\n" + host:        "200",
		"GET http://" + l.Addr().String() + "/ HTTP/1.1\r\n" + host:          "200",
		"GET http://evil.example/ HTTP/1.1\r\n" + host:                       "404",
		"GET / HTTP/1.0\r\n":                                                 "404",
		"GET /../index.html HTTP/1.1\r\n" + host:                             "404",
		"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n" + host:                  "404",
		"GET / HTTP/1.1\r\n":                                                 "400",
		"GET / HTTP/1.1\r\n" + host + host:                                   "400",
		"GET / HTTP/1.1\r\nHost: a b\r\n":                                    "400",
		"GET ../go.mod HTTP/1.1\r\n" + host:                                  "400",
		"GET /\r\n":                                                          "400",
		"GET / HTTP/1.1\r\nX: " + strings.Repeat("x", 1<<16) + "\r\n" + host: "431",
		"POST / HTTP/1.1\r\nContent-Length: 0\r\n" + host:                    "405",
	} {
		status, body := exchange(t, l.Addr().String(), request+"Connection: close\r\n\r\n")
		if status != want || (want == "200") != (body == whole) {
			t.Errorf("%.80q: status %s, want %s; body %.100q", request, status, want, body)
		}
	}
	cancel()
	if err := <-done; err != nil {
		t.Errorf("answer: %v, want no error after its context ends", err)
	}
}

// exchange sends bytes as they are, and returns the status and the body of the response.
func exchange(t *testing.T, address, request string) (status, body string) {
	t.Helper()
	c, err := net.Dial("tcp4", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	go io.WriteString(c, request) // the server may refuse before it has read all
	answer, _ := io.ReadAll(c)    // bytes that it has not read reset the connection
	head, body, _ := strings.Cut(string(answer), "\r\n\r\n")
	if words := strings.Fields(head); len(words) > 1 {
		status = words[1]
	}
	return status, body
}

// TestAnswer: a server answers until its context ends, and then the port is free again. Listening
// on a port that is taken is an error.
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
		t.Fatalf("getting the page: response %v, error %v; want status 200", r, err)
	}
	r.Body.Close()
	port := l.Addr().(*net.TCPAddr).Port
	if _, err := listen(ctx, port); err == nil {
		t.Errorf("listen(%d) while the port is taken: no error", port)
	}
	cancel()
	if err := <-done; err != nil {
		t.Errorf("answer: %v, want no error after its context ends", err)
	}
	again, err := listen(context.Background(), port)
	if err != nil {
		t.Fatalf("listen(%d) after the server ended: %v", port, err)
	}
	again.Close()
}
