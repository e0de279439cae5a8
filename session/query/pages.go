package query

import (
	"slices"

	"wobbly/il/diag"
)

// PageProgram is the program that the examples of the pages are about: A runs get,
// and B runs set.
const PageProgram = `get(b) {
  x := b.f;
}

set(b) {
  b.f := b;
}
`

// Pages holds the page of every code of this package, in the order of the codes.
// The examples are expressions; those that are goals come with always, never,
// possible, count or visited.
func Pages() []diag.Page { return slices.Clone(pages) }

var pages = []diag.Page{
	{
		Code:  Unexpected,
		Title: "something that does not belong there",
		Text: `An expression has something else where a value, a condition or the end is
wanted.

Conditions are joined by and, or and =>. A thread, A or B, is followed by what it
does, as in A ended or A at 3:5. What parentheses follow is one of race, reaches,
always, never, possible, count and visited.`,
		Bad:  "race A ended",
		Good: "race and A ended",
	},
	{
		Code:  foreignSign,
		Title: "sign of another language",
		Text: `An expression has a sign that other languages use for what is written otherwise
here.

Equality is ==, as := and = have another meaning in programs. The connectives are
words: and, or, not. Implication is =>.`,
		Bad:  "A.b = B.b && race",
		Good: "A.b == B.b and race",
	},
	{
		Code:  unclosed,
		Title: "parenthesis or backquote without its partner",
		Text: `An expression has a parenthesis or a backquote without its partner.

Backquotes stand around a variable whose name is a word of the language or that of
an object.`,
		Bad:  "not (race and A ended",
		Good: "not (race and A ended)",
	},
	{
		Code:  tooLarge,
		Title: "expression too large",
		Text: `An expression is longer than 8192 bytes, has parentheses more than 100 deep, or
a number of more than 9 digits.

No expression that a person has written comes near these limits.`,
		Bad:  "steps > 10000000000",
		Good: "steps > 1000",
	},
	{
		Code:  noArithmetic,
		Title: "arithmetic",
		Text: `An expression computes with numbers.

The values of IL are objects, and nothing is computed from them. Numbers only count
steps, switches, objects and lock levels, and are compared.`,
		Bad:  "steps + 1 > 3",
		Good: "steps > 2",
	},
	{
		Code:  wrongKind,
		Title: "value of the wrong kind",
		Text: `An expression has a value of one kind where another one is wanted.

The kinds are objects, numbers, threads, positions and conditions. Two values of
different kinds are never equal, so that comparing them makes no sense, and only
numbers are less or greater than each other. Connectives, breakpoints and goals
need conditions.`,
		Bad:  "A.b and race",
		Good: "A.b == o1 and race",
	},
	{
		Code:  unknownName,
		Title: "unknown name",
		Text: `An expression names a variable, field or object that the program cannot have.

A variable of a thread is one of its unit or of a method that it may call. It need
not have a value: then it is known, and comparisons with it are false.`,
		Bad:  "A.bb == o1",
		Good: "A.b == o1",
	},
	{
		Code:  noSuchPlace,
		Title: "position at which no thread stands",
		Text: `An expression names a position at which the thread never stands.

A thread stands before a command, an if or a while, or at a closing brace of its
unit or a method. It never stands before a skip, which takes no step. A race has
its positions at a load or store of each thread.`,
		Bad:  "A at 1:1",
		Good: "A at 2:3",
	},
	{
		Code:  noCell,
		Title: "no cell",
		Text: `An expression has something else where the cell of an object is wanted.

Threads race on cells: the field of an object, such as the f of what b holds. A
variable belongs to its thread alone. Without an object, .f is the f of any.`,
		Bad:  "race(b)",
		Good: "race(b.f)",
	},
	{
		Code:  searches,
		Title: "question about executions",
		Text: `An expression asks about executions or about the history where a state is
asked.

always, never, possible, no race, count and visited are for goals: a single state
cannot tell. In a goal they stand beside each other and not inside.`,
		Bad:  "always(possible(race))",
		Good: "possible(race)",
	},
	{
		Code:  NoFocus,
		Title: "variable without its thread",
		Text: `A goal has a variable without its thread.

While someone looks at a state, b is the b of the thread in focus. A goal has
none: say A.b or B.b. In A reads b.f and race(b.f) the thread is known.`,
		Bad:  "possible(b == o1)",
		Good: "possible(A.b == o1)",
	},
	{
		Code:  onlyRaces,
		Title: "from all initial states, but not of races",
		Text: `A goal asks about all initial states, but not of races.

There are infinitely many initial states. For races a search that chooses the
initial state as it goes is exact. Other conditions are asked of the executions
from one initial state. What is asked of all initial states must be false where no
accesses race, or always true there.`,
		Bad:  "possible(A ended) from all",
		Good: "possible(race) from all",
	},
}
