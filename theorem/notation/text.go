package notation

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

func Sites(core *il.Core, p il.Pair, s il.Sites) string {
	side := func(u *il.Unit, s il.Site) string {
		return fmt.Sprintf("the %s at %s from %s", s.Kind, core.Source.At(s.At), u.Name)
	}
	return side(p.Left, s[0]) + " and " + side(p.Right, s[1])
}

// Cap formats the level at which locks are capped; nothing for 0, which is no cap.
func Cap(lockCap int) string {
	if lockCap == 0 {
		return ""
	}
	return fmt.Sprintf(", L-hat = %d", lockCap)
}

func Init(in semantics.Init) string {
	parts := slice.Map(in.Cells, func(c [3]string) string { return c[0] + "." + c[1] + " = " + c[2] })
	for i, s := range in.Stacks {
		for _, x := range slices.Sorted(maps.Keys(s)) {
			parts = append(parts, fmt.Sprintf("%v.%s = %s", semantics.Tid(i), x, s[x]))
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func Trace(t []il.Command) string {
	return "[" + strings.Join(slice.Map(t, il.CommandText), ", ") + "]"
}

func Block(b *il.Block) string {
	if len(b.List()) == 0 {
		return "{ }"
	}
	texts := slice.Map(b.List(), func(s il.Stmt) string {
		text := il.Text(s)
		if blocks := il.Blocks(s); blocks != nil {
			text += " " + strings.Join(slice.Map(blocks, Block), " else ")
		}
		return text
	})
	return "{ " + strings.Join(texts, "; ") + " }"
}

// State formats the current frame and the heap of a state.
func State(s semantics.State) string {
	var texts []string
	for x, l := range s.S.Top.Vars() {
		texts = append(texts, x+" = "+l.String())
	}
	for a, l := range s.H.Cells() {
		texts = append(texts, a.String()+" = "+l.String())
	}
	return "{" + strings.Join(texts, ", ") + "}"
}
