package predict

// Variant says what an event of a trace holds.
type Variant uint8

// The variants.
const (
	// printed is as in the papers: an access is an event of the cell that it
	// accesses, and of no other.
	printed Variant = iota
	// prefixes records what an access reads besides: the cells of the proper
	// prefixes of its path, and a call those of its arguments. A reordering keeps
	// what they read.
	prefixes
)

// Variants lists both.
var Variants = [2]Variant{printed, prefixes}

// String is the word of the command line.
func (v Variant) String() string { return [...]string{"printed", "prefixes"}[v] }
