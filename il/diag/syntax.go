package diag

// Codes of package parse: E0001 to E0029.
const (
	StrayCharacter  Code = "E0001" // a character that begins no token
	NotText         Code = "E0002" // bytes that are no text
	OpenComment     Code = "E0003" // a /* without its */
	OpenBlock       Code = "E0004" // a { without its }
	StrayBrace      Code = "E0005" // a } without its {
	OutsideMethod   Code = "E0006" // something at the top level that is no declaration
	MissingBlock    Code = "E0007" // no { where a block is wanted
	BrokenList      Code = "E0008" // a list of parameters or arguments that is none
	ReservedWord    Code = "E0009" // a word of the language as a name
	EqualsSign      Code = "E0010" // = or another sign for :=
	NoStatement     Code = "E0011" // what is no statement
	Condition       Code = "E0012" // if or while without its *
	NotSeparated    Code = "E0013" // two statements on a line without a ;
	EmptyStatement  Code = "E0014" // a ; that ends nothing
	NoObject        Code = "E0015" // a value that is no object
	CallResult      Code = "E0016" // a call where a value is wanted
	MisusedNew      Code = "E0017" // new with a class or arguments, or in the wrong place
	ReturnStatement Code = "E0018" // return
	MisspeltWord    Code = "E0019" // a word of the language with a slip
	BrokenParallel  Code = "E0020" // C1 || C2 with one block, or three
	BrokenInit      Code = "E0021" // a line of an init block that is none
	TooDeep         Code = "E0022" // blocks nested too deep
	TooLarge        Code = "E0023" // a file too large
	LoneElse        Code = "E0024" // an else without its if
	IncompletePath  Code = "E0025" // a dot without a field
	LockArguments   Code = "E0026" // lock, unlock or skip with the wrong parentheses
	BrokenHead      Code = "E0027" // a method whose head is not name(parameters)
	Receiver        Code = "E0028" // a call with a receiver
)

// syntaxPages holds their pages. TooDeep and TooLarge have no examples: the
// smallest ones are too long to read.
var syntaxPages = []Page{
	{
		Code:  StrayCharacter,
		Title: "character without a meaning",
		Text: `A character stands outside of comments that begins no token of the language.

The tokens are names, the words of the language, and the signs := = || { } ( ) ,
. ; and *. A name is a letter or _ followed by letters, digits and _; letters of
all alphabets count. IL has no operators: the only values are objects, and
nothing is computed from them. The sign ' is kept for the locals t'1, t'2, ...
that lowering adds, so that they can never clash with a name of the source.`,
		Bad: `m(a) {
  x := a & a;
}
`,
		Good: `m(a) {
  x := a;
}
`,
	},
	{
		Code:  NotText,
		Title: "not a text",
		Text: `The file holds bytes that are no UTF-8 text, or control characters.

A program is UTF-8 text. A byte order mark at its beginning is allowed and counts
for nothing. Inside of comments any bytes are passed over. An error like this in
the first line mostly means that the file is no program, or that an editor has
saved it as UTF-16.`,
		Bad: "m(a) {\n  x := \x00a;\n}\n",
		Good: `m(a) {
  x := a;
}
`,
	},
	{
		Code:  OpenComment,
		Title: "comment without an end",
		Text: `A comment begins with /* and the file ends before its */.

Comments run from // to the end of the line or from /* to the next */. They do
not nest.`,
		Bad: `m(a) {
  x := a; /* an alias
}
`,
		Good: `m(a) {
  x := a; /* an alias */
}
`,
	},
	{
		Code:  OpenBlock,
		Title: "block without an end",
		Text: `A block is open where the file ends, or where the head of the next method says
that it should have ended.

The error stands where the brace is missing at the latest. The note beside it
points at the opening brace that seems to lack its partner: the first one that is
closed by a brace indented for another block, or else the innermost one that is
still open.`,
		Bad: `m(a) {
  if * {
    x := a;
}
n(b) {
  skip;
}
`,
		Good: `m(a) {
  if * {
    x := a;
  }
}
n(b) {
  skip;
}
`,
	},
	{
		Code:  StrayBrace,
		Title: "closing brace without its block",
		Text: `A } stands where no block is open.

Either it is one too many, or the block it should close was closed too early, by a
brace too many above it.`,
		Bad: `m(a) {
  x := a;
}}
`,
		Good: `m(a) {
  x := a;
}
`,
	},
	{
		Code:  OutsideMethod,
		Title: "statement outside of a method",
		Text: `The top level of a file holds something that is no declaration.

A file consists of methods, at most one composition { C1 } || { C2 } and at most
one init block. Statements stand inside of these. Often the cause is above: a }
too many has ended the method early. Of several such statements in a row only the
first is reported.`,
		Bad: `x := a;
m(a) {
  skip;
}
`,
		Good: `m(a) {
  x := a;
}
`,
	},
	{
		Code:  MissingBlock,
		Title: "block without its braces",
		Text: `A method, if, else, while or synchronized is not followed by a {.

Their bodies are always blocks in braces, also when they hold one statement. There
is no else if: write else { if * { ... } }.`,
		Bad: `m(a) {
  if *
    x := a;
}
`,
		Good: `m(a) {
  if * {
    x := a;
  }
}
`,
	},
	{
		Code:  BrokenList,
		Title: "broken list of parameters or arguments",
		Text: `The list between the parentheses of a method or a call is not as it should be.

Parameters are names, arguments are variables or paths, and commas stand between
them, none behind the last. Parameters have no types: there is one class of objects
(assumption A1).`,
		Bad: `m(a, b) {
  m2(a b);
}
m2(a, b) {
  skip;
}
`,
		Good: `m(a, b) {
  m2(a, b);
}
m2(a, b) {
  skip;
}
`,
	},
	{
		Code:  ReservedWord,
		Title: "word of the language as a name",
		Text: `A word of the language stands where the name of a variable, field or method is
wanted.

These words are never names: do, else, if, lock, new, private, skip,
synchronized, then, unlock, while. The word init is one only where it begins a
declaration and a { follows.`,
		Bad: `m(lock) {
  skip;
}
`,
		Good: `m(l) {
  skip;
}
`,
	},
	{
		Code:  EqualsSign,
		Title: "assignment without :=",
		Text: `An assignment is written with :=, as in x := a.f.

The sign = is used in init blocks only, where a line says what holds in the first
state and nothing is assigned.`,
		Bad: `m(a) {
  x = a.f;
}
`,
		Good: `m(a) {
  x := a.f;
}
`,
	},
	{
		Code:  NoStatement,
		Title: "no statement",
		Text: `What stands here is no statement of IL.

The simple commands of Figure 4 are skip, x := y, x := p, p := x, x := new(),
lock() and unlock(), where x and y are variables and p is a path such as a.f.g.
The other statements are if * { } else { }, while * { } and the call m(a, b.f).
Beyond Figure 4, p := q, p := new() and synchronized { } are allowed and are
lowered to core statements.`,
		Bad: `m(a) {
  a.f;
}
`,
		Good: `m(a) {
  x := a.f;
}
`,
	},
	{
		Code:  Condition,
		Title: "if or while with a condition",
		Text: `The word if or while is not followed by a star.

Choices are nondeterministic: if * takes either branch, and while * runs its body
any number of times. The paper assumes this (A6), and the theorem needs it: where
each branch can be taken whatever the state is, an access that the analysis sees
is an access that some execution reaches. With conditions, some of these
executions could be impossible, and the report a false one.`,
		Bad: `m(a, b) {
  if (a == b) {
    a.f := b;
  }
}
`,
		Good: `m(a, b) {
  if * {
    a.f := b;
  }
}
`,
	},
	{
		Code:  NotSeparated,
		Title: "two statements on a line",
		Text: `A statement ends, and another one begins on the same line without a ; between
them.

A ; separates statements. It may be left out at the end of a line, before a } and
behind a statement that ends in a }.`,
		Bad: `m(a) {
  lock() x := a.f; unlock();
}
`,
		Good: `m(a) {
  lock(); x := a.f; unlock();
}
`,
	},
	{
		Code:  EmptyStatement,
		Title: "; without a statement",
		Text: `A ; stands where no statement ends.

There is no empty statement; the statement that does nothing is skip. Declarations
are not separated by a ; either.`,
		Bad: `m(a) {
  x := a;;
}
`,
		Good: `m(a) {
  x := a;
}
`,
	},
	{
		Code:  NoObject,
		Title: "value that is no object",
		Text: `A number or a string stands where a variable or a path is wanted.

All values of IL are objects, and every variable and field holds one from the
beginning or from its first assignment: a new object's fields point to the object
itself.`,
		Bad: `m(a) {
  a.f := 42;
}
`,
		Good: `m(a) {
  x := new();
  a.f := x;
}
`,
	},
	{
		Code:  CallResult,
		Title: "call used as a value",
		Text: `A call stands where a value is wanted.

A call is a statement and methods have no results (assumption A5). What a method computes it can
leave in a field of an object that the caller passes.`,
		Bad: `m(a) {
  x := get(a);
}
get(a) {
  skip;
}
`,
		Good: `m(a) {
  get(a);
  x := a.result;
}
get(a) {
  skip;
}
`,
	},
	{
		Code:  MisusedNew,
		Title: "misused new",
		Text: `New objects are made by x := new() or p := new(), for a variable x and a path p.

IL has one class of objects (assumption A1) and no constructors, so new takes neither a name nor arguments.
It is no expression either: it cannot be an argument or stand alone.`,
		Bad: `m(a) {
  x := new Box();
}
`,
		Good: `m(a) {
  x := new();
}
`,
	},
	{
		Code:  ReturnStatement,
		Title: "return",
		Text: `IL has no return: a method ends where its body ends, and has no result.

The paper assumes methods without return values (A5). A return in the middle of a
method would also be a way past the unlock() at its end, and locking is balanced
in every block (A2).`,
		Bad: `m(a) {
  return a;
}
`,
		Good: `m(a) {
  a.result := a.f;
}
`,
	},
	{
		Code:  MisspeltWord,
		Title: "misspelt word",
		Text: `A name stands where a word of the language would fit that is written almost alike.

Only where the text makes no sense otherwise it is taken for a slip: lok() is a
call of the method lok.`,
		Bad: `m(a) {
  whlie * {
    x := a;
  }
}
`,
		Good: `m(a) {
  while * {
    x := a;
  }
}
`,
	},
	{
		Code:  BrokenParallel,
		Title: "parallel composition without two blocks",
		Text: `A program is { C1 } || { C2 }: two blocks with || between them, at the top level.

The semantics and the theorem are about exactly two threads (assumption A2).
Methods are not composed: what { m(a); } || { n(a); } says is a composition of two
blocks that call them.`,
		Bad: `{ skip; } || { skip; } || { skip; }
`,
		Good: `{ skip; } || { skip; }
`,
	},
	{
		Code:  BrokenInit,
		Title: "broken line of an init block",
		Text: `A line of an init block is neither a cell nor a binding.

An init block describes one initial state. A cell, o1.f = o2, says that the field
f of the object o1 holds the object o2. A binding, A.x = o1 or B.x = o1, says
which object a variable of thread A or B holds. A cell's object is never named A
or B.`,
		Bad: `init {
  x = o1;
}
`,
		Good: `init {
  A.x = o1;
}
`,
	},
	{
		Code:  TooDeep,
		Title: "blocks nested too deep",
		Text: `Blocks are nested more than 10,000 deep, the block of the declaration included.

This is a limit of wobbly and not of IL. No program that a person has written
comes near it.`,
	},
	{
		Code:  TooLarge,
		Title: "file too large",
		Text: `The file has more than 2,147,483,647 bytes.

This is a limit of wobbly and not of IL: positions are counted in 32 bits. Split
the program into files that can be analysed on their own.`,
	},
	{
		Code:  LoneElse,
		Title: "else without an if",
		Text: `An else does not follow the block of an if.

It belongs directly behind the } of the block that is taken otherwise. A ; between
them ends the statement.`,
		Bad: `m(a) {
  if * {
    x := a;
  };
  else {
    x := a.f;
  }
}
`,
		Good: `m(a) {
  if * {
    x := a;
  } else {
    x := a.f;
  }
}
`,
	},
	{
		Code:  IncompletePath,
		Title: "path that ends in a dot",
		Text: `A dot is not followed by the name of a field.

A path is a variable followed by one or more fields, a.f.g.`,
		Bad: `m(a) {
  x := a.;
}
`,
		Good: `m(a) {
  x := a.f;
}
`,
	},
	{
		Code:  LockArguments,
		Title: "wrong parentheses at lock, unlock, synchronized or skip",
		Text: `lock() and unlock() are written with empty parentheses, synchronized and skip with
none.

There is one lock for the whole program (assumption A2). A thread may take it again
while it holds it, and must give it back as often. So there is no object to name
in the parentheses.`,
		Bad: `m(a) {
  lock(a);
  x := a.f;
  unlock(a);
}
`,
		Good: `m(a) {
  lock();
  x := a.f;
  unlock();
}
`,
	},
	{
		Code:  BrokenHead,
		Title: "broken head of a method",
		Text: `A method begins with its name and its parameters in parentheses, as in m(a, b) or
m(), perhaps with private before it.

A method has no result type, no class around it and no other modifiers. A file
without a parallel composition is a class already: its methods that are not
private may be called by two threads at once.`,
		Bad: `void m(a) {
  x := a;
}
`,
		Good: `m(a) {
  x := a;
}
`,
	},
	{
		Code:  Receiver,
		Title: "call with a receiver",
		Text: `A method is called on a path, as in a.m(b).

Methods are not looked up in objects: the name alone says which body runs. Pass
the object as an argument.`,
		Bad: `m(a, b) {
  a.put(b);
}
put(this, b) {
  skip;
}
`,
		Good: `m(a, b) {
  put(a, b);
}
put(this, b) {
  skip;
}
`,
	},
}
