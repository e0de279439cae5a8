package screen

import "wobbly/tui/draw"

// KeysOf returns the binding of a layer that shows all its keys.
func KeysOf(h Host) Binding {
	return Binding{Keys: []string{"?"}, Help: "all keys of this", Do: Does(h.Help)}
}

// RefuseKey answers a key that a layer does not have: it says how to close the layer.
func RefuseKey(h Host, text string) {
	if text != "" {
		h.Refuse("Esc closes this first; ? shows the keys here.")
	}
}

// Cover blanks the screen below a layer and returns the canvas for the layer: all rows
// except those that say why something was refused.
func Cover(h Host, c draw.Canvas) draw.Canvas {
	c.Fill(draw.Plain, " ")
	return aboveRefusal(h, c)
}

// maxRefusal limits the rows for a refusal.
const maxRefusal = 3

// aboveRefusal draws in the last rows why something was refused, and returns the rows above.
// Layers need it because they cover the status line.
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
