package predict

// Variant determines the reads that an event records.
type Variant uint8

// The variants.
const (
	// printed is as in the papers: the event of an access records only the cell that it accesses.
	printed Variant = iota
	// prefixes also records the cells of the proper prefixes of an access's path, and of the paths of
	// a call's arguments. Reorderings keep these reads too.
	prefixes
)

// Variants lists both.
var Variants = [2]Variant{printed, prefixes}

// String returns the word of the command line.
func (v Variant) String() string { return [...]string{"printed", "prefixes"}[v] }
