package screen

import "wobbly/tui/draw"

// KeysOf is the key of a layer that shows all its keys.
func KeysOf(h Host) Binding {
	return Binding{Keys: []string{"?"}, Help: "all keys of this", Do: Does(h.Help)}
}

// RefuseKey says of a key that a layer does not know how to leave the layer.
func RefuseKey(h Host, text string) {
	if text != "" {
		h.Refuse("Esc closes this first; ? shows the keys here.")
	}
}

// Cover blanks what is below a layer, and gives the room for it: all rows, but for those that say
// why something was not done.
func Cover(h Host, c draw.Canvas) draw.Canvas {
	c.Fill(draw.Plain, " ")
	return aboveRefusal(h, c)
}

// maxRefusal is how many rows are taken at most to say why something was not done.
const maxRefusal = 3

// aboveRefusal draws in the last rows why something was not done, and gives those above. A layer
// covers the status line, where it would stand.
func aboveRefusal(h Host, c draw.Canvas) draw.Canvas {
	text, refused := h.Status()
	if !refused {
		return c
	}
	lines := draw.Cut(draw.Wrap(text, c.W-2), maxRefusal, c.W-2)
	rest := c.Part(0, 0, c.W, c.H-len(lines))
	for n, line := range lines {
		row := c.Row(rest.H + n)
		row.Fill(draw.Plain, " ")
		row.Text(0, 0, draw.Plain|draw.Strong, []string{"! ", "  "}[min(n, 1)]+line)
	}
	return rest
}
