package engine

import (
	"fmt"
	"strconv"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/theorem"
)

// openClaim judges a refuted claim again and opens a session where its accesses are next, or where
// the message says.
func (c *call) openClaim(p openAsk) (view, error) {
	if p.Pair != "" || p.Heap != "" || p.Race != "" || p.Sites != "" {
		return view{}, refuse("message",
			"a claim says where a session begins: only a schedule can be given with it")
	}
	core, err := p.load(c, p.Strict)
	if err != nil {
		return view{}, p.Claim.illegal(err)
	}
	seed, err := strconv.ParseUint(p.Claim.Seed, 10, 64)
	if err != nil {
		return view{}, refuse("message", "the seed of a claim is a number")
	}
	refuted := ask.Refuted{
		Statement: p.Claim.Statement, Without: p.Claim.Without, Switch: p.Claim.Switch, Seed: seed,
	}
	judged, err := refuted.Judge(core)
	if err != nil {
		return view{}, err
	}
	claim := claimOf(core, *p.Claim, judged)
	if p.Schedule != "" || judged.Accesses == nil {
		return c.openAt(p, core, claim)
	}
	m, err := ask.Meet(c.ctx, core, *judged.Accesses)
	if err != nil {
		return view{}, err
	}
	x, err := c.h.add(m.Session, core.Source.Name, met(m, judged))
	if err != nil {
		return view{}, err
	}
	x.claim = claim
	return c.view(x, p.Theme)
}

// illegal explains why a program cannot be stepped, if it violates an assumption because the claim
// has switched that off; err is why it could not be loaded.
func (a *claimAsk) illegal(err error) error {
	s, _ := theorem.FindSwitch(a.Switch)
	p := problemOf(err)
	if s == nil || s.Off.Tolerate == 0 || p.Exit != ask.ExitIllegal {
		return err
	}
	x := *p
	x.Message = fmt.Sprintf(
		"with %s off programs need not be legal, and this one is not, so it cannot be stepped: %s",
		s.Name, p.Message)
	return &refusal{x}
}

// met describes the state at which the session of a claim was opened.
func met(m *ask.Meeting, claim *ask.FalseClaim) string {
	a, b := m.Next[0], m.Next[1]
	switch {
	case m.Races && claim.Switch != nil:
		return fmt.Sprintf(
			"By the rules of IL both accesses race, as here; with %s off they do not.",
			claim.Switch.Name)
	case m.Races:
		return "Both accesses are next here, and they race."
	case a && b:
		return "Both accesses are next here, and they do not race."
	}
	text := "No execution reaches a state in which both accesses are next."
	if m.Cut {
		text = "No state in which both accesses are next was found within the bounds of the search."
	}
	switch {
	case a:
		text += " Here A's is."
	case b:
		text += " Here B's is."
	}
	return text
}

func claimOf(core *il.Core, ask claimAsk, x *ask.FalseClaim) *claimView {
	v := &claimView{
		Ask: ask, Statement: x.Statement.Name, Title: x.Statement.Title, Without: list(ask.Without),
		Instance: x.Instance, Why: x.Why, Accesses: []claimAccess{},
	}
	if x.Switch != nil {
		v.Without, v.Off = []string{x.Switch.Name}, x.Switch.Text
	}
	if x.Accesses == nil {
		return v
	}
	units := [2]*il.Unit{x.Accesses.Units.Left, x.Accesses.Units.Right}
	for i, site := range x.Accesses.Sites {
		end := statementEnd(core.Source, site.At)
		row := accessRow{
			span: spanOf(core.Source, site.At, end), At: core.Source.At(site.At),
			Unit: units[i].Name, Text: core.Source.Text[site.At:end],
		}
		v.Accesses = append(v.Accesses, claimAccess{
			accessRow: row, Thread: threads[i], Kind: site.Kind.String(),
		})
	}
	return v
}
