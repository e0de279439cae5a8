//go:build full

package page_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
)

var update = flag.Bool("update", false, "write the goldens")

// checkTree compares a tree with its golden.
func checkTree(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", "trees", name+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: the accessibility tree has changed (-update writes it); it is now\n%s",
			file, got)
	}
}

// settled waits until the accessibility tree of a region stays the same from one frame to the next,
// and returns it. The browser updates the tree some time after it has drawn the page.
func (b *tab) settled(region string) string {
	b.t.Helper()
	last := ""
	for b.ctx.Err() == nil {
		b.drawn()
		tree := b.tree(region)
		if tree != "" && tree == last {
			break
		}
		last = tree
	}
	return last
}

// shownProperties are the properties that a golden has.
var shownProperties = []string{
	"checked", "pressed", "expanded", "selected", "disabled", "level", "modal", "busy",
}

// tree returns the accessibility tree of a region, or of the dialog that is open.
func (b *tab) tree(region string) string {
	b.t.Helper()
	nodes := command(b, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{}).Nodes
	byID := map[accessibility.NodeID]*accessibility.Node{}
	for _, n := range nodes {
		byID[n.NodeID] = n
	}
	var out strings.Builder
	for _, n := range nodes {
		if role, name := word(n.Role), word(n.Name); role == region ||
			role == "region" && name == region {
			write(&out, byID, n, 0)
		}
	}
	return strings.ReplaceAll(out.String(), b.host.URL, "http://HOST")
}

// write prints a node and its descendants, without nodes that have neither a role nor a name.
func write(out *strings.Builder, byID map[accessibility.NodeID]*accessibility.Node,
	n *accessibility.Node, depth int) {
	role, name := word(n.Role), word(n.Name)
	plain := n.Ignored ||
		slices.Contains([]string{"generic", "none", "InlineTextBox", "Section", "LineBreak",
			"paragraph", "ListMarker", "code"}, role)
	if !plain && (role != "StaticText" || strings.TrimSpace(name) != "") {
		fmt.Fprintf(out, "%s%s %q%s\n", strings.Repeat("  ", depth), role, strings.TrimSpace(name),
			properties(n))
		depth++
		if role == "StaticText" || role == "button" || role == "combobox" {
			return // its children are its name, or the choices that it offers
		}
	}
	for _, id := range n.ChildIDs {
		if c := byID[id]; c != nil {
			write(out, byID, c, depth)
		}
	}
}

func properties(n *accessibility.Node) string {
	var out strings.Builder
	for _, p := range n.Properties {
		if slices.Contains(shownProperties, string(p.Name)) {
			if v := word(p.Value); v != "false" && v != "" {
				fmt.Fprintf(&out, " %s=%s", p.Name, v)
			}
		}
	}
	return out.String()
}

// word returns a value as text.
func word(v *accessibility.Value) string {
	if v == nil || len(v.Value) == 0 {
		return ""
	}
	var text string
	if json.Unmarshal(v.Value, &text) == nil {
		return text
	}
	return string(v.Value)
}
