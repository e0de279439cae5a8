package chart

import (
	"encoding/xml"
	"fmt"
	"strings"

	"wobbly/internal/text"
	"wobbly/report"
)

// Sizes, in pixels.
const (
	cell      = 8   // a letter
	line      = 20  // a line of text
	margin    = 24  // around everything
	scale     = 48  // left of the plot, for its numbers
	plotH     = 240 // from 0 to 1
	barW      = 26
	barGap    = 6
	groupW    = 92 // of an analyzer
	leastW    = 560
	slantRise = 0.5 // of a slanted name, for each pixel of its length
	swatch    = 12  // of the legend
)

// plot is a bar chart in the making.
type plot struct {
	strings.Builder
	scores        []report.CompareScore
	subject       []string // in lines
	width, height int
	top, bottom   int  // where 1 and 0 are drawn
	slanted       bool // the names are
}

// layOut finds a place for everything.
func layOut(scores []report.CompareScore, subject string) *plot {
	p := &plot{scores: scores, width: max(leastW, 2*margin+scale+groupW*len(scores))}
	longest := 0
	for _, s := range scores {
		longest = max(longest, cell*text.Plain(s.Analyzer))
	}
	names := line
	if p.slanted = longest > groupW-cell; p.slanted {
		names += int(slantRise * float64(longest))
	}
	p.subject = text.Plain.Wrap(subject, (p.width-2*margin)/cell)
	p.top = margin + line*(len(p.subject)+4)
	p.bottom = p.top + plotH
	p.height = p.bottom + names + margin
	return p
}

// text writes a text whose letters stand on y.
func (p *plot) text(x, y int, class, s string) {
	p.slant(x, y, class, "", s)
}

// slant is text with more attributes.
func (p *plot) slant(x, y int, class, attributes, s string) {
	fmt.Fprintf(p, `<text x="%d" y="%d" class="%s"%s>%s</text>`+"\n", x, y, class, attributes, escape(s))
}

func escape(s string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		panic(err) // a Builder never fails
	}
	return b.String()
}

// heading writes the title and what was compared.
func (p *plot) heading() {
	p.text(margin, margin+line-4, "title", heading)
	for i, l := range p.subject {
		p.text(margin, margin+line*(i+2), "muted", l)
	}
}

const heading = "Precision and recall"

// legend says which bar is which.
func (p *plot) legend() {
	x, y := margin+scale, p.top-line-swatch/2
	for _, s := range bars {
		p.rect(x, y-swatch+1, swatch, swatch, s.class)
		p.text(x+swatch+cell, y, "", s.name)
		x += swatch + cell*(len(s.name)+4)
	}
}

func (p *plot) rect(x, y, w, h int, class string) {
	fmt.Fprintf(p, `<rect x="%d" y="%d" width="%d" height="%d" class="%s"/>`+"\n", x, y, w, h, class)
}

// axis draws the scale, with a line across at each of its numbers.
func (p *plot) axis() {
	for i, number := range []string{"0", "0.25", "0.5", "0.75", "1"} {
		y, class := p.bottom-i*plotH/4, "grid"
		if i == 0 {
			class = "axis"
		}
		p.text(margin+scale-cell, y+4, "end muted", number)
		fmt.Fprintf(p, `<path d="M%d %dH%d" class="%s"/>`+"\n", margin+scale, y, p.width-margin, class)
	}
}

// group draws the bars of an analyzer above its name.
func (p *plot) group(i int, s report.CompareScore) {
	middle := margin + scale + i*groupW + groupW/2
	x := middle - barW - barGap/2
	for _, b := range bars {
		p.bar(x, b, s)
		x += barW + barGap
	}
	if !p.slanted {
		p.text(middle, p.bottom+line, "middle", s.Analyzer)
		return
	}
	y := p.bottom + line
	p.slant(middle+cell, y, "end", fmt.Sprintf(` transform="rotate(-30 %d %d)"`, middle+cell, y), s.Analyzer)
}

// bar draws a ratio, with the number above it. Where there is none, nothing was
// reported or nothing was to be found.
func (p *plot) bar(x int, b series, s report.CompareScore) {
	number, h := "-", 0
	if v, ok := share(b.of(s)); ok {
		h = int(v*plotH + 0.5)
		number = strings.TrimSuffix(fmt.Sprintf("%.2f", v), ".00")
	}
	if h > 0 {
		p.rect(x, p.bottom-h, barW, h, b.class)
	}
	p.text(x+barW/2, p.bottom-h-4, "middle small", number)
}

// style is light or dark, as the reader's system prefers.
const style = `svg text{font:13px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;fill:#1b1f24}` +
	`svg .title{font-size:16px;font-weight:bold}svg .small{font-size:10px}svg .end{text-anchor:end}svg .middle{text-anchor:middle}` +
	`svg path{stroke-width:1}svg .muted,svg .small{fill:#57606a}svg .paper{fill:#ffffff}svg .grid{stroke:#e9ecf0}svg .axis{stroke:#57606a}` +
	`svg .p{fill:#e0912f}svg .r{fill:#0059a8}` +
	`@media (prefers-color-scheme:dark){svg text{fill:#e6eaf0}svg .muted,svg .small{fill:#a3adb8}svg .paper{fill:#14181d}` +
	`svg .grid{stroke:#333b45}svg .axis{stroke:#a3adb8}svg .p{fill:#f2ae5b}svg .r{fill:#4a90d9}}`

// document is the complete picture.
func (p *plot) document() string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img" aria-labelledby="title desc">`+"\n", p.width, p.height)
	fmt.Fprintf(&b, "<title id=\"title\">%s</title>\n<desc id=\"desc\">%s</desc>\n<style>%s</style>\n", heading, escape(p.description()), style)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" class="paper"/>`+"\n", p.width, p.height)
	b.WriteString(p.String())
	b.WriteString("</svg>\n")
	return b.String()
}

// description is the picture in words.
func (p *plot) description() string {
	var all []string
	for _, s := range p.scores {
		words := s.Analyzer + ":"
		for _, b := range bars {
			ratio := b.of(s)
			if ratio == "" {
				ratio = "none"
			}
			words += " " + b.name + " " + ratio
		}
		all = append(all, words)
	}
	return strings.Join(all, "; ")
}
