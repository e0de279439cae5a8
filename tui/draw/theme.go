package draw

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"

	"wobbly/semantics"
)

// A Theme is the name of a set of colours.
type Theme string

// The themes. Auto is Dark or Light, depending on the terminal's background.
const (
	Auto         Theme = "auto"
	Light        Theme = "light"
	Dark         Theme = "dark"
	HighContrast Theme = "high-contrast"
	colourBlind  Theme = "colour-blind"
	NoColours    Theme = "none"
)

// Themes lists the themes in the order of the key t.
var Themes = []Theme{Auto, Light, Dark, HighContrast, colourBlind, NoColours}

// Style is the meaning of a text, and its weight.
type Style uint8

// The kinds of text, and the weights.
const (
	Plain   Style = iota
	Faint         // of less interest: the past, borders
	ThreadA       // of thread A
	ThreadB       // of thread B
	Race          // a race, and nothing else
	Changed       // what the last move changed
	Lock          // the lock
	Key           // a key to press
	Comment       // a comment in code
	Good          // what is reached or checked
	styles        // the number of kinds

	Strong  Style = 0x20 // heavier
	Inverse Style = 0x40 // highlighted
)

// Thread returns the style of a thread.
func Thread(i semantics.Tid) Style { return ThreadA + Style(i) }

// Colours has the escape sequences before and after a text of each style.
type Colours struct {
	before, after [2 * Inverse]string
}

// palette has the colours of the styles; nil is the terminal's own colour.
type palette [styles]color.Color

var palettes = map[Theme]palette{
	Dark: {
		Faint: lipgloss.Color("#949494"), ThreadA: lipgloss.Color("#5fafff"),
		ThreadB: lipgloss.Color("#ffaf5f"),
		Race:    lipgloss.Color("#ff5f5f"), Changed: lipgloss.Color("#ffffaf"),
		Lock: lipgloss.Color("#d7afff"),
		Key:  lipgloss.Color("#87d7d7"), Comment: lipgloss.Color("#949494"),
		Good: lipgloss.Color("#87d787"),
	},
	Light: {
		Faint: lipgloss.Color("#6c6c6c"), ThreadA: lipgloss.Color("#005faf"),
		ThreadB: lipgloss.Color("#af5f00"),
		Race:    lipgloss.Color("#d70000"), Changed: lipgloss.Color("#5f5f00"),
		Lock: lipgloss.Color("#8700af"),
		Key:  lipgloss.Color("#005f5f"), Comment: lipgloss.Color("#6c6c6c"),
		Good: lipgloss.Color("#005f00"),
	},
	HighContrast: {
		ThreadA: lipgloss.BrightBlue, ThreadB: lipgloss.BrightYellow, Race: lipgloss.BrightRed,
		Changed: lipgloss.BrightWhite, Lock: lipgloss.BrightMagenta, Key: lipgloss.BrightCyan,
		Good: lipgloss.BrightGreen,
	},
	// People with any common kind of colour blindness can distinguish blue and orange. A race
	// has inverse letters instead of a colour.
	colourBlind: {
		Faint: lipgloss.Color("#8a8a8a"), ThreadA: lipgloss.Color("#0087ff"),
		ThreadB: lipgloss.Color("#e69f00"),
	},
	NoColours: {},
}

// NewColours returns the colours of a theme. dark describes the background, for Auto.
func NewColours(name Theme, dark bool) *Colours {
	if name == Auto {
		name = Light
		if dark {
			name = Dark
		}
	}
	t := &Colours{}
	for style := range Style(len(t.before)) {
		before, after, _ := strings.Cut(lipglossStyle(name, style).Render("x"), "x")
		t.before[style], t.after[style] = before, after
	}
	return t
}

// lipglossStyle returns the look of a style in a theme, which must not be Auto.
func lipglossStyle(name Theme, style Style) lipgloss.Style {
	s := lipgloss.NewStyle()
	kind := style &^ (Strong | Inverse)
	if kind >= styles {
		return s
	}
	if c := palettes[name][kind]; c != nil {
		s = s.Foreground(c)
	}
	bold := kind == Race || kind == Changed || style&Strong != 0 ||
		name == HighContrast && kind != Plain && kind != Faint
	hasGrey := name == HighContrast || name == Dark || name == Light
	faint := (kind == Faint || kind == Comment) && !bold && !hasGrey
	inverse := style&Inverse != 0 || kind == Race && name == colourBlind
	return s.Bold(bold).Faint(faint).Reverse(inverse)
}
