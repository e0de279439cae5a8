package examples

import (
	"slices"
	"strings"
)

// topics groups the examples, for lists to choose from.
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

// featured are the examples that show the most, in the order in which to see them.
const featured = "dodo burble lock-both hand-over lock-split branch lock-reentrant prefix-read " +
	"two-formals loop-walk init publication"

// Featured returns a dozen examples that are worth seeing, those to begin with first.
func Featured() []File {
	var list []File
	for name := range strings.FieldsSeq(featured) {
		if f, ok := Find(name + ".il"); ok {
			list = append(list, f)
		}
	}
	return list
}

// Title is what the first line of the example says that it shows.
func (f File) Title() string {
	line, _, _ := strings.Cut(f.Text, "\n")
	_, title, _ := strings.Cut(line, ": ")
	return title
}

// Topic returns the group that the example belongs to.
func (f File) Topic() string {
	for _, t := range topics {
		if slices.Contains(strings.Fields(t.files), strings.TrimSuffix(f.Name, ".il")) {
			return t.name
		}
	}
	return ""
}

// ByTopic lists the examples topic by topic, those to begin with first.
func ByTopic() []File {
	var list []File
	all := All()
	for _, t := range topics {
		for name := range strings.FieldsSeq(t.files) {
			if i := slices.IndexFunc(all, func(f File) bool {
				return f.Name == name+".il"
			}); i >= 0 {
				list = append(list, all[i])
			}
		}
	}
	return list
}
