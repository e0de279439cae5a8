package parse

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"wobbly/il"
)

func TestDump(t *testing.T) {
	data, err := os.ReadFile("/tmp/bad.txt")
	if err != nil {
		return
	}
	for _, text := range strings.Split(string(data), "=====\n") {
		src := il.NewSource("x", text)
		p, diags := File(src)
		fmt.Println("-----------")
		fmt.Print(text)
		for _, d := range diags {
			at, end := src.Position(d.At), src.Position(d.End)
			line := src.Line(at.Line)
			w := 1
			if end.Line == at.Line {
				w = max(1, end.Col-at.Col)
			}
			fmt.Printf("  %s %s %s\n    | %s\n    | %s%s %s\n    fix: %s\n", at, d.Code, d.Message, line, strings.Repeat(" ", at.Col-1), strings.Repeat("^", w), d.Label, d.Fix)
			for _, n := range d.Notes {
				fmt.Printf("    note %s %s\n", src.At(n.At), n.Message)
			}
		}
		_ = p
	}
}
