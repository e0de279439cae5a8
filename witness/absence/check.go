package absence

import (
	"context"
	"errors"
	"fmt"

	"wobbly/il"
)

// A Certificate is evidence that two accesses never race: what is said in the package comment.
type Certificate struct {
	Units   [2]string  // names
	Sites   [2]il.Site // of thread A and of thread B
	threads [2]threadInvariant
}

// threadInvariant is what a certificate says of a thread.
type threadInvariant struct {
	relies cells    // what the other thread stores into cells of objects that are not private
	loops  []*state // for each loop in the order in which the walk meets it
}

// A Refusal says why a certificate is not accepted.
type Refusal string

func (r Refusal) Error() string { return string(r) }

// ErrRecursive says that a program has methods that call themselves. No certificate is accepted.
var ErrRecursive = errors.New("methods that call themselves have no certificate")

// Check returns nil if the certificate proves that its accesses never race. The error is a Refusal,
// ErrRecursive, that of ctx, or says that the program is too large.
func Check(ctx context.Context, core *il.Core, c *Certificate) error {
	if core.Recursive {
		return ErrRecursive
	}
	var pair il.Pair
	for i, to := range []**il.Unit{&pair.Left, &pair.Right} {
		for _, u := range core.Units {
			if u.Name == c.Units[i] && core.IsUnitOfPairs(u) {
				*to = u
			}
		}
		if *to == nil {
			return Refusal(fmt.Sprintf("the program has no thread that runs %q", c.Units[i]))
		}
	}
	p := newProgram(core, pair)
	var accesses [2]il.Access
	for i, s := range c.Sites {
		stmt, ok := core.AccessAt(s)
		if !ok {
			return Refusal("a site of the certificate is no access")
		}
		accesses[i], _ = il.AccessOf(stmt)
	}
	if !accesses[0].Conflicts(accesses[1]) {
		return nil // the text alone shows it
	}
	var walkers [2]*walker
	for i := range walkers {
		claims := c.threads[i].loops
		walkers[i] = &walker{program: p, ctx: ctx, thread: i, relies: c.threads[i].relies}
		walkers[i].loop = func(w *walker, l *il.While, s *state, locked bool) (*state, error) {
			if len(claims) == 0 {
				return nil, Refusal("the certificate has too few loops")
			}
			claim := claims[0]
			claims = claims[1:]
			if !s.within(claim) {
				return nil, Refusal(fmt.Sprintf("the state before the loop at %s is not covered", core.Source.At(l.At)))
			}
			end, err := w.block(l.Body, claim.clone(), locked)
			if err != nil {
				return nil, err
			}
			if !end.within(claim) {
				return nil, Refusal(fmt.Sprintf("the state after an iteration of the loop at %s is not covered", core.Source.At(l.At)))
			}
			return claim.clone(), nil
		}
		if err := walkers[i].walk(); err != nil {
			return err
		}
		if len(claims) > 0 {
			return Refusal("the certificate has too many loops")
		}
	}
	return separated(walkers, c.Sites)
}

// separated returns nil if what two walkers have found keeps two accesses apart. Otherwise the
// error is a Refusal.
func separated(walkers [2]*walker, sites [2]il.Site) error {
	for i, w := range walkers {
		for _, locked := range []bool{false, true} {
			r := w.found[occurrence{sites[i], locked}]
			if r != nil && !r.before.within(walkers[1-i].relies) {
				return Refusal(fmt.Sprintf("thread %c stores more before its access than the other thread relies on", "AB"[i]))
			}
		}
	}
	for _, locked := range [][2]bool{{false, false}, {false, true}, {true, false}} {
		a, b := walkers[0].found[occurrence{sites[0], locked[0]}], walkers[1].found[occurrence{sites[1], locked[1]}]
		if a != nil && b != nil && a.objects.Meets(b.objects) {
			return Refusal("the two accesses may be of one object")
		}
	}
	return nil
}
