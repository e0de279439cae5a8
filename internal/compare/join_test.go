package compare

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/analyzers"
	"wobbly/internal/campaign"
)

// count gives each number in a value the next one.
func count(v reflect.Value, next *uint64) {
	switch v.Kind() {
	case reflect.Uint64:
		*next++
		v.SetUint(*next)
	case reflect.Int64:
		*next++
		v.SetInt(int64(*next))
	case reflect.Pointer:
		count(v.Elem(), next)
	case reflect.Struct:
		for i := range v.NumField() {
			count(v.Field(i), next)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			count(v.Index(i), next)
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			count(v.MapIndex(k), next)
		}
	}
}

// filled returns totals of two analyzers, in which no two numbers are the same.
func filled(next *uint64) *Totals {
	t := NewTotals()
	t.scoreOf("racerdx", 0)
	t.scoreOf("oracle", 0)
	count(reflect.ValueOf(t), next)
	return t
}

// numbers are those of a value, in an order that is the same for values of one form.
func numbers(v reflect.Value) (all []uint64) {
	switch v.Kind() {
	case reflect.Uint64:
		return []uint64{v.Uint()}
	case reflect.Int64:
		return []uint64{uint64(v.Int())}
	case reflect.Pointer:
		return numbers(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			all = append(all, numbers(v.Field(i))...)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			all = append(all, numbers(v.Index(i))...)
		}
	case reflect.Map:
		for _, k := range []string{"oracle", "racerdx"} {
			all = append(all, numbers(v.MapIndex(reflect.ValueOf(k)))...)
		}
	}
	return all
}

// TestPlus checks that adding totals adds each of their numbers.
func TestPlus(t *testing.T) {
	var next uint64
	x, y, sum := filled(&next), filled(&next), NewTotals()
	sum.Plus(x)
	sum.Plus(y)
	left, right := numbers(reflect.ValueOf(x)), numbers(reflect.ValueOf(y))
	got := numbers(reflect.ValueOf(sum))
	if len(got) != len(left) || len(got) < 20 {
		t.Errorf("the sum has %d numbers, a summand has %d; want as many, at least 20", len(got),
			len(left))
	}
	for i := range got {
		if got[i] != left[i]+right[i] {
			t.Errorf("number %d is %d, want the sum of %d and %d", i, got[i], left[i], right[i])
		}
	}
}

// TestLateShard: a shard that is done late counts as if it had been done in its turn, whether or
// not the order matters for what is kept.
func TestLateShard(t *testing.T) {
	want, wantFailures := planted(30).Run(context.Background())
	for name, keep := range map[string]func(*Stretch[*Totals]){
		"in any order": nil, "in order": func(*Stretch[*Totals]) {},
	} {
		s, others := planted(30), make(chan struct{})
		one := s.One
		s.One = func(ctx context.Context, seed uint64) (*Totals, *Failure) {
			switch seed {
			case s.Seed: // the first one waits until the second shard is done
				<-others
			case s.Seed + 2*perShard:
				close(others)
			}
			return one(ctx, seed)
		}
		s.Runner, s.Keep = campaign.Local(2), keep
		got, failures := s.Run(context.Background())
		if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(failures, wantFailures) {
			t.Errorf("%s: %+v, %d failures, want %+v, %d", name, got, len(failures), want,
				len(wantFailures))
		}
	}
}

// TestSeeds: the random choices of an analyzer for a program depend only on the program's seed.
func TestSeeds(t *testing.T) {
	var seeds []uint64
	start := func(_ *il.Core, o analyzers.Options) (analyzers.Run, error) {
		seeds = append(seeds, o.Seed)
		return func(context.Context, il.Pair) (analyzers.Answer, error) {
			return analyzers.Answer{}, nil
		}, nil
	}
	o := options("oracle")
	o.Analyzers = append(o.Analyzers, &analyzers.Analyzer{Name: "plus", Start: start})
	d, _ := gen.FindGenerator("small")
	Draw{Generator: d, Seed: 7, Programs: 3}.Sweep(o).Run(context.Background())
	if !slices.Equal(seeds, []uint64{7, 8, 9}) {
		t.Errorf("the seeds are %d, want 7, 8 and 9", seeds)
	}
}
