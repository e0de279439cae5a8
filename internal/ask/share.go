package ask

import (
	"context"
	"fmt"

	"wobbly/examples"
	"wobbly/il"
	"wobbly/internal/text"
	"wobbly/session"
	"wobbly/session/advice"
	"wobbly/session/schedule"
)

// Language is the version of IL that links carry. It changes when the meaning of a legal program
// changes.
const Language = "1"

// anyRace is the claim that the state is a racing one, whether or not there is a report.
const anyRace = "race"

// Share returns a link to the present state of a session. If there is a race in this state, the
// link claims it, by the number of its report if there is one. name is the program's file or
// example, version that of the tool.
func Share(ctx context.Context, s *session.Session, a advice.Analysis, name,
	version string) schedule.Shared {
	pair := s.Pair()
	x := schedule.Shared{
		Version: schedule.SharedVersion, Tool: version, Language: Language,
		Units:    []string{pair.Left.Name, pair.Right.Name},
		Heap:     session.InitText(s.Core(), pair, s.Init()),
		Schedule: s.Schedule().String(), Claim: claimOf(ctx, s, a),
	}
	x.Name, x.Program, x.Example = textOrExample(name, s.Core().Source.Text)
	return x
}

// ShareText returns the link to a program.
func ShareText(name, text, version string) schedule.Shared {
	x := schedule.Shared{Version: schedule.SharedVersion, Tool: version, Language: Language}
	x.Name, x.Program, x.Example = textOrExample(name, text)
	return x
}

// textOrExample returns the fields of a link for a program: its file and text, or only the name of
// the shipped example with this text.
func textOrExample(name, text string) (file, program, example string) {
	if x, ok := examples.Find(name); ok && x.Text == text {
		return "", "", name
	}
	return name, text, ""
}

// claimOf returns what the link to a state can claim: the report of its next accesses, a race, or
// nothing.
func claimOf(ctx context.Context, s *session.Session, a advice.Analysis) string {
	if !s.Now().Races() {
		return ""
	}
	if sites, ok := s.Now().NextSites(); ok {
		if about, err := a.About(ctx, s.Core(), s.Pair(), sites); err == nil && about.Race &&
			about.ID != "" {
			return about.ID
		}
	}
	return anyRace
}

// ClaimText returns a claim in words: "R1 races at step 7".
func ClaimText(claim string, steps int) string {
	switch claim {
	case "":
		return ""
	case anyRace:
		return fmt.Sprintf("a race after %s, which RacerDX does not report",
			text.Count(steps, "step"))
	default:
		return fmt.Sprintf("%s races after %s", claim, text.Count(steps, "step"))
	}
}

// Followed is the target of a link, with the verdict on the link's claim.
type Followed struct {
	Name    string           // of the program
	Text    string           // of the program
	Session *session.Session // nil if the link has only a program
	Claim   string           // in words; empty for none
	Holds   bool             // whether the claim holds; true if there is none
	Judged  string           // the verdict, a sentence
}

// Follow opens the target of a link and evaluates its claim again. If the program is not legal any
// more or the schedule does not fit, the result still has the program's name and text.
func Follow(ctx context.Context, x schedule.Shared, a advice.Analysis) (Followed, error) {
	f := Followed{Name: x.Name, Text: x.Program, Holds: true}
	if x.Example != "" {
		known, ok := examples.Find(x.Example)
		if !ok {
			return f, refuse("", "the link leads to the example %s, and there is none",
				text.Quote(x.Example))
		}
		f.Name, f.Text = x.Example, known.Text
	}
	if len(x.Units) == 0 {
		return f, nil
	}
	core, err := Load(ctx, il.NewSource(f.Name, f.Text), false)
	if err != nil {
		return f, err
	}
	if len(x.Units) != 2 {
		return f, refuse("", "the link names %s, and two belong together",
			text.Count(len(x.Units), "unit"))
	}
	f.Session, _, err = Opening{
		Pair: x.Units[0] + "," + x.Units[1], Heap: x.Heap, Schedule: x.Schedule,
	}.Open(ctx, core)
	if err != nil {
		f.Session, f.Holds = nil, x.Claim == ""
		return f, err
	}
	if x.Claim != "" {
		f.Claim = ClaimText(x.Claim, f.Session.Now().Steps())
		switch now := claimOf(ctx, f.Session, a); now {
		case x.Claim:
			f.Judged = "Judged again: " + f.Claim + "."
		case "":
			f.Holds, f.Judged = false, "The link claims: "+f.Claim+
				". This wobbly finds no race in this state."
		default:
			f.Holds, f.Judged = false, "The link claims: "+f.Claim+". This wobbly says: "+
				ClaimText(now, f.Session.Now().Steps())+"."
		}
	}
	if x.At != nil {
		f.Session.Go(*x.At)
	}
	return f, nil
}
