package flat

import "testing"

// TestChunks: records are consecutive in chunks whose size is bounded, and chunks are recycled by
// size.
func TestChunks(t *testing.T) {
	chunk, end := -1, 0
	for i := range 5 * maxInChunk {
		at, first := chunkOf(i)
		if i == end {
			chunk, end = chunk+1, end+room(chunk+1)
			if first != i || room(chunk) > maxInChunk {
				t.Fatalf("chunk %d begins at %d, not at %d, and has room for %d", chunk, first, i,
					room(chunk))
			}
		}
		if at != chunk || first != end-room(chunk) {
			t.Fatalf("%d is in chunk %d from %d on; want %d, from %d on", i, at, first, chunk,
				end-room(chunk))
		}
	}
	if room(chunk) != maxInChunk {
		t.Errorf("the last of %d chunks has room for %d, want %d", chunk+1, room(chunk), maxInChunk)
	}
	var p pool
	for i := range chunk {
		if (p.ofChunk(i) == p.ofChunk(i+1)) != (room(i) == room(i+1) && i > 0) {
			t.Errorf("chunks %d and %d have room for %d and %d", i, i+1, room(i), room(i+1))
		}
	}
}
