package examples

import (
	"slices"
	"strings"
)

// topics groups the examples for menus. The files have no extension here.
var topics = []struct{ name, files string }{
	{"First races", "dodo burble lock-both reads-only order hand-over lock-split nothing"},
	{"The lock",
		"branch lock-across-call lock-counts lock-in-callee lock-nested-blocks lock-reentrant " +
			"lock-released-early lock-twice lock-two-levels"},
	{"Several locks", "lock-order gate transfer philosophers lock-order-branch"},
	{"Paths and objects",
		"alias-local branch-wobbly prefix-read roots two-roots one-way one-site " +
			"two-formals init unicode"},
	{"Calls", "chain-two chain-three captured-prefix doubling duplicate-args formal-reassigned " +
		"prefix-args private summary-touch wurble wurble-meant"},
	{"Loops and long traces", "loop loop-walk loop-endless long-trace long-name guard"},
	{"What RacerD says", "builder escape litho inner-class this-foo multi-own"},
	{"RacerDX+", "replaced-prefix meeting-paths"},
	{"Other detectors", "publication rdit-lock rdit-recorded"},
	{"The printed rules",
		"literal-bare literal-cap literal-filter literal-first literal-one-sided literal-order " +
			"literal-stale sugar"},
}

// featured names the most instructive examples, in reading order.
const featured = "dodo burble lock-both hand-over lock-split branch lock-reentrant prefix-read " +
	"two-formals loop-walk init publication"

// Featured returns the dozen most instructive examples, in reading order.
func Featured() []File {
	var list []File
	for name := range strings.FieldsSeq(featured) {
		if f, ok := Find(name + ".il"); ok {
			list = append(list, f)
		}
	}
	return list
}

// Title returns the title of the example, which is in its first line.
func (f File) Title() string {
	line, _, _ := strings.Cut(f.Text, "\n")
	_, title, _ := strings.Cut(line, ": ")
	return title
}

// Topic returns the name of the group that the example belongs to.
func (f File) Topic() string {
	for _, t := range topics {
		if slices.Contains(strings.Fields(t.files), strings.TrimSuffix(f.Name, ".il")) {
			return t.name
		}
	}
	return ""
}

// ByTopic lists the examples topic by topic, in reading order.
func ByTopic() []File {
	var list []File
	all := All()
	for _, t := range topics {
		for name := range strings.FieldsSeq(t.files) {
			i := slices.IndexFunc(all, func(f File) bool { return f.Name == name+".il" })
			if i >= 0 {
				list = append(list, all[i])
			}
		}
	}
	return list
}
