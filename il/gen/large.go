package gen

import (
	"strings"

	"wobbly/il"
)

// largeOptions returns the mix of Large: many fields, longer paths, much of the code under the
// lock, formals rarely assigned.
func largeOptions() Options {
	return Options{
		Sizes: Sizes{Formals: 3, Fields: 240, Locals: 6, Path: 3, Depth: 3},
		Units: Units{Private: 0.4},
		Kinds: Kinds{
			Lock: 0.05, Sync: 0.05, If: 0.07, While: 0.04, Call: 0.08, Copy: 0.04, New: 0.06,
		},
		Accesses:  Accesses{Store: 0.4, Sugar: 0.05, LocalRoot: 0.3, Longer: 0.25},
		Arguments: Arguments{DupArg: 0.02, PrefixArg: 0.05},
		Reassign:  0.02,
	}
}

// groupSize is the number of methods of Large that may call each other: a method calls later ones
// of its group, so call chains have at most that length.
const groupSize = 10

// Large returns a class of exactly the given number of statements (at least 1) in methods of
// perMethod statements on average (at least 1), for benchmarks. It looks like ordinary code:
// methods of 2 or 3 formals, public and private, with loads, stores, allocations, branches, loops,
// locked parts and calls, over 240 fields. Call chains are short. Besides the text it holds at most
// groupSize methods in memory.
func Large(statements, perMethod int, seed uint64) string {
	statements, perMethod = max(1, statements), max(1, perMethod)
	const bytesPerStatement = 26 // an estimate, so that the text is seldom copied as it grows
	l := large{
		generator:  newGenerator(Rand(seed), largeOptions()),
		statements: statements, perMethod: perMethod, methodCount: max(1, statements/perMethod),
	}
	l.text.Grow(bytesPerStatement*statements + 512)
	for i := 0; i < l.methodCount; i += groupSize {
		l.group(i, min(i+groupSize, l.methodCount))
	}
	return l.text.String()
}

type large struct {
	*generator
	text        strings.Builder
	statements  int // of the class
	perMethod   int // the number of statements of a method, on average
	methodCount int
	generated   int // the number of statements so far
}

// group draws and prints the methods in [lo, hi).
func (l *large) group(lo, hi int) {
	callees := make([]*il.Method, 0, groupSize)
	for i := lo; i < hi; i++ {
		callees = append(callees, &il.Method{
			Name:    methodName(i),
			Private: i > lo && l.chance(l.o.Private),
			Formals: l.formals(),
		})
	}
	l.methods = callees
	for i, m := range callees {
		b := body{
			generator: l.generator, formals: formalList(m), locals: l.locals(), lo: i + 1,
			hi: len(callees),
		}
		m.Body = b.block(l.size(lo+i), l.o.Depth)
		if lo+i > 0 {
			l.text.WriteString("\n")
		}
		l.text.WriteString(il.Format(&il.Program{Decls: []il.Decl{m}}))
		m.Body = nil // printed; only the header is called
	}
}

// formals draws the formals of a method: two or three.
func (l *large) formals() []il.Formal {
	list := make([]il.Formal, 2+l.r.IntN(2))
	for i := range list {
		list[i].Name = formalNames[i]
	}
	return list
}

// size returns the number of statements of method i. The class is cut into equal parts, and every
// other boundary is moved by up to half a part.
func (l *large) size(i int) int {
	end := int(int64(l.statements) * int64(i+1) / int64(l.methodCount))
	if i%2 == 0 && i+1 < l.methodCount {
		end += l.r.IntN(l.perMethod) - l.perMethod/2
	}
	n := end - l.generated
	l.generated = end
	return n
}
