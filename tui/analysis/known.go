package analysis

import (
	"context"

	"charm.land/bubbletea/v2"

	"wobbly/il"
	"wobbly/session/advice"
	"wobbly/tui/screen"
)

// Known caches the answers of the analysis about the open program.
type Known struct {
	h     screen.Host
	o     advice.Analysis
	Units map[*il.Unit]Answer[advice.Unit]
	Pairs map[il.Sites]Answer[advice.Pair]
	busy  bool // a question is under way
}

// Answer is an answer of the analysis, or why there is none.
type Answer[T any] struct {
	About T
	Err   error
}

// NewKnown returns an empty cache.
func NewKnown(h screen.Host, o advice.Analysis) *Known {
	k := &Known{h: h, o: o}
	k.Forget()
	return k
}

// Forget empties the cache, for another program.
func (k *Known) Forget() {
	k.Units, k.Pairs, k.busy = map[*il.Unit]Answer[advice.Unit]{}, map[il.Sites]Answer[advice.Pair]{}, false
}

// There reports whether there is an analysis.
func (k *Known) There() bool { return k.o.Lines != nil }

// Ask asks about units, and about two accesses if sites is not nil, as far as the answers are
// not known. It asks one question at a time.
func (k *Known) Ask(units []*il.Unit, sites *il.Sites) tea.Cmd {
	if k.busy || !k.There() {
		return nil
	}
	core, pair := k.h.Program().Core, k.h.Program().Pair
	for _, u := range units {
		if _, known := k.Units[u]; !known {
			lines := k.o.Lines
			return ask(k, k.Units, u, func(ctx context.Context) (advice.Unit, error) { return lines(ctx, core, u) })
		}
	}
	if sites == nil || k.o.About == nil {
		return nil
	}
	if _, known := k.Pairs[*sites]; known {
		return nil
	}
	about := k.o.About
	return ask(k, k.Pairs, *sites, func(ctx context.Context) (advice.Pair, error) { return about(ctx, core, pair, *sites) })
}

// ask asks a question in the background, and adds the answer to the answers.
func ask[K comparable, T any](k *Known, answers map[K]Answer[T], key K, about func(context.Context) (T, error)) tea.Cmd {
	k.busy = true
	return k.h.Background(func(ctx context.Context) screen.Then {
		x, err := about(ctx)
		return screen.Does(func() { k.busy, answers[key] = false, Answer[T]{x, err} })
	})
}
