package enum

import (
	"slices"
	"strconv"
	"strings"

	"wobbly/il"
	"wobbly/internal/text"
)

// tree is the memory of one program. Statement number i of the text always lives in nodes[i], at
// the same position, and unit u in units[u], so that a program differs from the last one only where
// its statements do.
type tree struct {
	*names
	nodes  []node
	units  []il.Unit // A, B, and the methods as they are first called
	bodies []il.Block

	core      il.Core
	program   il.Program
	parallel  il.Parallel
	decls     []il.Decl
	unitList  []*il.Unit
	methodsOf []map[string]*il.Unit // methodsOf[k]: the first k methods
}

// node is a statement: one of its trees, and the same by numbers.
type node struct {
	token
	copy   il.Copy
	load   il.Load
	store  il.Store
	new    il.New
	lock   il.Lock
	unlock il.Unlock
	branch il.If
	loop   il.While
	call   il.Call

	blocks [2]il.Block // of branch and loop
	args   []il.Expr   // of call, as many as the arity may be
	fields [][]string  // of each expression, as many as a path may have
}

// threads is the number of thread blocks. Method k is unit threads+k.
const threads = 2

func newTree(size int, o Options) *tree {
	t := &tree{names: newNames(size, o)}
	t.nodes = make([]node, size)
	for i := range t.nodes {
		t.nodes[i].init(before(i)+1, o)
	}
	t.units = make([]il.Unit, threads+size)
	t.bodies = make([]il.Block, threads+size)
	for i := range t.bodies {
		t.bodies[i] = emptyBlock(size)
	}
	t.parallel.Blocks = [2]*il.Block{&t.bodies[0], &t.bodies[1]}
	t.decls = append(t.decls, &t.parallel)
	t.methodsOf = append(t.methodsOf, map[string]*il.Unit{})
	for i := range t.units {
		u := &t.units[i]
		*u = il.Unit{Index: i, Thread: i < threads, Body: &t.bodies[i]}
		t.unitList = append(t.unitList, u)
		if u.Thread {
			u.Name = [2]string{"A", "B"}[i]
		} else {
			k := i - threads
			u.Name = t.methods[k]
			t.decls = append(t.decls, &il.Method{Name: u.Name, Body: u.Body})
			first := make(map[string]*il.Unit, k+1)
			for _, m := range t.units[threads : threads+k+1] {
				first[m.Name] = &t.units[m.Index]
			}
			t.methodsOf = append(t.methodsOf, first)
		}
	}
	// Every statement has a line of its own: number i, counted from 1, is at i:2.
	t.core = il.Core{
		Source:  il.NewSource("enumerated.il", strings.Repeat(line, size)),
		Program: &t.program,
		Threads: [2]*il.Unit{&t.units[0], &t.units[1]},
		Order:   make([]*il.Unit, 0, len(t.units)),
	}
	return t
}

// line is the source text of a statement.
const line = " -\n"

// before returns the position in front of statement number i, counted from 0: where a block begins
// or ends that has that many statements before its brace.
func before(i int) il.Pos { return il.Pos(len(line) * i) }

func emptyBlock(size int) il.Block { return il.Block{Stmts: make([]il.Stmt, 0, size)} }

// init sets the positions of all trees of n, and allocates the parts of calls and paths.
func (n *node) init(at il.Pos, o Options) {
	arity := max(1, o.Arity)
	n.copy.At, n.copy.SrcAt = at, at
	n.load.At, n.load.Src.At = at, at
	n.store.At, n.store.Dst.At, n.store.SrcAt = at, at, at
	n.new.At, n.lock.At, n.unlock.At = at, at, at
	n.branch.At, n.loop.At, n.call.At = at, at, at
	for i := range n.blocks {
		n.blocks[i] = emptyBlock(0)
	}
	n.branch.Then, n.loop.Body = &n.blocks[0], &n.blocks[0]
	n.args = make([]il.Expr, arity)
	n.exprs = make([]expr, arity)
	n.fields = make([][]string, arity)
	for i := range n.fields {
		n.args[i].At = at
		n.fields[i] = make([]string, o.Path)
	}
}

func (t *tree) name(u *il.Unit, v variable) string {
	switch {
	case v < 0:
		return t.locals[^v]
	case u.Thread:
		return t.args[v]
	default:
		return t.formals[v]
	}
}

// token is a statement by numbers, or an end of block. The texts of two programs are the same if
// and only if their tokens are.
type token struct {
	kind   kind
	dst    variable // of copy, load and new
	src    variable // of copy and store
	callee int      // of call
	n      int      // how many expressions there are
	exprs  []expr   // the path of load and store, the arguments of call
}

// kind is the kind of a token. The order of the kinds is part of that of programs.
type kind uint8

const (
	endKind kind = iota
	lockKind
	unlockKind
	loopKind
	branchKind
	newKind
	copyKind
	loadKind
	storeKind
	callKind
)

// endToken is the end of a block.
var endToken = token{kind: endKind}

// names are all names that programs of some options can have, by number.
type names struct {
	args    []string // formals of thread blocks
	formals []string // of methods
	locals  []string
	fields  []string
	methods []string

	declared []il.Formal // formals as declared
	sorted   [][]string  // sorted[k]: the first k fields in text order
}

func newNames(size int, o Options) *names {
	uses := size * max(2, o.Arity) // variables that statements can name
	n := &names{
		args:    make([]string, uses),
		formals: text.ShortNames("abcde", o.Arity),
		locals:  text.ShortNames("xyzuvw", size),
		fields:  text.ShortNames("fghijk", size*o.Path*max(1, o.Arity)),
		methods: text.ShortNames("mnpqrs", size),
	}
	for i := range n.args {
		n.args[i] = "arg" + strconv.Itoa(i+1)
	}
	for _, f := range n.formals {
		n.declared = append(n.declared, il.Formal{Name: f})
	}
	for k := range len(n.fields) + 1 {
		n.sorted = append(n.sorted, slices.Sorted(slices.Values(n.fields[:k])))
	}
	return n
}
