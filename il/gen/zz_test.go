package gen

import (
	"testing"
	"time"

	"wobbly/abstract"
	"wobbly/il/check"
)

func TestShare(t *testing.T) {
	for name, f := range map[string]func(*Options){
		"0 base":     func(o *Options) {},
		"1 stm10":    func(o *Options) { o.Statements = 10 },
		"2 threads2": func(o *Options) { o.Statements = 10; o.Threads = .25 },
		"3 more":     func(o *Options) { o.Statements = 10; o.Threads = .25; o.LocalRoot = .1; o.Copy = .03; o.Sugar = .1; o.Longer = .15 },
		"4 lessfml":  func(o *Options) { o.Statements = 10; o.Threads = .25; o.LocalRoot = .1; o.Copy = .03; o.Sugar = .1; o.Longer = .15; o.Reassign = .02; o.PrefixArg=.08; o.Store=.65 },
		"5 ":  func(o *Options) { o.Statements = 10; o.Threads = .25; o.LocalRoot = .1; o.Copy = .04; o.Sugar = .1; o.Longer = .2; o.Reassign = .02; o.PrefixArg=.08; o.Store=.65 },
	} {
	for _, threads := range []float64{0, 1, -1} {
		n, races, ws, stmts, clean := 0, 0, 0, 0, 0
		var per []int
		for seed := range uint64(4000) {
			o := Default()
			if threads >= 0 {
				o.Threads = threads
			}
			f(&o)
			if threads >= 0 {o.Threads = threads}
			p := Program(Rand(seed), o)
			stmts += Measure(p).Statements
			c, errs := check.Program(p, check.Options{})
			if len(errs) > 0 {
				t.Fatal(errs, p.Source.Text)
			}
			sums, _ := abstract.Summaries(c, abstract.Options{})
			n++
			hit := 0
			filt := 0
			for _, pair := range c.Pairs() {
				for _, r := range abstract.Reports(pair, sums, abstract.Options{}) {
					if r.Race {
						hit++
					} else {
						filt++
					}
				}
			}
			if hit > 0 {
				races++
			}
			if filt > 0 {
				ws++
			}
			if hit == 0 && filt == 0 {
				clean++
			}
			per = append(per, hit)
		}
		t.Log(name, threads, "share", float64(races)/float64(n), "filtered", float64(ws)/float64(n), "stmts", float64(stmts)/float64(n), "clean", clean)
	}
	}
}
func TestLargeTime(t *testing.T) {
	s := time.Now()
	x := Large(1000000, 10, 1)
	t.Log(time.Since(s), len(x))
	t.Log(x[:1500])
}
