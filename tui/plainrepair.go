package tui

// fix proposes a repair of the present race.
func (p *plainly) fix(string) {
	sites, ok := nextSites(p.s.Pair(), p.s.Now().Config())
	switch remove := p.o.Repair.Remove; {
	case remove == nil:
		p.refuse("Nobody proposes repairs in this session; wobbly fix FILE does.")
	case !ok || !p.s.Now().Races():
		p.refuse(noRaceHere(p.s, "next-race goes", "previous-race goes", "Step on, or begin with --race R1"))
	default:
		p.proposals(remove(p.ctx, p.program.Core, p.s.Pair(), sites))
	}
}

// shrink asks which statements can leave lock regions.
func (p *plainly) shrink(string) {
	if p.o.Repair.Shrink == nil {
		p.refuse("Nobody proposes repairs in this session; wobbly fix FILE does.")
		return
	}
	p.proposals(p.o.Repair.Shrink(p.ctx, p.program.Core))
}

// proposals prints what is proposed.
func (p *plainly) proposals(r Repair, err error) {
	if err != nil {
		p.refuse(sentence(err))
		return
	}
	all := append([]string{r.Title}, r.Text...)
	for n, x := range r.Proposals {
		all = append(all, "Proposal "+itoa(n+1)+" of "+itoa(len(r.Proposals))+": "+x.Title+".")
		all = append(append(append(all, x.Table...), x.Notes...), x.Diff...)
	}
	for _, text := range all {
		if text != "" {
			p.printf("%s", text)
		}
	}
	p.end()
}

// analysis prints what the analysis knows here.
func (p *plainly) analysis(string) {
	o, v := p.o.Analysis, p.s.Now()
	if o.Lines == nil {
		p.refuse("No analysis came with this session; wobbly step FILE brings one.")
		return
	}
	var text []string
	for _, i := range threads {
		x, err := o.Lines(p.ctx, p.program.Core, v.Config().Threads[i].Point.Unit())
		if err != nil {
			p.refuse(sentence(err))
			return
		}
		text = append(text, analysisText(v, i, x)...)
	}
	if sites, ok := nextSites(p.s.Pair(), v.Config()); ok && o.About != nil {
		if x, err := o.About(p.ctx, p.program.Core, p.s.Pair(), sites); err == nil {
			text = append(text, pairText(x)...)
		}
	}
	for _, line := range text {
		p.printf("%s", line)
	}
	p.end()
}
