package picture

import (
	"math"
	"strconv"
	"testing"
)

// TestContrast checks that texts have a contrast of at least 4.5 to 1 with their background, as
// WCAG level AA requires.
func TestContrast(t *testing.T) {
	for name, p := range map[string]palette{"light": light, "dark": dark, "print": grey} {
		pairs := [][2]string{
			{p.ink, p.paper}, {p.ink, p.panel}, {p.ink, p.changed}, {p.ink, p.tints[0]},
			{p.ink, p.tints[1]},
			{p.muted, p.paper}, {p.muted, p.panel}, {p.muted, p.tints[0]}, {p.muted, p.tints[1]},
			{p.muted, p.changed},
			{p.race, p.paper}, {p.race, p.panel}, {p.race, p.raceTint},
		}
		for i := range p.threads {
			for _, ground := range []string{p.paper, p.panel, p.tints[i], p.changed} {
				pairs = append(pairs, [2]string{p.threads[i], ground})
			}
		}
		for _, c := range pairs {
			if r := contrast(t, c[0], c[1]); r < 4.5 {
				t.Errorf("%s: %s on %s has a contrast of %.2f, want at least 4.5", name, c[0],
					c[1], r)
			}
		}
	}
}

// contrast returns the contrast ratio of two colours as the WCAG defines it.
func contrast(t *testing.T, a, b string) float64 {
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// luminance returns the relative luminance of a colour as the WCAG defines it.
func luminance(t *testing.T, colour string) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		c := float64(n) / 255
		if c <= 0.04045 {
			sum += weight * c / 12.92
		} else {
			sum += weight * math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return sum
}
