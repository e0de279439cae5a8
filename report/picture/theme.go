package picture

import (
	"fmt"
	"strings"
)

// Theme is a set of colours.
type Theme uint8

// The themes. Readers who cannot distinguish red from green can distinguish the hues of A (blue)
// and B (orange). Only a race is red.
const (
	// Auto is light or dark, as the reader's system prefers.
	Auto Theme = iota
	Light
	Dark
	// Print has only black, white and grey.
	Print
)

// Options configures pictures. The zero value is usable.
type Options struct {
	Theme Theme

	// Arrows is the maximum number of objects that are drawn with arrows. More objects become
	// records in a grid. 0 stands for 12, and a negative number for no arrows.
	Arrows int

	// Fold is the maximum number of rows that Trace shows of a thread's turn. 0 stands for 40, and
	// a negative number for no limit.
	Fold int

	// Ended is called before each state of a page or a trace is drawn. If it returns an error,
	// nothing is written. It may be nil.
	Ended func() error
}

// arrows returns the maximum number of objects that are drawn with arrows.
func (o Options) arrows() int { return orDefault(o.Arrows, 12) }

func (o Options) ended() error {
	if o.Ended == nil {
		return nil
	}
	return o.Ended()
}

func orDefault(n, usual int) int {
	if n == 0 {
		return usual
	}
	return n
}

type palette struct {
	paper, panel, ink, muted, line string
	// threads are the colours of each thread's text and lines, and tints those of backgrounds.
	threads                 [2]string
	tints                   [2]string
	race, raceTint, changed string
}

// The palettes. grey is for Print.
var (
	light = palette{
		paper: "#ffffff", panel: "#f7f8fa", ink: "#1b1f24", muted: "#57606a", line: "#9aa4af",
		threads: [2]string{"#0059a8", "#8f4d00"}, tints: [2]string{"#dcebfa", "#fbe7cf"},
		race: "#b3001b", raceTint: "#fde3e5", changed: "#e9ecf0",
	}
	dark = palette{
		paper: "#14181d", panel: "#1c2128", ink: "#e6eaf0", muted: "#a3adb8", line: "#6b7682",
		threads: [2]string{"#79b8ff", "#f2ae5b"}, tints: [2]string{"#1d3a57", "#4a3314"},
		race: "#ff8080", raceTint: "#53222a", changed: "#333b45",
	}
	grey = palette{
		paper: "#ffffff", panel: "#ffffff", ink: "#000000", muted: "#444444", line: "#777777",
		threads: [2]string{"#000000", "#000000"}, tints: [2]string{"#eeeeee", "#eeeeee"},
		race: "#000000", raceTint: "#dddddd", changed: "#eeeeee",
	}
)

// fontStack names fonts of the usual systems. No font is loaded.
const fontStack = `ui-monospace,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace`

// css returns the rules for the elements within a scope, which is a selector.
func (t Theme) css(scope string) string {
	base := fmt.Sprintf(".scope text{font:%dpx %s;white-space:pre;stroke:none}.scope "+
		".title{font-size:%dpx;font-weight:bold}.scope .bold{font-weight:bold}.scope "+
		"rect{stroke-width:1}.scope .now{stroke-width:2.5}.scope "+
		"path{fill:none;stroke-width:1.4}.scope .heavy{stroke-width:3}.scope "+
		".dashed{stroke-dasharray:4 3}.scope .bare{stroke:none}", fontSize, fontStack, titleSize)
	switch t {
	case Dark:
		base += dark.css()
	case Print:
		base += grey.css()
	case Light:
		base += light.css()
	default:
		base += light.css() + "@media (prefers-color-scheme:dark){" + dark.css() + "}"
	}
	return strings.ReplaceAll(base, ".scope", scope)
}

// css returns the rules for the colours, with .scope in place of the scope.
func (p palette) css() string {
	var b strings.Builder
	rule := func(selector, format string, args ...any) {
		selector = strings.ReplaceAll(selector, ",", ",.scope ")
		b.WriteString(".scope " + selector + "{" + fmt.Sprintf(format, args...) + "}")
	}
	rule(".paper", "fill:%s;stroke:none", p.paper)
	rule(".panel,.box", "fill:%s;stroke:%s", p.panel, p.line)
	rule(".box", "fill:%s", p.paper)
	rule("text", "fill:%s", p.ink)
	rule(".muted", "fill:%s", p.muted)
	rule("path", "stroke:%s", p.muted)
	rule(".head", "fill:%s;stroke:none", p.muted)
	rule(".changed", "fill:%s;stroke:none", p.changed)
	rule(".bar", "fill:%s", p.paper)
	for i, x := range [2]string{"a", "b"} {
		rule("text."+x, "fill:%s", p.threads[i])
		rule("path."+x+",rect."+x, "stroke:%s", p.threads[i])
		rule(".head."+x, "fill:%s;stroke:none", p.threads[i])
		rule(".tint."+x, "fill:%s;stroke:none", p.tints[i])
	}
	rule("text.race", "fill:%s", p.race)
	rule("path.race,rect.race", "stroke:%s", p.race)
	rule(".head.race", "fill:%s;stroke:none", p.race)
	rule(".tint.race", "fill:%s;stroke:none", p.raceTint)
	return b.String()
}
