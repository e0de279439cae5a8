package web

import (
	"bytes"
	"cmp"
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

// answer serves files until ctx ends. It then gives requests a second to end.
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

var mediaTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".json": "application/json",
	".webmanifest": "application/manifest+json", ".wasm": "application/wasm", ".png": "image/png",
	".txt": "text/plain; charset=utf-8",
}

type file struct {
	mediaType string
	content   []byte
	// compressed is the content in gzip, or nil if that is not smaller.
	compressed []byte
	// immutable reports whether browsers may keep the file: another content has another name.
	immutable bool
}

type handler struct {
	// host is the address and the port that a request must name, such as 127.0.0.1:7410.
	host  string
	files map[string]file
}

// newHandler returns a handler of requests to a host for files, whose keys are their names.
func newHandler(host string, files map[string][]byte) http.Handler {
	h := handler{host: host, files: map[string]file{}}
	for name, content := range files {
		h.files["/"+name] = file{
			mediaType:  cmp.Or(mediaTypes[path.Ext(name)], "application/octet-stream"),
			content:    content,
			compressed: compress(content),
			immutable:  name != page.Index && name != page.Worker,
		}
	}
	h.files["/"] = h.files["/"+page.Index]
	return h
}

// compress returns content in gzip, or nil if that is not smaller.
func compress(content []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		panic(err) // unreachable: the level exists
	}
	w.Write(content) // a bytes.Buffer has no errors
	w.Close()
	if b.Len() >= len(content) {
		return nil
	}
	return b.Bytes()
}

// ServeHTTP serves a file. Its headers let a browser run the page, and nothing else use it.
func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, ok := h.files[r.URL.Path]
	switch {
	case r.Host != h.host && r.Host+":80" != h.host: // browsers leave out the default port
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
	head.Set("Content-Type", f.mediaType)
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Referrer-Policy", "no-referrer")
	head.Set("Cross-Origin-Resource-Policy", "same-origin")
	head.Set("Vary", "Accept-Encoding")
	head.Set("Accept-Ranges", "none")
	head.Set("Cache-Control", "no-cache")
	if f.immutable {
		head.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	content := f.content
	if f.compressed != nil && acceptsGzip(r.Header.Get("Accept-Encoding")) {
		head.Set("Content-Encoding", "gzip")
		content = f.compressed
	}
	head.Set("Content-Length", strconv.Itoa(len(content)))
	if r.Method == http.MethodGet {
		w.Write(content) // an error means that the reader is gone
	}
}

// acceptsGzip reports whether a header Accept-Encoding lists gzip with a weight other than 0.
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
