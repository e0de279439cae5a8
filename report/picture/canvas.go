package picture

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"wobbly/internal/slice"
	"wobbly/report"
)

// slot identifies a part of a picture: a layer, and two numbers within it. Groups are drawn in the
// order of their slots. If a part does not change from one state to the next, neither does its
// group.
type slot [3]int

// The layers of a picture, from the back to the front.
const (
	layerHeader = iota
	layerCode
	layerFrames
	layerObjects
	layerArrows
	layerTrace
)

// A canvas collects the groups of a picture.
type canvas struct {
	groups map[slot]*group
}

func newCanvas() *canvas { return &canvas{groups: map[slot]*group{}} }

// group returns the group of a slot, creating it if necessary.
func (c *canvas) group(s slot) *group {
	g := c.groups[s]
	if g == nil {
		g = &group{}
		c.groups[s] = g
	}
	return g
}

func sortedSlots[T any](all map[slot]T) []slot {
	list := make([]slot, 0, len(all))
	for s := range all {
		list = append(list, s)
	}
	slice.Sort(list, compareSlots)
	return list
}

func compareSlots(a, b slot) int {
	return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]), cmp.Compare(a[2], b[2]))
}

// group is a <g> of an SVG picture. Its methods escape texts and names, but not classes and path
// data, which never come from outside.
type group struct{ strings.Builder }

// String returns the complete element.
func (g *group) String() string { return "<g>" + g.Builder.String() + "</g>" }

func escape(s string) string {
	var b strings.Builder
	// Writing to a Builder never fails.
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		panic(err)
	}
	return b.String()
}

// rect draws a rectangle. attributes is empty or begins with a space.
func (g *group) rect(b box, class, attributes string) {
	fmt.Fprintf(g, `<rect x="%d" y="%d" width="%d" height="%d" class="%s"%s/>`, b.x, b.y, b.w, b.h,
		class, attributes)
}

// text writes a text in the row that begins at y: to the left of x if the class has the word
// end, and to the right otherwise.
func (g *group) text(x, y int, class, s string) {
	if s == "" {
		return
	}
	words := strings.Fields(class)
	width, attributes := px(s), ""
	if slices.Contains(words, "title") {
		width = titleCell * cells(s)
	}
	if slices.Contains(words, "end") {
		attributes = ` text-anchor="end"`
	}
	if strings.ContainsFunc(s, func(r rune) bool { return r > '~' }) {
		attributes += fmt.Sprintf(` textLength="%d" lengthAdjust="spacingAndGlyphs"`, width)
	}
	if class != "" {
		class = ` class="` + class + `"`
	}
	fmt.Fprintf(g, `<text x="%d" y="%d"%s%s>%s</text>`, x, y+rise, class, attributes, escape(s))
}

func (g *group) path(d, class string) { fmt.Fprintf(g, `<path d="%s" class="%s"/>`, d, class) }

type box struct{ x, y, w, h int }

func (b box) right() int { return b.x + b.w }

func (b box) bottom() int { return b.y + b.h }

// write writes the picture as a complete SVG document.
func (c *canvas) write(w io.Writer, o Options, width, height int, title, description string) error {
	var b strings.Builder
	fmt.Fprintf(&b,
		`<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" width="%d" height="%d" `+
			`viewBox="0 0 %d %d" role="img" aria-labelledby="title desc">`,
		width, height, width, height)
	fmt.Fprintf(&b,
		"\n<title id=\"title\">%s</title>\n<desc id=\"desc\">%s</desc>\n<style>%s</style>\n",
		escape(report.Visible(title)), escape(report.Visible(description)), o.Theme.css("svg"))
	fmt.Fprintf(&b, `<rect width="%d" height="%d" class="paper"/>`+"\n", width, height)
	for _, s := range sortedSlots(c.groups) {
		b.WriteString(c.groups[s].String())
		b.WriteByte('\n')
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}
