package gen

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"wobbly/il"
	"wobbly/internal/text"
)

// Program returns a random legal program. Its positions are those of its text, p.Source.Text.
func Program(r *rand.Rand, o Options) *il.Program {
	return il.Positioned(newGenerator(r, o).program())
}

// Text returns the text of the program of a seed.
func Text(seed uint64, o Options) string { return Program(Rand(seed), o).Source.Text }

// Rand returns the source of randomness that Text uses for a seed.
func Rand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x77_6f_62_62_6c_79)) }

type generator struct {
	r           *rand.Rand
	o           Options
	upTo        [accessKind]float64 // shares, summed up to and with each kind
	fields      []string
	methods     []*il.Method // headers first, then bodies
	callsLater  bool         // methods call later ones, not earlier ones
	noPublic    bool         // no method is public
	emptyBlocks bool         // every other block is empty
	results     []bool       // by method: whether it has a result; nil if none has
	result      string       // the field of a box that holds the result
}

// newGenerator returns a generator, with sizes raised to their minimum.
func newGenerator(r *rand.Rand, o Options) *generator {
	o.Statements = max(1, o.Statements)
	o.Methods = max(0, o.Methods)
	o.Formals = max(0, min(o.Formals, maxNames))
	o.Fields = max(1, o.Fields)
	o.Locals = max(1, min(o.Locals, maxNames))
	o.Path = max(1, o.Path)
	o.Depth = max(0, o.Depth)
	g := &generator{r: r, o: o, fields: fieldsFor(o.Fields)}
	sum := 0.0
	shares := [accessKind]float64{ // in the order of the kinds
		o.Lock, o.Sync, o.If, o.While, o.Call, o.Copy, o.New, o.Skip, o.Build, o.Once,
		o.Walk, o.Detour,
	}
	for k, s := range shares {
		sum += s
		g.upTo[k] = sum
	}
	for k := range g.upTo {
		g.upTo[k] /= max(1, sum)
	}
	return g
}

func (g *generator) chance(p float64) bool { return p > 0 && g.r.Float64() < p }

// program draws the whole tree, without positions.
func (g *generator) program() *il.Program {
	if g.chance(g.o.Degenerate) { // leave out something that most programs have, or several things
		for again := true; again; again = g.oneIn(4) {
			switch g.r.IntN(4) {
			case 0:
				g.noPublic, g.o.Threads, g.o.Private = true, 0, 1
			case 1:
				g.fields, g.o.Result = nil, 0
			case 2:
				g.o.Formals = 0
			default:
				g.emptyBlocks = true
			}
		}
	}
	threads := g.chance(g.o.Threads)
	n := 0
	if threads {
		n = g.r.IntN(g.o.Methods + 1)
	} else {
		n = 1 + g.r.IntN(max(1, g.o.Methods))
	}
	headers := make([]il.Method, n)
	g.methods = make([]*il.Method, n)
	for i := range headers {
		headers[i] = il.Method{
			Name: methodName(i), Private: g.chance(g.o.Private), Formals: g.formals(),
		}
		g.methods[i] = &headers[i]
	}
	g.drawResults()
	g.callsLater = g.r.Uint32()&1 == 0
	g.publishFirst()
	p := &il.Program{Decls: make([]il.Decl, 0, len(g.methods)+1)}
	for i, m := range g.methods {
		b := body{generator: g, formals: formalList(m), locals: g.locals(), lo: 0, hi: i}
		if g.callsLater {
			b.lo, b.hi = i+1, len(g.methods)
		}
		m.Body = b.method(i)
		p.Decls = append(p.Decls, m)
	}
	if threads {
		p.Decls = append(p.Decls, &il.Parallel{Blocks: [2]*il.Block{g.thread(), g.thread()}})
		return p
	}
	public := func(m *il.Method) bool { return !m.Private }
	if !g.noPublic && !slices.ContainsFunc(g.methods, public) {
		g.methods[g.r.IntN(n)].Private = false
	}
	return p
}

func (g *generator) formals() []il.Formal {
	if g.o.Formals == 0 || g.chance(g.o.NoFormals) {
		return nil
	}
	names := formalNames
	if g.chance(g.o.ArgNames) {
		names = argNames
	}
	list := make([]il.Formal, 1+g.r.IntN(g.o.Formals))
	for i := range list {
		list[i].Name = names[i]
	}
	return list
}

// formalList returns the names of m's formals. The generator takes them in order from one table, so
// the list can share it.
func formalList(m *il.Method) []string {
	n := len(m.Formals)
	if n > 0 && m.Formals[0].Name == argNames[0] {
		return argNames[:n]
	}
	return formalNames[:n]
}

func (g *generator) locals() []string { return localNames[:g.o.Locals] }

// thread draws a block of C1 || C2, which may call every method.
func (g *generator) thread() *il.Block {
	b := body{generator: g, locals: g.locals(), thread: true, hi: len(g.methods)}
	if g.o.Formals > 0 {
		b.formals = argNames[:1+g.r.IntN(g.o.Formals)]
	}
	return b.unitBody(1 + g.r.IntN(g.o.Statements))
}

// The names in programs. Formals and locals of a unit never share a name, and no name is a keyword
// or reserved.
var (
	formalNames = text.ShortNames("abcde", maxNames)
	localNames  = text.ShortNames("xyzuvw", maxNames)
	fieldNames  = text.ShortNames("fghijk", 64)
	methodNames = text.ShortNames("mnpqrs", 64)
	argNames    = func() (list []string) {
		for i := range maxNames {
			list = append(list, argName(i))
		}
		return list
	}()
)

// freshName returns the first unused name of those letters and adds it to taken.
func freshName(letters string, taken *[]string) string {
	for i := 0; ; i++ {
		if x := text.ShortName(letters, i); !slices.Contains(*taken, x) {
			*taken = append(*taken, x)
			return x
		}
	}
}

func methodName(i int) string {
	if i < len(methodNames) {
		return methodNames[i]
	}
	return text.ShortName("m", i)
}

func fieldsFor(n int) []string {
	if n <= len(fieldNames) {
		return fieldNames[:n:n]
	}
	return text.ShortNames("fghijk", n)
}

// argName returns the name of formal i of a thread block, counted from 0.
func argName(i int) string { return "arg" + strconv.Itoa(i+1) }
