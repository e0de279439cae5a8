package page

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
)

//go:embed dist
var built embed.FS

// The files of a site that keep their names: browsers ask for them by these.
const (
	Index  = "index.html"
	Worker = "sw.js" // the service worker
)

// Site returns all files of the page by their names, which have no folders. wasm is the engine, and
// exec the wasm_exec.js of the Go release that compiled it. The page displays version. The same
// arguments give the same bytes.
func Site(wasm, exec []byte, version string) (map[string][]byte, error) {
	parts, err := read()
	if err != nil {
		return nil, err
	}
	if parts["engine.wzst"], err = compressed(wasm); err != nil {
		return nil, err
	}
	parts["wasm_exec.js"] = exec
	site := map[string][]byte{}
	var names []string // the old and the new name of each file, in quotation marks as in the index
	for _, name := range slices.SortedFunc(maps.Keys(parts), namedFirst) {
		if name == Index || name == Worker {
			continue
		}
		if path.Ext(name) == ".css" { // it names the typefaces without quotation marks
			bare := strings.NewReplacer(strings.Fields(strings.ReplaceAll(strings.Join(names, " "),
				`"`, ""))...)
			parts[name] = []byte(bare.Replace(string(parts[name])))
		}
		hashed := hashedName(name, parts[name])
		site[hashed] = parts[name]
		names = append(names, `"`+name+`"`, `"`+hashed+`"`)
	}
	index := strings.NewReplacer(append(names, `"VERSION"`,
		`"`+html.EscapeString(version)+`"`)...).Replace(string(parts[Index]))
	site[Index] = []byte(index)
	site[Worker] = serviceWorker(parts[Worker], site)
	return site, nil
}

// namedFirst orders the names of files so that a stylesheet comes after the files that it names.
func namedFirst(x, y string) int {
	last := func(name string) int { return strings.Count(name, ".css") }
	return cmp.Or(cmp.Compare(last(x), last(y)), cmp.Compare(x, y))
}

// Licenses returns the licences of the packages in the page, each after a line such as
// "preact 10.1.0, MIT".
func Licenses() string {
	text, err := built.ReadFile("dist/licenses.txt")
	if err != nil {
		panic(err) // the file is embedded
	}
	return string(text)
}

// read returns the built page.
func read() (map[string][]byte, error) {
	files, err := fs.Sub(built, "dist")
	if err != nil {
		return nil, err
	}
	all, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil, err
	}
	parts := map[string][]byte{}
	for _, f := range all {
		if parts[f.Name()], err = fs.ReadFile(files, f.Name()); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// window is how far back compressed data may refer, in bytes. A browser keeps that much while it
// decompresses.
const window = 8 << 20

// compressed compresses data with Zstandard (RFC 8878), which is an eighth smaller than gzip.
func compressed(data []byte) ([]byte, error) {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression),
		zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(window))
	if err != nil {
		return nil, err
	}
	return w.EncodeAll(data, nil), w.Close()
}

// hashedName inserts the digest of a file's content before the extension of its name.
func hashedName(name string, content []byte) string {
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + "-" + digest(content) + ext
}

// digest returns the beginning of the digest of some bytes, enough to distinguish files.
func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:5])
}

// serviceWorker returns the service worker of a site: script, after a statement that defines the
// list of the site's files and a version that changes whenever a file changes.
func serviceWorker(script []byte, site map[string][]byte) []byte {
	names := slices.Sorted(maps.Keys(site))
	version := digest([]byte(strings.Join(names, " ") + " " + digest(site[Index])))
	head := fmt.Sprintf("self.wobblySite={version:%q,files:[\"%s\"]};\n", version,
		strings.Join(names, `","`))
	return append([]byte(head), script...)
}
