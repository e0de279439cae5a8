package theorem

// ours lists the statements that are not in the paper: what this project's
// analysis, witnesses and checker rest on.
func ours() []*Statement {
	return []*Statement{
		witnessAccepted(), oracleAgrees(), compressedAgrees(), damagedAgrees(),
		affine(), oneIteration(), lattice(), monotone(), inlining(), sharedForm(), textForm(),
	}
}
