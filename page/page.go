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
// exec the wasm_exec.js of the Go release that compiled it. version is what the page calls itself.
// The same arguments give the same bytes.
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
	var names []string // old name, new name, in quotation marks as the index has them
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
		panic(err) // it is part of the program
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

// window is how far back compressed data may refer, in bytes: what a browser keeps while
// it unpacks.
const window = 8 << 20

// compressed is data as Zstandard makes it (RFC 8878), an eighth smaller than by gzip.
func compressed(data []byte) ([]byte, error) {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression),
		zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(window))
	if err != nil {
		return nil, err
	}
	return w.EncodeAll(data, nil), w.Close()
}

// hashedName returns a name with the beginning of the content's digest in it.
func hashedName(name string, content []byte) string {
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + "-" + digest(content) + ext
}

// digest returns the beginning of the digest of some bytes, enough to distinguish files.
func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:5])
}

// serviceWorker returns the service worker of a site: the list of its files, and a
// version that is another one whenever a file is.
func serviceWorker(script []byte, site map[string][]byte) []byte {
	names := slices.Sorted(maps.Keys(site))
	version := digest([]byte(strings.Join(names, " ") + " " + digest(site[Index])))
	head := fmt.Sprintf("self.wobblySite={version:%q,files:[\"%s\"]};\n", version,
		strings.Join(names, `","`))
	return append([]byte(head), script...)
}
