package gen

// Options are the parameters of the generator. Sizes below the stated minimum are raised to it;
// probabilities are in [0, 1]. Start from Default.
type Options struct {
	Sizes
	Units
	Kinds
	Idioms
	Accesses
	Arguments
	Reassign float64 // an assignment is to a formal instead of a local
}

// Sizes bound a program.
type Sizes struct {
	// Statements bounds those of a method body or thread block, inner blocks included: their number
	// is drawn from 1 to Statements.
	Statements int
	// Methods bounds those of a class: drawn from 1, or from 0 in a class with thread blocks.
	Methods int
	// Formals bounds those of a method, at most 64: drawn from 1 to Formals, or none if it is 0.
	Formals int
	// Fields is the number of fields in a program, at least 1.
	Fields int
	// Locals is the number of locals in a unit, from 1 to 64.
	Locals int
	// Path bounds the fields of an access path, at least 1.
	Path int
	// Depth bounds the nesting of blocks and of lock() ... unlock(); bodies are flat if it is 0.
	Depth int
}

// Units are the probabilities of what a program and the head of a method look like.
type Units struct {
	Threads   float64 // C1 || C2 instead of a class
	Private   float64 // not a unit on its own; one method of a class is always public
	NoFormals float64 // no formals, whatever Formals says
	ArgNames  float64 // formals named arg1, arg2, ...

	// Degenerate is the probability that a program lacks what most programs have: public methods,
	// fields, formals, or statements in some of its blocks. Such a program is legal whatever the
	// other options are.
	Degenerate float64
}

// Kinds are the shares of the kinds of statements. The rest up to 1 are loads and stores; shares
// that sum to more than 1 are scaled down. A kind that is impossible at a position becomes an
// access there.
type Kinds struct {
	Lock  float64 // lock(); ...; unlock(), as statements of one block
	Sync  float64 // synchronized { ... }
	If    float64
	While float64
	Call  float64
	Copy  float64 // x := y, which aliases
	New   float64 // x := new(), besides those that give a first store its value
	Skip  float64
}

// Idioms are sequences common in real programs that independent random statements hardly ever form.
// Each of the first four has a share in addition to Kinds, and contains accesses, locks, branches,
// loops and calls of its own, whatever their shares are. If there is no room for an idiom, it
// becomes an access.
type Idioms struct {
	Build float64 // x := new(), stores into x and calls on it, and only then π := x
	// Once is x := π, and under the lock in one branch π is read again and a new object stored
	// there.
	Once float64
	// Walk is x := π, copies of x, loads from variable to variable, and an access of the last one.
	Walk float64
	// Detour is a.f := n with a new n, b.f := y with an old y, and x := a.f, which is y if a and b
	// are one object.
	Detour float64
	// Result is the probability that a method with a formal leaves a result in a field of its first
	// formal, a box, which callers make and read. Such a method is private.
	Result float64
	// Onward is the probability that a method calls the next one, so that calls are as deep as there
	// are methods.
	Onward float64
}

// Accesses are the probabilities of what loads and stores look like.
type Accesses struct {
	Store float64 // a write instead of a read
	// Sugar is the probability that a write is π := π', π := new() or, in a method, π := arg, and
	// that an if has no else.
	Sugar       float64
	StoreFormal float64 // of a write in a thread block: π := arg, which touches the formal
	LocalRoot   float64 // a path begins at a local where it could begin at a formal
	Longer      float64 // a path with room for another field takes one
}

// Arguments are the probabilities that an argument after the first is related to an earlier one.
type Arguments struct {
	DupArg    float64 // the same expression, as in m(x, x)
	PrefixArg float64 // one is a proper prefix of the other, as in m(x, x.f)
}

// Default is a mix of everything. Programs are small, about a dozen statements, and tuned so that
// nearly two thirds have a RacerDX report: few fields, short paths, most accesses unlocked and
// through formals, formals seldom assigned.
func Default() Options {
	return Options{
		Sizes: Sizes{
			Statements: 10, Methods: 3, Formals: 2, Fields: 2, Locals: 2, Path: 2, Depth: 2,
		},
		Units: Units{Threads: 0.25, Private: 0.15, NoFormals: 0.05, ArgNames: 0.1},
		Kinds: Kinds{
			Lock: 0.06, Sync: 0.04, If: 0.07, While: 0.05, Call: 0.1, Copy: 0.03, New: 0.05,
			Skip: 0.02,
		},
		Accesses:  Accesses{Store: 0.65, Sugar: 0.1, StoreFormal: 0.1, LocalRoot: 0.1, Longer: 0.15},
		Arguments: Arguments{DupArg: 0.06, PrefixArg: 0.08},
		Reassign:  0.02,
	}
}

// WithoutSugar is Default without sugar: every statement is one of Figure 4.
func WithoutSugar() Options {
	o := Default()
	o.Sugar, o.Sync = 0, 0
	return o
}

// Tiny returns the mix for the highest rate: programs of about six statements, at most four in a
// unit. Compared with Default, calls, related arguments and assigned formals have larger shares,
// because a small program has few of anything; sugar and stores too, so that again more than 60%
// have a RacerDX report.
func Tiny() Options {
	o := Default()
	o.Statements = 4
	o.Threads, o.Private, o.NoFormals = 0.15, 0.1, 0.02
	o.Kinds = Kinds{
		Lock: 0.05, Sync: 0.03, If: 0.07, While: 0.04, Call: 0.15, Copy: 0.03, New: 0.03, Skip: 0.02,
	}
	o.Store, o.Sugar, o.LocalRoot = 0.85, 0.5, 0.05
	o.Reassign, o.PrefixArg = 0.04, 0.15
	return o
}

// maxNames bounds Options.Formals and Options.Locals: the assigned locals are a bit set in one
// word.
const maxNames = 64

// kind is a kind of statement with a share of its own in Options.
type kind int

const (
	lockKind kind = iota
	syncKind
	ifKind
	whileKind
	callKind
	copyKind
	newKind
	skipKind
	buildKind
	onceKind
	walkKind
	detourKind
	accessKind // the rest; also the number of the other kinds
)
