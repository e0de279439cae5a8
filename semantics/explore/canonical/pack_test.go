package canonical

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"wobbly/internal/quick"
)

// TestPack: values survive a round trip whatever follows their bytes. They take no more bits each
// than the largest, or in the sparse form hardly more than those that are not 0.
func TestPack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var buffer []byte
	sparse := 0
	for range quick.Cases(200_000) {
		values := make([]byte, r.IntN(300))
		few := r.IntN(3) == 0
		w := 1 + r.IntN(8)
		for i := range values {
			if !few || r.IntN(40) == 0 {
				values[i] = byte(r.IntN(1 << w))
			}
		}
		old := bytes.Clone(values)
		out := pack([]byte{7, 7}, values)
		if out[0] != 7 || out[1] != 7 || !bytes.Equal(values, old) {
			t.Fatalf("pack changed the bytes before its output to %v, or the values to %v", out[:2],
				values)
		}
		if limit := 1 + (len(values)*w+7)/8; len(out)-2 > limit {
			t.Fatalf("%d bytes for %d values of %d bits, want at most %d", len(out)-2,
				len(values), w, limit)
		}
		if out[2]&packedSparse != 0 {
			sparse++
		}
		more := append(out, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)
		buffer = unpack(buffer, more[2:len(out):len(out)])
		if !bytes.Equal(buffer, values) {
			t.Fatalf("%v is unpacked as %v", values, buffer)
		}
	}
	if want := quick.Cases(1000); sparse < want {
		t.Errorf("%d in the sparse form, want at least %d", sparse, want)
	}
}

// TestPackLargest: the largest values of each width survive a round trip.
func TestPackLargest(t *testing.T) {
	for w := 1; w <= 8; w++ {
		for n := range 70 {
			values := bytes.Repeat([]byte{byte(1<<w - 1)}, n)
			if got := unpack(nil, pack(nil, values)); !bytes.Equal(got, values) {
				t.Errorf("%v is unpacked as %v", values, got)
			}
		}
	}
}

// TestWidthCount: the multiplication equals the division for all sizes that fit into a state.
func TestWidthCount(t *testing.T) {
	for w := 1; w <= 8; w++ {
		for n := 0; n <= MaxBytes; n++ {
			if got := widths[w].count(n); got != 8*n/w {
				t.Fatalf("%d values of %d bits in %d bytes, want %d", got, w, n, 8*n/w)
			}
		}
	}
}
