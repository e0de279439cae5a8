package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"net"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"wobbly/page"
)

// listen opens a port of the loopback address.
func listen(ctx context.Context, port int) (net.Listener, error) {
	var c net.ListenConfig
	return c.Listen(ctx, "tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
}

func address(l net.Listener) string { return "http://" + l.Addr().String() + "/" }

func answer(ctx context.Context, l net.Listener, files map[string][]byte) error {
	s := &http.Server{
		Handler: newHandler(l.Addr().String(), files), ReadTimeout: 5 * time.Second,
		WriteTimeout: time.Minute, IdleTimeout: time.Minute, MaxHeaderBytes: 1 << 14,
	}
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		grace, done := context.WithTimeout(context.Background(), time.Second)
		defer done()
		if s.Shutdown(grace) != nil {
			s.Close()
		}
	})
	err := s.Serve(l)
	if !stop() {
		<-ended
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// kinds are the types of the files by their endings.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".json": "application/json",
	".webmanifest": "application/manifest+json", ".wasm": "application/wasm", ".png": "image/png",
	".txt": "text/plain; charset=utf-8",
}

type file struct {
	kind    string
	plain   []byte
	packed  []byte // the same by gzip, nil where that makes it no smaller
	forever bool   // another content would have another name
}

type handler struct {
	host  string // the address and the port that a request must name
	files map[string]file
}

// newHandler answers requests to a host, such as 127.0.0.1:7410, for the files of a site.
func newHandler(host string, files map[string][]byte) http.Handler {
	h := handler{host, map[string]file{}}
	for name, content := range files {
		kind := kinds[path.Ext(name)]
		if kind == "" {
			kind = "application/octet-stream"
		}
		h.files["/"+name] = file{
			kind, content, packed(content), name != page.Index && name != page.Worker,
		}
	}
	h.files["/"] = h.files["/"+page.Index]
	return h
}

// packed returns a content by gzip, nil where that makes it no smaller.
func packed(content []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level exists
	w.Write(content)                                      // a buffer takes all
	w.Close()
	if b.Len() >= len(content) {
		return nil
	}
	return b.Bytes()
}

// ServeHTTP implements http.Handler.
func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, ok := h.files[r.URL.Path]
	switch {
	case r.Host != h.host && r.Host+":80" != h.host:
		// browsers leave out the port of all web servers
		http.Error(w, "404: the page is at http://"+h.host+"/", http.StatusNotFound)
		return
	case !ok || r.URL.RawPath != "":
		http.Error(w, "404: this is not a file of the page", http.StatusNotFound)
		return
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "405: the page is read only", http.StatusMethodNotAllowed)
		return
	}
	head := w.Header()
	head.Set("Content-Type", f.kind)
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Referrer-Policy", "no-referrer")
	head.Set("Cross-Origin-Resource-Policy", "same-origin")
	head.Set("Vary", "Accept-Encoding")
	head.Set("Accept-Ranges", "none")
	head.Set("Cache-Control", "no-cache")
	if f.forever {
		head.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	content := f.plain
	if f.packed != nil && acceptsGzip(r.Header.Get("Accept-Encoding")) {
		head.Set("Content-Encoding", "gzip")
		content = f.packed
	}
	head.Set("Content-Length", strconv.Itoa(len(content)))
	if r.Method == http.MethodGet {
		w.Write(content) // an error means that the reader is gone
	}
}

// acceptsGzip reports whether a header accepts gzip with a weight other than 0.
func acceptsGzip(header string) bool {
	for coding := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(coding, ";")
		if strings.TrimSpace(name) != "gzip" {
			continue
		}
		q, ok := strings.CutPrefix(strings.TrimSpace(weight), "q=")
		n, err := strconv.ParseFloat(q, 64)
		return !ok || err == nil && n > 0
	}
	return false
}
