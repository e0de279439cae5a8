package chart

import (
	"fmt"
	"image/color"
	"io"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
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
	height    = vg.Length(390)
	slant     = 0.5 // of the names, which may be long
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
	p.Y.Min, p.Y.Max = 0, 1.2 // with room for the legend
	p.Y.Tick.Marker = plot.ConstantTicks{{Value: 0, Label: "0"}, {Value: 0.25, Label: "0.25"}, {Value: 0.5, Label: "0.5"}, {Value: 0.75, Label: "0.75"}, {Value: 1, Label: "1"}}
	p.Y.Label.Text = "share"
	p.Legend.Top, p.Legend.Left = true, true // its letters may be wider than the plot reckons with
	p.NominalX(names...)
	p.X.Tick.Label.Rotation, p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = slant, text.XRight, text.YTop
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
	p.X.Min, p.X.Max = -0.6, float64(len(names))-0.4
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
	what := fmt.Sprintf("%d programs", t.Programs)
	if t.Random != nil {
		what += fmt.Sprintf(" of the drawing %s from seed %d", t.Random.Drawing, t.Random.Seed)
	}
	what = "Precision and recall: " + what
	if t.Real != nil {
		what += fmt.Sprintf(", %d races by Definition 3.6", *t.Real)
	}
	if t.Unordered != nil {
		what += fmt.Sprintf(", %d unordered", *t.Unordered)
	}
	return what
}
