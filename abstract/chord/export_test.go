package chord

// What the tests of this package from outside need of it besides.
type (
	ErrTooLarge   = errTooLarge
	ErrUnbalanced = errUnbalanced
)
