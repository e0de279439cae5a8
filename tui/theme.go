package tui

import (
	"fmt"
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"

	"wobbly/semantics"
)

// Theme is a choice of colours.
type Theme string

// The themes. Auto is Dark or Light, as the terminal's background is.
const (
	Auto         Theme = "auto"
	Light        Theme = "light"
	Dark         Theme = "dark"
	HighContrast Theme = "high-contrast"
	ColourBlind  Theme = "colour-blind"
	NoColours    Theme = "none"
)

// Themes lists the themes in the order in which a key goes round them.
var Themes = []Theme{Auto, Light, Dark, HighContrast, ColourBlind, NoColours}

// ParseTheme is the theme of a name; the empty name is Auto's.
func ParseTheme(name string) (Theme, error) {
	if name == "" {
		return Auto, nil
	}
	for _, t := range Themes {
		if string(t) == name {
			return t, nil
		}
	}
	return Auto, fmt.Errorf("there is no theme %q; the themes are auto, light, dark, high-contrast, colour-blind and none", name)
}

// look is how a piece of text looks: what it is, and its weight. It says nothing
// that the text does not say.
type look uint8

// What a piece of text can be. All drawing names one of these; the themes alone
// know colours.
const (
	lookPlain   look = iota
	lookFaint        // of less interest: what is behind us, borders
	lookA            // thread A's
	lookB            // thread B's
	lookRace         // a race, and nothing else
	lookChanged      // by the last move
	lookLock         // the lock
	lookKey          // a key to press
	lookComment      // in code
	lookGood         // reached, checked
	looks            // how many there are

	strong  look = 0x20 // heavier
	inverse look = 0x40 // highlighted
)

// of is the look of a thread's own.
func of(i semantics.Tid) look { return lookA + look(i) }

// theme is what a terminal has to be told for each look.
type theme struct {
	before, after [0x80]string
}

// palette is the colours of the looks of a theme; nil leaves the terminal's
// own.
type palette [looks]color.Color

var palettes = map[Theme]palette{
	Dark: {
		lookFaint: lipgloss.Color("#949494"), lookA: lipgloss.Color("#5fafff"), lookB: lipgloss.Color("#ffaf5f"),
		lookRace: lipgloss.Color("#ff5f5f"), lookChanged: lipgloss.Color("#ffffaf"), lookLock: lipgloss.Color("#d7afff"),
		lookKey: lipgloss.Color("#87d7d7"), lookComment: lipgloss.Color("#949494"), lookGood: lipgloss.Color("#87d787"),
	},
	Light: {
		lookFaint: lipgloss.Color("#6c6c6c"), lookA: lipgloss.Color("#005faf"), lookB: lipgloss.Color("#af5f00"),
		lookRace: lipgloss.Color("#d70000"), lookChanged: lipgloss.Color("#5f5f00"), lookLock: lipgloss.Color("#8700af"),
		lookKey: lipgloss.Color("#005f5f"), lookComment: lipgloss.Color("#6c6c6c"), lookGood: lipgloss.Color("#005f00"),
	},
	HighContrast: {
		lookA: lipgloss.BrightBlue, lookB: lipgloss.BrightYellow, lookRace: lipgloss.BrightRed,
		lookChanged: lipgloss.BrightWhite, lookLock: lipgloss.BrightMagenta, lookKey: lipgloss.BrightCyan, lookGood: lipgloss.BrightGreen,
	},
	// Blue and orange are the pair that all common kinds of colour blindness
	// keep apart; a race is told by inverse letters there.
	ColourBlind: {
		lookFaint: lipgloss.Color("#8a8a8a"), lookA: lipgloss.Color("#0087ff"), lookB: lipgloss.Color("#e69f00"),
	},
	NoColours: {},
}

// newTheme makes a theme. dark is the terminal's background, for Auto.
func newTheme(name Theme, dark bool) *theme {
	if name == Auto {
		name = Light
		if dark {
			name = Dark
		}
	}
	t := &theme{}
	for l := range look(len(t.before)) {
		t.before[l], t.after[l] = sequences(styleOf(name, l))
	}
	return t
}

// styleOf is the style of a look.
func styleOf(name Theme, l look) lipgloss.Style {
	s := lipgloss.NewStyle()
	is := l &^ (strong | inverse)
	if is >= looks {
		return s
	}
	if c := palettes[name][is]; c != nil {
		s = s.Foreground(c)
	}
	heavy := is == lookRace || is == lookChanged || l&strong != 0 || name == HighContrast && is != lookPlain && is != lookFaint
	light := is == lookFaint || is == lookComment
	return s.Bold(heavy).Faint(light && !heavy && name != HighContrast && name != Dark && name != Light).
		Reverse(l&inverse != 0 || is == lookRace && name == ColourBlind)
}

// sequences are what a style puts before and after a text.
func sequences(s lipgloss.Style) (before, after string) {
	before, after, _ = strings.Cut(s.Render("x"), "x")
	return before, after
}

// write writes cells of one look.
func (t *theme) write(b *strings.Builder, l look, row []cell) {
	b.WriteString(t.before[l])
	for _, c := range row {
		b.WriteString(c.text)
	}
	b.WriteString(t.after[l])
}
