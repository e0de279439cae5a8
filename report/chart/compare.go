package chart

import (
	"fmt"
	"image/color"
	"io"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"wobbly/report"
)

// The colours of the two bars, which also differ in lightness, for those who see
// no colours.
var (
	recallColor    = color.RGBA{R: 0x1f, G: 0x4e, B: 0x79, A: 0xff}
	precisionColor = color.RGBA{R: 0xf2, G: 0xa9, B: 0x3b, A: 0xff}
)

// The sizes of the picture.
const (
	barWidth  = vg.Length(12)
	perColumn = vg.Length(62)
	height    = vg.Length(330)
)

// Compare draws precision and recall of each analyzer, by the truth that it
// means.
func Compare(w io.Writer, t *report.CompareTotal) error {
	var names []string
	var recall, precision plotter.Values
	for _, s := range t.Analyzers {
		if s.Own {
			names = append(names, s.Analyzer)
			recall = append(recall, share(s.Recall))
			precision = append(precision, share(s.Precision))
		}
	}
	if names == nil {
		return fmt.Errorf("there is nothing to plot: no analyzer was compared")
	}
	p := plot.New()
	p.Title.Text = title(t)
	p.Y.Min, p.Y.Max = 0, 1
	p.Y.Label.Text = "share"
	p.Legend.Top, p.Legend.YOffs = true, vg.Length(24)
	p.NominalX(names...)
	for _, b := range []struct {
		name   string
		values plotter.Values
		color  color.Color
		offset vg.Length
	}{{"precision", precision, precisionColor, -barWidth / 2}, {"recall", recall, recallColor, barWidth / 2}} {
		bars, err := plotter.NewBarChart(b.values, barWidth)
		if err != nil {
			return err
		}
		bars.Color, bars.Offset, bars.LineStyle.Width = b.color, b.offset, 0
		p.Add(bars)
		p.Legend.Add(b.name, bars)
	}
	to, err := p.WriterTo(perColumn*vg.Length(len(names)+1), height, "svg")
	if err != nil {
		return err
	}
	_, err = to.WriteTo(w)
	return err
}

// share is a ratio as report prints it; one that there is not is 0.
func share(text string) float64 {
	x, _ := strconv.ParseFloat(text, 64)
	return x
}

// title says what was compared.
func title(t *report.CompareTotal) string {
	text := fmt.Sprintf("%d programs", t.Programs)
	if t.Random != nil {
		text += fmt.Sprintf(" of the drawing %s from seed %d", t.Random.Drawing, t.Random.Seed)
	}
	return fmt.Sprintf("Precision and recall: %s, %d races by Definition 3.6", text, t.Real)
}
