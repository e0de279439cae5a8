package oneobject

// A Form is a class of executions.
type Form uint8

// The forms. Each one contains the executions of those before it.
const (
	NoNew     Form = iota // until the first new() (Theorem N)
	Private               // until the first publication (Theorem X)
	Published             // all
)

// Options bound the exploration. The zero value has the defaults.
type Options struct {
	Form       Form
	MaxStates  int // explored in a unit with all that it calls; 20,000 if zero
	MaxObjects int // private objects of a state; 8 if zero
	MaxFound   int // accesses noted in a unit, told apart by what they rely on; 10,000 if zero
}

func (o Options) withDefaults() Options {
	set := func(n *int, usual int) {
		if *n == 0 {
			*n = usual
		}
	}
	set(&o.MaxStates, 20_000)
	set(&o.MaxObjects, 8)
	set(&o.MaxFound, 10_000)
	return o
}
