package parse

import (
	"reflect"
	"testing"

	"wobbly/il"
)

// parsePlain parses with participle's own parser of the grammar and makes the trees of package il
// from its structs. The functions below, plainBlock and so on, make them of the parts.
func parsePlain(text string) (*il.Program, error) {
	l := tokenLexer{scanner: scanner{text: text}}
	f, err := plain().ParseFromLexer(l.upgrade(span{textBegin(text), len(text)}))
	if err != nil {
		return nil, err
	}
	p := &il.Program{}
	for _, d := range f.Decls {
		p.Decls = append(p.Decls, treeOf(d, func(b body) *il.Block {
			x := b.(block)
			return plainBlock(&x)
		}))
	}
	s := scanner{text: text}
	s.scan(textBegin(text), len(text))
	for s.next().kind != eof {
	}
	p.Comments = s.comments
	return p, nil
}

func plainBlock(b *block) *il.Block {
	if b == nil {
		return nil
	}
	out := &il.Block{At: offset(b.Pos), End: lastOffset(b.Close)}
	for _, s := range b.Stmts {
		out.Stmts = append(out.Stmts, plainStmt(s))
	}
	return out
}

func plainStmt(s stmt) il.Stmt {
	switch s := s.(type) {
	case ifStmt:
		return &il.If{At: offset(s.Pos), Then: plainBlock(s.Then), Else: plainBlock(s.Else)}
	case whileStmt:
		return &il.While{At: offset(s.Pos), Body: plainBlock(s.Body)}
	case synchronizedStmt:
		return &il.Synchronized{
			At: offset(s.Pos), LockRef: plainLock(s.Lock), Body: plainBlock(s.Body),
		}
	case simpleStmt:
		return plainCommand(offset(s.Pos), s.Command)
	default:
		panic(il.Unknown(s))
	}
}

func plainCommand(at il.Pos, c command) il.Stmt {
	switch c := c.(type) {
	case skipCommand:
		return &il.Skip{At: at}
	case lockCommand:
		if c.Word == "lock" {
			return &il.Lock{At: at, LockRef: plainLock(c.Lock)}
		}
		return &il.Unlock{At: at, LockRef: plainLock(c.Lock)}
	case callCommand:
		s := &il.Call{At: at, Method: c.Method.text}
		for _, e := range c.Args {
			s.Args = append(s.Args, plainExpr(e))
		}
		return s
	case assignCommand:
		return plainAssign(at, plainExpr(c.Dst), c)
	default:
		panic(il.Unknown(c))
	}
}

func plainAssign(at il.Pos, dst il.Expr, c assignCommand) il.Stmt {
	if c.New {
		if dst.IsVar() {
			return &il.New{At: at, Dst: dst.Root}
		}
		return &il.NewAt{At: at, Dst: dst}
	}
	switch src := plainExpr(*c.Src); {
	case dst.IsVar() && src.IsVar():
		return &il.Copy{At: at, Dst: dst.Root, Src: src.Root, SrcAt: src.At}
	case dst.IsVar():
		return &il.Load{At: at, Dst: dst.Root, Src: src}
	case src.IsVar():
		return &il.Store{At: at, Dst: dst, Src: src.Root, SrcAt: src.At}
	default:
		return &il.Move{At: at, Dst: dst, Src: src}
	}
}

func plainExpr(e expr) il.Expr {
	out := il.Expr{Root: e.Root.text, At: e.Root.at}
	for _, f := range e.Fields {
		out.Fields = append(out.Fields, f.text)
	}
	return out
}

// differ compares all parsers on one text: File, the hand-written reader alone, and participle's
// parser of the whole grammar. They accept the same texts and give the same trees, positions and
// comments included; and the errors of File are those of the reader. It reports whether they
// accept.
func differ(t testing.TB, text string) bool {
	t.Helper()
	src := il.NewSource("", text)
	got, diags := File(src)
	hand, handDiags := parseFile(src, maxSize, -1)
	if !reflect.DeepEqual(got, hand) || !reflect.DeepEqual(diags, handDiags) {
		t.Fatalf("File and the reader differ on:\n%s\nFile: %v\n%s\nthe reader: %v\n%s",
			text, diags, il.Format(got), handDiags, il.Format(hand))
	}
	want, err := parsePlain(text)
	if (err == nil) != (len(diags) == 0) {
		t.Fatalf("the grammar says %v, File says %v, of:\n%s", err, diags, text)
	}
	if err != nil {
		return false
	}
	want.Source = src
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("File and the grammar give different trees for:\n%s\nFile:\n%s\nthe grammar:\n%s",
			text, il.Format(got), il.Format(want))
	}
	return true
}

func plainLock(name *identifier) il.LockRef {
	if name == nil {
		return il.LockRef{}
	}
	return il.LockRef{Lock: name.text, LockAt: name.at}
}
