package absence

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"wobbly/il"
)

// A Certificate is evidence that two accesses never race (see the package comment).
type Certificate struct {
	Units [2]string  // the names of the units of thread A and of thread B
	Sites [2]il.Site // the accesses of thread A and of thread B

	// threads is the invariant. The certificates that a Finder makes without a solution of their
	// own share it.
	threads *[2]threadInvariant
}

// threadInvariant is the part of an invariant that is about one thread.
type threadInvariant struct {
	// relies are the stores of the other thread into cells of objects that are not private.
	relies cells
	loops  []*state // the states of the loops, in the order in which the walk meets them
}

// A Refusal is the error of a certificate that is not accepted. It gives the reason.
type Refusal string

func (r Refusal) Error() string { return string(r) }

// ErrRecursive means that a program has recursive methods. No certificate for it is accepted.
var ErrRecursive = errors.New("methods that call themselves have no certificate")

// maxWork is the maximum program.work of checking one certificate, which takes about a minute.
const maxWork = 1 << 30

// A Checker checks the certificates of one program. It is not safe for concurrent use.
type Checker struct {
	core *il.Core
	// walkers have walked through units under the invariant threads, and have found that it holds.
	walkers [2]*walker
	threads *[2]threadInvariant
	units   [2]string
}

// NewChecker returns a Checker for a program.
func NewChecker(core *il.Core) *Checker { return &Checker{core: core} }

// Check returns nil if the certificate proves that its accesses never race. Otherwise the error is
// a Refusal, the error of ctx, or one for which GaveUp is true. Consecutive certificates with the
// same invariant share one walk.
func (k *Checker) Check(ctx context.Context, c *Certificate) error {
	if k.core.Recursive {
		return ErrRecursive
	}
	pair, err := k.pair(c.Units)
	if err != nil {
		return err
	}
	var accesses [2]il.Access
	for i, s := range c.Sites {
		stmt, ok := k.core.AccessAt(s)
		if !ok {
			return Refusal("a site of the certificate is not an access")
		}
		accesses[i], _ = il.AccessOf(stmt)
	}
	if !accesses[0].Conflicts(accesses[1]) {
		return nil // the text alone shows that they do not race
	}
	if c.threads == nil {
		return Refusal("the certificate has no invariant")
	}
	if k.threads != c.threads || k.units != c.Units {
		k.threads = nil
		walkers, err := verify(ctx, newProgram(k.core, pair, maxWork), c.threads)
		if err != nil {
			return err
		}
		k.walkers, k.threads, k.units = walkers, c.threads, c.Units
	}
	return separated(k.walkers, c.Sites)
}

// pair returns the pair of two units. The error is a Refusal.
func (k *Checker) pair(names [2]string) (pair il.Pair, err error) {
	for i, unit := range []**il.Unit{&pair.Left, &pair.Right} {
		for _, u := range k.core.Units {
			if u.Name == names[i] && k.core.IsUnitOfPairs(u) {
				*unit = u
			}
		}
		if *unit == nil {
			return pair,
				Refusal(fmt.Sprintf("the program has no thread that runs %q", brief(names[i])))
		}
	}
	return pair, nil
}

// brief shortens a text of a certificate, which may come from a stranger, for a message.
func brief(s string) string {
	const maxBytes = 40
	if len(s) > maxBytes {
		return s[:maxBytes] + "..."
	}
	return s
}

// GaveUp reports whether Check could not decide because the program is recursive or its states are
// too large. It is false for the error of a context.
func GaveUp(err error) bool { return errors.Is(err, errTooLarge) || errors.Is(err, ErrRecursive) }

// verify walks through both units under an invariant. It returns the walkers if the states of the
// loops are invariants. The error is a Refusal, errTooLarge or that of ctx.
func verify(
	ctx context.Context, p *program, threads *[2]threadInvariant,
) (walkers [2]*walker, err error) {
	for i := range walkers {
		claims := threads[i].loops
		walkers[i] = &walker{program: p, ctx: ctx, thread: i, relies: threads[i].relies}
		walkers[i].loop = func(w *walker, l *il.While, s *state, held il.Level) (*state, error) {
			if len(claims) == 0 {
				return nil, Refusal("the certificate has too few loops")
			}
			claim := claims[0].clone()
			claims = claims[1:]
			uncovered := func(when string) error {
				return Refusal("the state " + when + " the loop at " + p.core.Source.At(l.At) +
					" is not covered")
			}
			if !w.within(s, claim) {
				return nil, uncovered("before")
			}
			end, err := w.block(l.Body, claim.clone(), held)
			if err != nil {
				return nil, err
			}
			if !w.within(end, claim) {
				return nil, uncovered("after an iteration of")
			}
			return claim.clone(), nil
		}
		if err := walkers[i].walk(); err != nil {
			return walkers, err
		}
		if len(claims) > 0 {
			return walkers, Refusal("the certificate has too many loops")
		}
	}
	return walkers, nil
}

// separated returns nil if the results of two walkers keep two accesses apart, otherwise a Refusal.
func separated(walkers [2]*walker, sites [2]il.Site) error {
	for i, w := range walkers {
		for _, r := range w.at(sites[i]) {
			if !r.before.within(walkers[1-i].relies) {
				return Refusal("thread " + "AB"[i:i+1] +
					" stores more before its access than the other thread relies on")
			}
		}
	}
	for l, a := range walkers[0].at(sites[0]) {
		for m, b := range walkers[1].at(sites[1]) {
			if !l.Excludes(m) && a.objects.Meets(b.objects) {
				return Refusal("the two accesses may be to the same object")
			}
		}
	}
	return nil
}

// at yields each occurrence of the access at a site: the locks that are held, and what is known
// there.
func (w *walker) at(s il.Site) iter.Seq2[il.Level, *reached] {
	return func(yield func(il.Level, *reached) bool) {
		for o, r := range w.found {
			if o.site == s && !yield(o.held, r) {
				return
			}
		}
	}
}
