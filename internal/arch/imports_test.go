package arch

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The import policy: what must be absent from the import graph of the project.
// ARCHITECTURE.md gives the reasons.

// A rule forbids some packages to import others. Packages are given by patterns: a path; a
// path followed by /..., for it and everything below it; std, for the standard library; or
// "...", for everything.
type rule struct {
	name   string
	from   []string // the importers that the rule binds
	except []string // importers that are exempt
	forbid []string // what they must not import
	allow  []string // exceptions to forbid
	deep   bool     // indirect imports through the project count too
	tests  bool     // the rule binds test files too
}

// rules lists the rules in five groups; the numbers in their names are those of the groups. The
// last rule of homeRules refuses a library that has no home: add it to homes.
var rules = slices.Concat([]rule{
	{
		name:   "1: the analyses do not know the semantics",
		from:   []string{"wobbly/abstract/..."},
		forbid: []string{"wobbly/semantics/..."},
		deep:   true, tests: true,
	},
	{
		name:   "1: the semantics does not know the analyses",
		from:   []string{"wobbly/semantics/..."},
		forbid: []string{"wobbly/abstract/..."},
		deep:   true, tests: true,
	},
	{
		name:   "2: the witness checker shares only il and the witness format with the rest",
		from:   []string{"wobbly/witness/check/...", "wobbly/witness/absence"},
		forbid: []string{"..."},
		allow:  []string{"std", "wobbly/il/...", "wobbly/witness", "wobbly/witness/check/..."},
	},
	{
		name: "2: the witness checker does not know what it checks",
		from: []string{"wobbly/witness/check/...", "wobbly/witness/absence"},
		forbid: []string{
			"wobbly/semantics/...", "wobbly/abstract/...", "wobbly/witness/reconstruct/...",
			"wobbly/theorem/...",
		},
		deep: true,
	},
}, homeRules(), []rule{
	{
		name: "3: wobbly itself carries no message engine, web server, page, " +
			"plotting library or property tester",
		from:   []string{"wobbly/cmd/wobbly"},
		forbid: foreign,
		deep:   true,
	},
	{
		name:   "3: only the page's server and the hive use the network",
		from:   []string{"wobbly/..."},
		except: []string{"wobbly/internal/serve/web", "wobbly/internal/campaign/hive"},
		forbid: []string{"net", "net/http"},
	},
	{
		name: "3: the page carries neither terminal nor command line",
		from: []string{"wobbly/page/...", "wobbly/internal/ask"},
		forbid: []string{
			"wobbly/tui/...", "wobbly/internal/cli/...", "charm.land/bubbletea/...",
			"github.com/alecthomas/kong/...", "net/http",
		},
		deep: true,
	},
	{
		name:   "3: laws are for tests: no binary contains the property tester",
		from:   []string{"wobbly/..."},
		except: []string{"wobbly/internal/law"},
		forbid: []string{"wobbly/internal/law"},
	},
	{
		name: "4: files, environment, arguments, clock and entropy are for the command line",
		from: []string{"wobbly/..."},
		// Three of those named here are programs of their own. The last has the goldens of tests.
		except: slices.Concat(commandLine,
			[]string{
				"wobbly/internal/bench", "wobbly/internal/benchspin", "wobbly/internal/release",
				"wobbly/tui/tuitest",
			}, timed),
		forbid: outside,
	},
	{
		name: "4: the hive has a clock, because it repeats what was not acknowledged in time, " +
			"but no files, environment, arguments or entropy",
		from:   timed,
		forbid: outside,
		allow:  []string{"time"},
	},
	{
		name:   "5: a campaign knows neither its subject nor its messages",
		from:   []string{"wobbly/internal/campaign"},
		forbid: []string{"..."},
		allow:  []string{"std", "wobbly/internal/slice"},
	},
	{
		name:   "5: the hive does not know what its messages contain",
		from:   []string{"wobbly/internal/campaign/hive"},
		forbid: []string{"wobbly/..."},
		allow:  []string{"wobbly/internal/campaign", "wobbly/internal/text"},
	},
	{
		name:   "5: il imports nothing of the project",
		from:   []string{"wobbly/il"},
		forbid: []string{"..."},
		allow:  []string{"std"},
	},
	{
		name:   "5: flow graphs know syntax only",
		from:   []string{"wobbly/il/flow"},
		forbid: []string{"..."},
		allow:  []string{"std", "wobbly/il", "wobbly/internal/exact"},
	},
	{
		name:   "5: the package of paths through units shares flow graphs, and knows no analysis",
		from:   []string{"wobbly/abstract/paths"},
		forbid: []string{"..."},
		allow:  []string{"std", "wobbly/il", "wobbly/il/flow"},
	},
	{
		name: "5: the packages that flow graphs are compared with do not use them",
		from: []string{
			"wobbly/witness/check/...", "wobbly/semantics", "wobbly/semantics/promela",
			"wobbly/il/gen",
		},
		forbid: []string{"wobbly/il/flow"},
		deep:   true,
	},
	{
		name:   "5: diagnostics know positions and nothing else",
		from:   []string{"wobbly/il/diag"},
		forbid: []string{"..."},
		allow:  []string{"std", "wobbly/il"},
	},
	{
		name: "5: the step function of the engines, the layouts of states and their driver do " +
			"not know the searches",
		from: []string{
			"wobbly/semantics/explore/machine", "wobbly/semantics/explore/driver",
			"wobbly/semantics/explore/canonical", "wobbly/semantics/explore/flat",
		},
		forbid: []string{
			"wobbly/semantics/explore", "wobbly/semantics/explore/dpor",
			"wobbly/semantics/explore/unordered", "wobbly/witness/...",
		},
		deep: true,
	},
	{
		name: "5: the driver knows no layout, and a layout knows no other",
		from: []string{
			"wobbly/semantics/explore/driver", "wobbly/semantics/explore/canonical",
			"wobbly/semantics/explore/flat",
		},
		forbid: []string{"wobbly/semantics/explore/canonical", "wobbly/semantics/explore/flat"},
		deep:   true,
	},
	{
		name:   "5: the reference semantics does not know the engines that are compared with it",
		from:   []string{"wobbly/semantics"},
		forbid: []string{"wobbly/semantics/explore/...", "wobbly/il/flow"},
		deep:   true,
	},
	{
		name:   "5: a session runs the semantics and knows no analysis",
		from:   []string{"wobbly/session/..."},
		forbid: []string{"wobbly/abstract/...", "wobbly/theorem/..."},
		deep:   true,
	},
	{
		name: "5: a session is below the terminal: its caller reads commands and shows answers",
		from: []string{"wobbly/session/..."},
		forbid: []string{
			"wobbly/tui/...", "wobbly/report/...", "wobbly/internal/cli/...", "charm.land/...",
		},
		deep: true,
	},
	{
		name: "5: the screens draw what they are given",
		from: []string{"wobbly/tui/..."},
		forbid: []string{
			"wobbly/abstract/...", "wobbly/repair/...", "wobbly/theorem/...",
			"wobbly/internal/findings/...",
		},
	},
	{
		name: "5: no screen knows another one, nor the terminal that shows it",
		from: []string{
			"wobbly/tui/step", "wobbly/tui/reports", "wobbly/tui/explore", "wobbly/tui/theorem",
			"wobbly/tui/lesson", "wobbly/tui/home", "wobbly/tui/analysis", "wobbly/tui/plain",
		},
		forbid: []string{"wobbly/tui/..."},
		// tui/analysis is allowed for its rows of the analysis.
		allow: []string{
			"wobbly/tui/draw", "wobbly/tui/screen", "wobbly/tui/pairs", "wobbly/tui/repair",
			"wobbly/tui/analysis",
		},
	},
	{
		name:   "5: stepping by lines has no terminal",
		from:   []string{"wobbly/tui/plain"},
		forbid: []string{"charm.land/..."},
	},
	{
		name:   "5: the package for drawing screens knows neither programs nor sessions",
		from:   []string{"wobbly/tui/draw"},
		forbid: []string{"wobbly/..."},
		// semantics has the threads, and text the ASCII replacements of other characters.
		allow: []string{"wobbly/semantics", "wobbly/report", "wobbly/internal/text"},
	},
	{
		name: "5: the answers to editors know no protocol and no terminal",
		from: []string{"wobbly/internal/language", "wobbly/il/symbol"},
		forbid: []string{
			"wobbly/internal/lsp", "wobbly/tui/...", "wobbly/internal/cli/...", "go.lsp.dev/...",
			"charm.land/...",
		},
	},
	{
		name:   "5: names and their meanings depend on the text only",
		from:   []string{"wobbly/il/symbol"},
		forbid: []string{"..."},
		allow:  []string{"std", "wobbly/il", "wobbly/il/parse"},
	},
	{
		name:   "5: a repair is a text",
		from:   []string{"wobbly/repair/..."},
		forbid: []string{"wobbly/tui/...", "wobbly/session/...", "wobbly/internal/cli/..."},
		deep:   true,
	},
	{
		name:   "5: the examples are texts",
		from:   []string{"wobbly/examples"},
		forbid: []string{"..."},
		allow:  []string{"std"},
	},
	{
		name:   "5: the witness format imports nothing of the project except SHA-256",
		from:   []string{"wobbly/witness"},
		forbid: []string{"..."},
		allow:  []string{"std", "wobbly/internal/digest"},
	},
	{
		name:   "5: SHA-256 is of bytes",
		from:   []string{"wobbly/internal/digest"},
		forbid: []string{"wobbly/..."},
	},
})

// outside lists the packages of the standard library that the fourth group of rules forbids.
var outside = []string{
	"os/...", "io/ioutil", "path/filepath", "flag", "log/...", "time", "syscall",
	"net/...", "plugin",
	"crypto/rand",
}

// timed lists the packages that may use a clock, but nothing else of outside.
var timed = []string{"wobbly/internal/campaign/hive"}

// commandLine lists the programs and the packages that work for them alone.
var commandLine = []string{
	"wobbly/cmd/...", "wobbly/internal/cli/...", "wobbly/internal/site",
	"wobbly/internal/serve/...", "wobbly/internal/gotool", "wobbly/integrations/editors/pack",
	"wobbly/integrations/autograder/pack",
}

// homes lists the outside libraries, each with the packages that may import it.
var homes = []struct {
	library string
	home    []string
	tests   bool // every test may import it too
}{
	{library: "github.com/alecthomas/participle/v2/...", home: []string{"wobbly/il/parse"}},
	{
		library: "github.com/leanovate/gopter/...",
		home:    []string{"wobbly/internal/law"},
		tests:   true,
	},
	{library: "charm.land/bubbletea/v2/...", home: []string{"wobbly/tui/..."}},
	{library: "charm.land/bubbles/v2/...", home: []string{"wobbly/tui/..."}},
	{
		library: "charm.land/lipgloss/v2/...",
		home:    []string{"wobbly/tui/draw", "wobbly/report/...", "wobbly/internal/cli/..."},
	},
	{
		library: "github.com/charmbracelet/colorprofile/...",
		home:    slices.Concat(commandLine, []string{"wobbly/tui/..."}),
	},
	{
		library: "github.com/charmbracelet/x/...",
		home:    slices.Concat(commandLine, []string{"wobbly/tui/..."}),
		tests:   true,
	},
	{
		library: "github.com/clipperhouse/displaywidth/...",
		home:    []string{"wobbly/tui/...", "wobbly/report/...", "wobbly/internal/text"},
	},
	{
		library: "golang.org/x/term/...",
		home:    slices.Concat(commandLine, []string{"wobbly/tui/..."}),
	},
	{library: "github.com/alecthomas/kong/...", home: commandLine},
	// internal/cli uses it only in tests
	{
		library: "github.com/klauspost/compress/zstd/...",
		home:    []string{"wobbly/page", "wobbly/internal/cli"},
	},
	{library: "github.com/gofrs/flock/...", home: []string{"wobbly/internal/campaign/hive"}},
	{
		library: "github.com/nats-io/nats-server/v2/...",
		home:    []string{"wobbly/internal/campaign/hive"},
	},
	{library: "github.com/nats-io/nats.go/...", home: []string{"wobbly/internal/campaign/hive"}},
	{library: "go.lsp.dev/jsonrpc2/...", tests: true},
	// with go.lsp.dev/uri: the messages that the tests of the server read
	{library: "go.lsp.dev/protocol/...", tests: true},
	{library: "go.lsp.dev/uri/...", tests: true},
	// repair uses its diff, tests use testscript
	{library: "github.com/rogpeppe/go-internal/...", home: []string{"wobbly/repair"}, tests: true},
	{library: "github.com/google/go-cmp/...", home: []string{"wobbly/tui/tuitest"}, tests: true},
	{library: "github.com/santhosh-tekuri/jsonschema/v6/...", tests: true},
	{library: "github.com/chromedp/...", tests: true},
	{library: "github.com/CycloneDX/cyclonedx-go/...", home: []string{"wobbly/internal/release"}},
}

// homeRules returns the rules of the third group: each outside library has one home.
func homeRules() []rule {
	known := []string{"std", "wobbly/..."}
	var rs []rule
	for _, h := range homes {
		known = append(known, h.library)
		rs = append(rs, rule{
			name:   "3: " + h.library + " has its home",
			from:   []string{"wobbly/..."},
			except: h.home,
			forbid: []string{h.library},
			tests:  !h.tests,
		})
	}
	return append(rs, rule{
		name:   "3: every outside library has a home",
		from:   []string{"wobbly/..."},
		forbid: []string{"..."},
		allow:  known,
		tests:  true,
	})
}

// TestImportPolicy checks the repository against every rule.
func TestImportPolicy(t *testing.T) {
	g := importGraph(t)
	for _, p := range []string{"wobbly/il", "wobbly/il/diag", "wobbly/witness"} {
		if g[p] == nil {
			t.Errorf("package %s was not found", p)
		}
	}
	for _, r := range rules {
		for _, v := range r.violations(g) {
			t.Errorf("%s\n\t%s", r.name, v)
		}
	}
}

// TestEveryRuleBites checks which rule some invented imports break first, if any.
func TestEveryRuleBites(t *testing.T) {
	tests := []struct {
		// plant is a list of imports separated by "; ", each "importer imported". A ~ before the
		// importer means that a test file of it imports the package.
		plant string
		want  string // a prefix of the name of the broken rule; "" if none is broken
	}{
		{"wobbly/abstract wobbly/semantics", "1: the analyses"},
		{"wobbly/abstract/racerd wobbly/semantics/explore", "1: the analyses"},
		{"~wobbly/abstract wobbly/semantics", "1: the analyses"},
		{"wobbly/abstract wobbly/theorem; wobbly/theorem wobbly/semantics", "1: the analyses"},
		{"wobbly/semantics wobbly/abstract", "1: the semantics"},
		{"wobbly/semantics wobbly/x; wobbly/x wobbly/y; wobbly/y wobbly/abstract/chord",
			"1: the semantics"},
		{"wobbly/theorem wobbly/semantics; wobbly/theorem wobbly/abstract", ""},
		{"wobbly/abstracts wobbly/semantics", ""},
		{"wobbly/abstract wobbly/il; wobbly/il strings", ""},
		{"wobbly/witness/check wobbly/semantics", "2: the witness checker shares"},
		{"wobbly/witness/check wobbly/report", "2: the witness checker shares"},
		{"wobbly/witness/check wobbly/il/parse; wobbly/il/parse wobbly/semantics",
			"2: the witness checker does not know"},
		{"wobbly/witness/check wobbly/il/parse; wobbly/il/parse " +
			"github.com/alecthomas/participle/v2/lexer", ""},
		{"wobbly/witness/check wobbly/witness/reconstruct", "2: the witness checker shares"},
		{"wobbly/witness/check wobbly/witness; wobbly/witness/check wobbly/il/check; " +
			"wobbly/witness/check fmt", ""},
		{"wobbly/il/check github.com/alecthomas/participle/v2",
			"3: github.com/alecthomas/participle"},
		{"~wobbly/il/check github.com/alecthomas/participle/v2",
			"3: github.com/alecthomas/participle"},
		{"wobbly/abstract github.com/leanovate/gopter/gen", "3: github.com/leanovate/gopter"},
		{"wobbly/il/gen github.com/leanovate/gopter", "3: github.com/leanovate/gopter"},
		{"~wobbly/abstract github.com/leanovate/gopter/gen; " +
			"~wobbly/il/gen github.com/leanovate/gopter", ""},
		{"wobbly/internal/law github.com/leanovate/gopter; ~wobbly/abstract wobbly/internal/law",
			""},
		{"wobbly/abstract wobbly/internal/law", "3: laws are for tests"},
		{"wobbly/cmd/wobbly wobbly/internal/cli; wobbly/internal/cli wobbly/internal/campaign/hive",
			"3: wobbly itself"},
		{"wobbly/cmd/wobbly wobbly/internal/cli; wobbly/internal/cli wobbly/internal/serve; " +
			"wobbly/internal/serve wobbly/internal/site; " +
			"wobbly/internal/site wobbly/page", "3: wobbly itself"},
		{"wobbly/cmd/wobbly-serve wobbly/internal/serve/web; wobbly/internal/serve/web net/http; " +
			"wobbly/internal/cli wobbly/internal/serve", ""},
		{"wobbly/internal/serve net", "3: only the page's server"},
		{"wobbly/cmd/wobbly wobbly/report/x; wobbly/report/x gonum.org/v1/plot",
			"3: every outside library"},
		{"wobbly/cmd/wobbly-hive wobbly/internal/campaign/hive; " +
			"wobbly/cmd/wobbly wobbly/internal/cli; ~wobbly/internal/cli " +
			"wobbly/internal/campaign/hive", ""},
		{"wobbly/report charm.land/bubbletea/v2", "3: charm.land/bubbletea"},
		{"wobbly/il/gen github.com/google/go-cmp/cmp", "3: github.com/google/go-cmp"},
		{"~wobbly/il/gen github.com/google/go-cmp/cmp", ""},
		{"wobbly/report example.org/unheard/of", "3: every outside library"},
		{"~wobbly/report example.org/unheard/of", "3: every outside library"},
		{"wobbly/report os", "4:"},
		{"wobbly/tui os/exec", "4:"},
		{"wobbly/semantics/explore time", "4:"},
		{"wobbly/abstract log/slog", "4:"},
		{"wobbly/internal/clip os", "4:"},
		{"wobbly/dynamic/racemob time", "4: files"},
		{"wobbly/internal/campaign/hive net", "4: the hive"},
		{"wobbly/internal/campaign/hive time; wobbly/internal/campaign/hive " +
			"github.com/nats-io/nats.go/jetstream", ""},
		{"wobbly/internal/cli github.com/nats-io/nats.go", "3: github.com/nats-io/nats.go"},
		{"~wobbly/report os; wobbly/cmd/wobbly os; wobbly/internal/cli time", ""},
		{"wobbly/internal/campaign wobbly/il", "5: a campaign"},
		{"wobbly/internal/campaign/hive wobbly/dynamic/racemob", "5: the hive"},
		{"wobbly/internal/campaign/hive wobbly/internal/campaign; " +
			"wobbly/dynamic/racemob wobbly/internal/campaign", ""},
		{"wobbly/il wobbly/il/diag", "5: il"},
		{"wobbly/il/flow wobbly/il/check", "5: flow graphs know"},
		{"wobbly/il/flow wobbly/il; ~wobbly/il/flow wobbly/il/gen; " +
			"wobbly/semantics/explore wobbly/il/flow", ""},
		{"wobbly/witness/check wobbly/il/flow", "5: the packages that flow graphs"},
		{"wobbly/semantics/promela wobbly/il/flow", "5: the packages that flow graphs"},
		{"wobbly/semantics/explore/flat wobbly/witness", "5: the step function"},
		{"wobbly/semantics/explore/machine wobbly/semantics/explore", "5: the step function"},
		{"wobbly/semantics/explore/driver wobbly/semantics/explore/flat", "5: the driver"},
		{"wobbly/semantics/explore/flat wobbly/semantics/explore/canonical", "5: the driver"},
		{"wobbly/semantics wobbly/semantics/explore/machine", "5: the reference semantics"},
		{"wobbly/semantics/explore wobbly/semantics/explore/flat; " +
			"~wobbly/semantics wobbly/semantics/explore", ""},
		{"wobbly/il/diag wobbly/il/parse", "5: diagnostics"},
		{"wobbly/il/diag wobbly/il", ""},
		{"wobbly/examples wobbly/il/parse", "5: the examples"},
		{"wobbly/examples embed; ~wobbly/examples wobbly/il/parse; " +
			"wobbly/internal/cli wobbly/examples", ""},
		{"wobbly/witness wobbly/il/check", "5: the witness format"},
		{"wobbly/witness wobbly/internal/digest; wobbly/internal/digest crypto/sha256", ""},
		{"wobbly/internal/digest wobbly/il", "5: SHA-256"},
		{"wobbly/session/command wobbly/tui/draw", "5: a session is below"},
		{"wobbly/tui wobbly/repair", "5: the screens"},
		{"wobbly/tui/explore wobbly/tui/step", "5: no screen"},
		{"wobbly/tui/plain charm.land/bubbletea/v2", "5: stepping by lines"},
		{"wobbly/tui/draw wobbly/session", "5: the package for drawing"},
		{"wobbly/tui wobbly/session; ~wobbly/tui wobbly/abstract", ""},
		{"wobbly/internal/language wobbly/internal/lsp", "5: the answers to editors"},
		{"wobbly/il/symbol wobbly/il/check", "5: names"},
		{"~wobbly/internal/lsp go.lsp.dev/jsonrpc2; ~wobbly/internal/lsp go.lsp.dev/protocol; " +
			"wobbly/internal/lsp wobbly/internal/language", ""},
		{"wobbly/internal/lsp go.lsp.dev/protocol", "3: go.lsp.dev/protocol"},
		{"wobbly/repair wobbly/tui", "5: a repair"},
	}
	broken := map[string]bool{}
	for _, tt := range tests {
		g := planted(tt.plant)
		got := ""
		for _, r := range rules {
			if len(r.violations(g)) == 0 {
				continue
			}
			broken[strings.SplitN(r.name, " ", 2)[0]] = true
			if got == "" {
				got = r.name
			}
		}
		if tt.want == "" && got != "" || !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: breaks %q, want %q", tt.plant, got, tt.want)
		}
	}
	if len(broken) != 5 {
		t.Errorf("the plants break %d of 5 groups of rules", len(broken))
	}
}

// TestViolationNamesTheChain: the message about an indirect import names the packages between.
func TestViolationNamesTheChain(t *testing.T) {
	g := planted("wobbly/abstract wobbly/x; wobbly/x wobbly/y; wobbly/y wobbly/semantics")
	want := []string{"wobbly/abstract imports wobbly/x imports wobbly/y imports wobbly/semantics"}
	if got := rules[0].violations(g); !slices.Equal(got, want) {
		t.Errorf("violations = %q, want %q", got, want)
	}
}

// graph is the import graph of the project, by package path.
type graph map[string]*imports

// imports lists the import paths of a package's files, sorted.
type imports struct{ code, tests []string }

// add records imports by a file of a package.
func (g graph) add(importer string, test bool, imported ...string) {
	if g[importer] == nil {
		g[importer] = &imports{}
	}
	to := &g[importer].code
	if test {
		to = &g[importer].tests
	}
	*to = append(*to, imported...)
	slices.Sort(*to)
	*to = slices.Compact(*to)
}

// importGraph returns the import graph of all Go files of the repository.
func importGraph(t *testing.T) graph {
	t.Helper()
	g := graph{}
	for _, f := range sources(t) {
		var paths []string
		for _, i := range f.tree.Imports {
			p, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			paths = append(paths, p)
		}
		g.add(path.Join(module, f.dir()), f.test, paths...)
	}
	return g
}

// planted returns the graph that the field plant of a row of TestEveryRuleBites describes.
func planted(description string) graph {
	g := graph{}
	for edge := range strings.SplitSeq(description, "; ") {
		importer, imported, _ := strings.Cut(edge, " ")
		importer, test := strings.CutPrefix(importer, "~")
		g.add(importer, test, imported)
	}
	return g
}

// violations lists the chains of imports that break r, sorted.
func (r rule) violations(g graph) []string {
	var found []string
	for importer, files := range g {
		if !matches(importer, r.from) || matches(importer, r.except) {
			continue
		}
		direct := files.code
		if r.tests {
			direct = slices.Concat(direct, files.tests)
		}
		found = append(found, r.follow(g, importer, direct, map[string]bool{importer: true})...)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// follow lists, as chains of imports, the forbidden packages among those imported and, with r.deep,
// among what these import in turn. chain describes how the importer was reached.
func (r rule) follow(g graph, chain string, imported []string, seen map[string]bool) []string {
	var found []string
	for _, p := range imported {
		chain := fmt.Sprintf("%s imports %s", chain, p)
		if matches(p, r.forbid) && !matches(p, r.allow) {
			found = append(found, chain)
			continue
		}
		if r.deep && !seen[p] && g[p] != nil {
			seen[p] = true
			found = append(found, r.follow(g, chain, g[p].code, seen)...)
		}
	}
	return found
}

// matches reports whether one of the patterns names the package.
func matches(pkg string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		tree, isTree := strings.CutSuffix(pattern, "/...")
		switch {
		case pattern == "...":
			return true
		case pattern == "std":
			return isStandard(pkg)
		case isTree:
			return pkg == tree || strings.HasPrefix(pkg, tree+"/")
		}
		return pkg == pattern
	})
}

// isStandard reports whether pkg belongs to the standard library: the first element of its
// path has no dot and is not our module.
func isStandard(pkg string) bool {
	first, _, _ := strings.Cut(pkg, "/")
	return first != module && !strings.Contains(first, ".")
}
