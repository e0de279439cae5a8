package enum

// token is a statement by numbers, or an end of block. The texts of two
// programs are the same if and only if their tokens are.
type token struct {
	kind   kind
	dst    variable // of copy, load and new
	src    variable // of copy and store
	callee int      // of call
	n      int      // how many expressions there are
	exprs  []expr   // the path of load and store, the arguments of call
}

type kind uint8

const (
	endKind kind = iota
	lockKind
	unlockKind
	loopKind
	branchKind
	newKind
	copyKind
	loadKind
	storeKind
	callKind
)

// endToken is the end of a block.
var endToken = token{kind: endKind}
