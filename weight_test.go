package wobbly_test

import (
	"strings"
	"testing"

	"wobbly/internal/gotool"
)

// foreign is what is not in the program that students use: it has a program of its own,
// or is for tests.
var foreign = []string{
	"wobbly/internal/campaign/hive", "github.com/nats-io/...", // wobbly-hive
	"wobbly/internal/serve/web", "wobbly/internal/site", "wobbly/page/...", "net/http/...", "crypto/tls/...", "crypto/x509/...", // wobbly-serve
	"go.lsp.dev/protocol/...", "gonum.org/...", "github.com/CycloneDX/...",
	"github.com/leanovate/...", "github.com/rogpeppe/...", "github.com/santhosh-tekuri/...", "github.com/google/go-cmp/...", "github.com/chromedp/...", "testing/...",
	"wobbly/internal/iltest",
}

// TestPageWeight: a first visit of the page does not load what only the command line has.
func TestPageWeight(t *testing.T) {
	list, err := gotool.Run(t.Context(), []string{"GOOS=js", "GOARCH=wasm"}, "list", "-deps", "./cmd/wobbly-page")
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(list)
	if len(packages) < 100 {
		t.Errorf("only %d packages are in the page", len(packages))
	}
	for _, p := range packages {
		if matches(p, []string{"wobbly/dynamic/predict"}) {
			t.Errorf("%s is in the page", p)
		}
	}
}

// TestWeight: the program that students use has nothing foreign in it, be it by way of a
// library. How large it is, is a test of cmd/wobbly.
func TestWeight(t *testing.T) {
	list, err := gotool.Run(t.Context(), nil, "list", "-deps", "./cmd/wobbly")
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(list)
	if len(packages) < 100 {
		t.Errorf("only %d packages are in wobbly", len(packages))
	}
	for _, p := range packages {
		if matches(p, foreign) {
			t.Errorf("%s is in wobbly", p)
		}
	}
}
