package il

// Command is a runtime command c^, an element of a syntactic trace: a simple command of Figure 4,
// or the push or pop of a call. Its members are *Copy, *Load, *Store, *New, *Lock, *Unlock, Push
// and Pop; a type switch over it ends in a default that panics with Unknown. Skip takes no step, so
// it is not a command.
//
// Commands compare with ==. Simple commands are equal when they are the same statement of the
// (lowered) tree, pushes and pops when they are of the same call.
type Command interface {
	isCommand()
	// Pos is the position of the statement's first character; that of push and pop is the position
	// of the call.
	Pos() Pos
}

type (
	// Push is push(e1, ..., en), the entry of a call: the formals of Callee take the values of
	// Call.Args, in order.
	Push struct {
		Call   *Call
		Callee *Unit
	}

	// Pop is pop(), the end of the call that Push began.
	Pop struct {
		Call   *Call
		Callee *Unit
	}
)

// AllCommands has one member of each kind of Command, so that a test can compare every type switch
// with it.
var AllCommands = []Command{
	&Copy{}, &Load{}, &Store{}, &New{}, &Lock{}, &Unlock{},
	Push{Call: &Call{}, Callee: &Unit{}}, Pop{Call: &Call{}, Callee: &Unit{}},
}

func (*Copy) isCommand()   {}
func (*Load) isCommand()   {}
func (*Store) isCommand()  {}
func (*New) isCommand()    {}
func (*Lock) isCommand()   {}
func (*Unlock) isCommand() {}
func (Push) isCommand()    {}
func (Pop) isCommand()     {}

// CommandText returns a command in the notation of traces: Text of a simple command,
// "push(x, y.f)", "pop()".
func CommandText(c Command) string {
	switch c := c.(type) {
	case Push:
		return c.String()
	case Pop:
		return c.String()
	case Stmt:
		return Text(c)
	default:
		panic(Unknown(c))
	}
}

func (c Push) Pos() Pos { return c.Call.At }

func (c Pop) Pos() Pos { return c.Call.At }

// String prints the command in the paper's notation, "push(x, y.f)".
func (c Push) String() string {
	p := printer{out: []byte("push")}
	p.args(c.Call.Args)
	return string(p.out)
}

// String prints the command in the paper's notation.
func (c Pop) String() string { return "pop()" }
