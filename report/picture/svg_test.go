package picture

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// element is a rectangle, text, path or circle of a picture.
type element struct {
	name  string
	attrs map[string]string
	text  string
}

// number returns a numeric attribute.
func (e *element) number(t testing.TB, name string) int {
	t.Helper()
	n, err := strconv.Atoi(e.attrs[name])
	if err != nil {
		t.Fatalf("%s of %s: %v", name, e.name, err)
	}
	return n
}

// has reports whether an element is of a class.
func (e *element) has(class string) bool {
	return slices.Contains(strings.Fields(e.attrs["class"]), class)
}

// box returns the space that a rectangle or a text takes.
func (e *element) box(t testing.TB) box {
	if e.name == "rect" {
		return box{e.number(t, "x"), e.number(t, "y"), e.number(t, "width"), e.number(t, "height")}
	}
	b := box{e.number(t, "x"), e.number(t, "y") - rise, px(e.text), row}
	if e.has("title") {
		b.w = titleCell * cells(e.text)
	}
	if e.attrs["text-anchor"] == "end" {
		b.x -= b.w
	}
	return b
}

// drawing is a picture that was read back.
type drawing struct {
	width, height int
	elements      []*element
}

// read reads a picture, which must be well-formed XML.
func read(t testing.TB, svg []byte) drawing {
	t.Helper()
	var d drawing
	var open *element
	for dec := xml.NewDecoder(strings.NewReader(string(svg))); ; {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return d
		}
		if err != nil {
			t.Fatalf("reading the SVG: %v\n%s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local, attrs: map[string]string{}}
			for _, a := range token.Attr {
				e.attrs[a.Name.Local] = a.Value
			}
			switch e.name {
			case "svg":
				d.width, d.height = e.number(t, "width"), e.number(t, "height")
				if want := fmt.Sprintf("0 0 %d %d", d.width, d.height); e.attrs["viewBox"] != want {
					t.Errorf("viewBox %q, want %q", e.attrs["viewBox"], want)
				}
			case "rect", "text", "path", "circle":
				if e.attrs["class"] == "paper" {
					continue
				}
				d.elements = append(d.elements, e)
				open = e
			}
		case xml.CharData:
			if open != nil {
				open.text += string(token)
			}
		case xml.EndElement:
			open = nil
		}
	}
}

// with lists the elements that have an attribute.
func (d drawing) with(attr string) []*element {
	var list []*element
	for _, e := range d.elements {
		if _, ok := e.attrs[attr]; ok {
			list = append(list, e)
		}
	}
	return list
}

// texts lists the texts.
func (d drawing) texts() []*element {
	var list []*element
	for _, e := range d.elements {
		if e.name == "text" {
			list = append(list, e)
		}
	}
	return list
}

// course returns the places that a path passes, close to each other.
func course(t testing.TB, d string) []point {
	t.Helper()
	var at point
	var out []point
	lineTo := func(to point) {
		const n = 16
		for i := range n + 1 {
			out = append(out, point{at.x + (to.x-at.x)*i/n, at.y + (to.y-at.y)*i/n})
		}
		at = to
	}
	for _, c := range commandsOf(t, d) {
		n := c.numbers
		switch c.letter {
		case 'M':
			at = point{n[0], n[1]}
			out = append(out, at)
		case 'H':
			lineTo(point{n[0], at.y})
		case 'h':
			lineTo(point{at.x + n[0], at.y})
		case 'V':
			lineTo(point{at.x, n[0]})
		case 'q':
			// A straight line is close enough.
			lineTo(point{at.x + n[2], at.y + n[3]})
		case 'C':
			p := [4]point{at, {n[0], n[1]}, {n[2], n[3]}, {n[4], n[5]}}
			for i := range 65 {
				out = append(out, bezier(p, float64(i)/64))
			}
			at = p[3]
		default:
			t.Fatalf("the path command %c is unknown", c.letter)
		}
	}
	return out
}

// bezier returns a point of a cubic curve. s is from 0 at its beginning to 1 at its end.
func bezier(p [4]point, s float64) point {
	r := 1 - s
	w := [4]float64{r * r * r, 3 * r * r * s, 3 * r * s * s, s * s * s}
	var x, y float64
	for i, q := range p {
		x, y = x+w[i]*float64(q.x), y+w[i]*float64(q.y)
	}
	return point{int(x), int(y)}
}

// pathCommand is a command of path data.
type pathCommand struct {
	letter  byte
	numbers []int
}

// commandsOf returns the commands of path data.
func commandsOf(t testing.TB, d string) []pathCommand {
	t.Helper()
	var list []pathCommand
	for d != "" {
		end := strings.IndexFunc(d[1:], func(r rune) bool { return r >= 'A' })
		if end < 0 {
			end = len(d) - 1
		}
		c := pathCommand{letter: d[0]}
		for _, f := range strings.Fields(d[1 : 1+end]) {
			n, err := strconv.Atoi(f)
			if err != nil {
				t.Fatal(err)
			}
			c.numbers = append(c.numbers, n)
		}
		list = append(list, c)
		d = d[1+end:]
	}
	return list
}

// overlaps reports whether two boxes have a common point inside.
func (b box) overlaps(c box) bool {
	return b.x < c.right() && c.x < b.right() && b.y < c.bottom() && c.y < b.bottom()
}

// contains reports whether c lies in b.
func (b box) contains(c box) bool {
	return b.x <= c.x && c.right() <= b.right() && b.y <= c.y && c.bottom() <= b.bottom()
}

// grown returns a box with n more pixels on each side.
func (b box) grown(n int) box { return box{b.x - n, b.y - n, b.w + 2*n, b.h + 2*n} }
