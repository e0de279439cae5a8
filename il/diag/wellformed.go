package diag

// Codes of package check: E0030 to E0069.
const (
	UnknownMethod     Code = "E0030" // a call of a method that is not declared
	WrongArity        Code = "E0031" // a call with too few or too many arguments
	Recursion         Code = "E0032" // a cycle of calls
	DuplicateMethod   Code = "E0033" // two methods of one name
	DuplicateFormal   Code = "E0034" // two formals of one name
	SecondParallel    Code = "E0035" // more than one C1 || C2
	SecondInit        Code = "E0036" // more than one init block
	ReservedName      Code = "E0037" // a method or call named push or pop
	UndeclaredFormal  Code = "E0038" // argN in a method that has no such formal
	UnmatchedUnlock   Code = "E0039" // an unlock() without its lock() in the same block
	LockHeldAtEnd     Code = "E0040" // a lock() without its unlock() in the same block
	UseBeforeAssigned Code = "E0041" // a variable that may hold nothing yet
	DuplicateCell     Code = "E0042" // an init block that sets a cell twice
	DuplicateBinding  Code = "E0043" // an init block that binds a variable twice
	UnknownBinding    Code = "E0044" // an init block that binds what is no formal
	NothingToAnalyse  Code = "E0045" // a file without a unit
	SugarRefused      Code = "E0046" // sugar under --strict
)

var wellFormedPages = []Page{
	{
		Code:  UnknownMethod,
		Title: "call of an unknown method",
		Text: `A call names a method that the file does not declare.

A method may be declared before or after its calls, but in the same file: the
analysis enters every call with the summary of the callee's body (Figure 7, call
rule), and the semantics runs that body. There are no library methods and no
methods known by name only. What the paper's assumption A4 leaves out, such as
destroying an object, has no built-in method either.`,
		Bad: `reset(b) {
  x := new();
  b.f := x;
}
both(b) {
  rest(b);
}
`,
		Good: `reset(b) {
  x := new();
  b.f := x;
}
both(b) {
  reset(b);
}
`,
	},
	{
		Code:  WrongArity,
		Title: "wrong number of arguments",
		Text: `A call passes fewer or more arguments than the method has formals.

Entering a method binds its i-th formal to the i-th argument, and the analysis
replaces the one by the other (Figure 7, call rule). Both need exactly one
argument for each formal; the paper writes #(m) for that number. Methods are not
overloaded: a name stands for one method.`,
		Bad: `put(b, v) {
  t := v;
  b.f := t;
}
twice(b) {
  put(b);
}
`,
		Good: `put(b, v) {
  t := v;
  b.f := t;
}
twice(b) {
  put(b, b);
}
`,
	},
	{
		Code:  Recursion,
		Title: "recursive calls",
		Text: `A method calls itself, directly or through other methods.

This is assumption A5. A call chain that never returns makes what follows it
unreachable: in r() { r(); } followed by an access, the access would be reported
although no execution gets there. The theorem is about races, not about
termination, so it leaves recursion out. Without recursion the summary of a
method needs no fixpoint either: callees are done first, each once.

A loop is no substitute that has to be avoided: while * may always stop, so what
follows it stays reachable.`,
		Bad: `walk(b) {
  x := b.next;
  walk(x);
}
`,
		Good: `walk(b) {
  x := b.next;
  while * {
    x := x.next;
  }
}
`,
	},
	{
		Code:  DuplicateMethod,
		Title: "two methods of one name",
		Text: `Two methods have the same name.

The method table maps a name to one body (mbody in the paper), and reports name
units by their methods. Methods are not overloaded, so a different number of
formals makes no difference.`,
		Bad: `get(b) {
  x := b.f;
}
get(b) {
  x := b.g;
}
`,
		Good: `get(b) {
  x := b.f;
}
getG(b) {
  x := b.g;
}
`,
	},
	{
		Code:  DuplicateFormal,
		Title: "two formals of one name",
		Text: `A method declares the same formal twice.

The formals stand for arg1 ... argn of the paper, which are different variables:
the call m(e1, e2) gives each its own value. One name for two of them would leave
open which value it has.`,
		Bad: `put(b, b) {
  x := b.f;
}
`,
		Good: `put(b, c) {
  x := b.f;
}
`,
	},
	{
		Code:  SecondParallel,
		Title: "more than one parallel composition",
		Text: `A file holds more than one C1 || C2.

A program is one parallel composition of two threads (assumption A2), and the
names A and B in reports mean its left and its right block. Put every program in
a file of its own, or turn the blocks into methods: without a parallel
composition a file stands for all unordered pairs of its non-private methods.`,
		Bad: `{ x := arg1.f; } || { arg1.f := arg2; }
{ y := arg1.f; } || { arg1.f := arg2; }
`,
		Good: `{ x := arg1.f; } || { arg1.f := arg2; }
`,
	},
	{
		Code:  SecondInit,
		Title: "more than one init block",
		Text: `A file holds more than one init block.

An init block is one initial state to step and explore from. Two of them would be
two states. Merge them, or keep one file for each.`,
		Bad: `get(b) {
  x := b.f;
}
init { o1.f = o2 }
init { A.b = o1 }
`,
		Good: `get(b) {
  x := b.f;
}
init {
  o1.f = o2
  A.b = o1
}
`,
	},
	{
		Code:  ReservedName,
		Title: "push and pop are runtime commands",
		Text: `A method is declared or called by the name push or pop.

push(e1, ..., en) and pop() are the commands that enter and leave a call. They
occur in traces and witnesses and never in programs (Figures 4 and 5): a pop() in
a source would remove the frame it runs in. Since a step named push must mean
entering a call, no method may have these names. Variables and fields may.`,
		Bad: `push(b) {
  x := b.f;
}
`,
		Good: `pushTo(b) {
  x := b.f;
}
`,
	},
	{
		Code:  UndeclaredFormal,
		Title: "argN that the method does not declare",
		Text: `A method uses a name of the shape arg1, arg2, ... that is not among its formals.

In the paper these names are the formals of every method, and the body of a method
with n formals mentions none beyond argn (Section 3.1). Here a method declares its
formals under any names. A name of this shape that it does not declare looks like
a formal and would be a local, which the analysis treats differently: only
formals are kept in summaries (fml in Figure 7). In the blocks of C1 || C2, which
declare nothing, the names of this shape are the formals.`,
		Bad: `get(b) {
  x := arg1.f;
}
`,
		Good: `get(arg1) {
  x := arg1.f;
}
`,
	},
	{
		Code:  UnmatchedUnlock,
		Title: "unlock() without a lock() in its block",
		Text: `An unlock() releases a lock() that stands outside the block, or none at all.

This is assumption A2: every branch, loop body, method body and thread block takes
and releases the lock in balanced pairs, counted from its own opening brace. The
counter must be back at 0 at the end and must never fall below 0 on the way.

The second half matters as much as the first. A branch unlock(); ...; lock() ends
where it began, but run by a thread without the lock it is stuck at the unlock():
the accesses between are never reached, and a report on them would be false. Run
by a thread with the lock, it gives it up in the middle, which a summary counted
from 0 cannot say. With balanced blocks the lock depth at a place in the program
is a constant, and the theorem needs that constant.`,
		Bad: `m(b) {
  lock();
  if * {
    unlock();
  } else {
    unlock();
  }
}
`,
		Good: `m(b) {
  lock();
  if * {
    x := b.f;
  } else {
    skip;
  }
  unlock();
}
`,
	},
	{
		Code:  LockHeldAtEnd,
		Title: "lock() without an unlock() in its block",
		Text: `A lock() is still held where its block ends.

This is assumption A2: every branch, loop body, method body and thread block takes
and releases the lock in balanced pairs. Otherwise the lock depth behind a branch
would depend on the way taken, and behind a loop on the number of rounds, while
the analysis knows one number for each place (Figure 7 takes the larger one at a
join and enters a loop once). Races would be lost that way, and a method that
returns with the lock would stop the other thread for ever.

synchronized { ... } takes the lock at the keyword and releases it at the closing
brace, so it cannot be unbalanced.`,
		Bad: `m(b) {
  if * {
    lock();
  }
  x := b.f;
}
`,
		Good: `m(b) {
  if * {
    synchronized {
      x := b.f;
    }
  }
}
`,
	},
	{
		Code:  UseBeforeAssigned,
		Title: "variable used before it is assigned",
		Text: `A local variable is read on a way on which nothing was assigned to it.

This is assumption A3. Locals are not declared, but must be assigned before use:
behind an if, what both branches assign counts; behind a loop, nothing that only
its body assigns; a call assigns nothing, since it has no result. Formals always
have a value. The blocks of C1 || C2 are treated like method bodies, so there too
only arg1, arg2, ... have a value at the start.

An unassigned local holds no object, and using it as one gets the thread stuck:
in y := new(); x.f := y; b.f := y with x unassigned the last store is never
reached, and a report on it would be false. For the same reason there is no null
(assumption A1): every variable and every field holds an object.`,
		Bad: `m(b) {
  if * {
    x := b.f;
  }
  b.g := x;
}
`,
		Good: `m(b) {
  if * {
    x := b.f;
  } else {
    x := new();
  }
  b.g := x;
}
`,
	},
	{
		Code:  DuplicateCell,
		Title: "cell set twice",
		Text: `An init block gives one cell two values.

A heap is a function: the cell of an object and a field holds one object
(assumption A1 gives every object every field). A cell that the block does not
mention has a default value, so nothing has to be written twice.`,
		Bad: `get(b) {
  x := b.f;
}
init {
  o1.f = o2
  o1.f = o3
}
`,
		Good: `get(b) {
  x := b.f;
}
init {
  o1.f = o2
  o2.f = o3
}
`,
	},
	{
		Code:  DuplicateBinding,
		Title: "variable bound twice",
		Text: `An init block gives one variable of one thread two values.

The bindings of a thread are its first stack frame, which maps a variable to one
object. The same name in both threads is two variables: A.b and B.b may be bound
to the same object or to two.`,
		Bad: `get(b) {
  x := b.f;
}
init {
  A.b = o1
  A.b = o2
}
`,
		Good: `get(b) {
  x := b.f;
}
init {
  A.b = o1
  B.b = o2
}
`,
	},
	{
		Code:  UnknownBinding,
		Title: "binding of a variable that is no formal",
		Text: `An init block binds a variable that is no formal of any unit it could belong to.

The initial state defines the formals and nothing else: locals have no value until
they are assigned (assumption A3). In a file with C1 || C2 the formals of a thread
are the names arg1, arg2, ... that its own block mentions. In a class they are
those that its methods declare.`,
		Bad: `get(buffer) {
  x := buffer.f;
}
init {
  A.bufer = o1
}
`,
		Good: `get(buffer) {
  x := buffer.f;
}
init {
  A.buffer = o1
}
`,
	},
	{
		Code:  NothingToAnalyse,
		Title: "nothing to analyse",
		Text: `The file has neither a method nor a parallel composition.

A file stands for at least one unit: the methods of a class, or the two blocks of
C1 || C2. Without one there is nothing about which "no race" could be said, and
the usual cause is a wrong or truncated file. A class all of whose methods are
private is legal: it has units, but no pair of them runs in parallel.`,
		Bad: `// Nothing here yet.
`,
		Good: `get(b) {
  x := b.f;
}
`,
	},
	{
		Code:  SugarRefused,
		Title: "sugar, refused by --strict",
		Text: `A statement is richer than Figure 4, and --strict was asked for.

Core statements touch at most one path. The sugar is
  π := π'            which stands for  t := π'; π := t
  π := new()         which stands for  t := new(); π := t
  π := arg           which stands for  t := arg; π := t      (inside a method)
  synchronized { C } which stands for  lock(); C; unlock()
with a fresh local t. The third is legal in Figure 4, but not in argument normal
form (Definition 5.12), which the paper asks of method bodies. Without --strict
all four are lowered before any analysis, and wobbly fmt --core prints the result.
An if without else needs no lowering: its else-branch is empty.`,
		Bad: `put(b, c) {
  b.f := c.g;
}
`,
		Good: `put(b, c) {
  t := c.g;
  b.f := t;
}
`,
	},
}
