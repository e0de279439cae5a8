package arch

import (
	"strings"
	"testing"

	"wobbly/internal/gotool"
)

// foreign lists what must not be linked into the program that students use, because it has a
// program of its own or is for tests only.
var foreign = []string{
	"wobbly/internal/campaign/hive", "github.com/nats-io/...", // wobbly-hive
	// wobbly-serve
	"wobbly/internal/serve/web", "wobbly/internal/site", "wobbly/page/...", "net/http/...",
	"crypto/tls/...", "crypto/x509/...",
	"go.lsp.dev/...", "gonum.org/...", "github.com/CycloneDX/...",
	"github.com/leanovate/...", "github.com/rogpeppe/go-internal/testscript/...",
	"github.com/santhosh-tekuri/...", "github.com/google/go-cmp/...", "github.com/chromedp/...",
	"testing/...",
	"wobbly/internal/iltest",
}

// TestPageWeight checks that the page's engine does not load what only the command line uses.
func TestPageWeight(t *testing.T) {
	list, err := gotool.Run(t.Context(), []string{"GOOS=js", "GOARCH=wasm"}, "list", "-deps",
		module+"/cmd/wobbly-page")
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(list)
	if len(packages) < 100 {
		t.Errorf("go list finds only %d packages in the page's engine", len(packages))
	}
	for _, p := range packages {
		if matches(p, []string{"wobbly/dynamic/predict", "github.com/alecthomas/participle/..."}) {
			t.Errorf("the page's engine contains %s", p)
		}
	}
}

// TestWeight checks that nothing foreign is linked into the program that students use, not
// even through a library. A test of cmd/wobbly limits its size.
func TestWeight(t *testing.T) {
	list, err := gotool.Run(t.Context(), nil, "list", "-deps", module+"/cmd/wobbly")
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(list)
	if len(packages) < 100 {
		t.Errorf("go list finds only %d packages in wobbly", len(packages))
	}
	for _, p := range packages {
		if matches(p, foreign) {
			t.Errorf("wobbly contains %s", p)
		}
	}
}
