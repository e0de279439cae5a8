package hive

import (
	"context"
	"fmt"
	"slices"

	"wobbly/internal/text"
)

// cut is a shard that is done in parts. If several workers did not finish a shard, it may outlast
// them, so its parts are published as tasks, and their documents are joined. The parts depend on
// the shard alone, so a host that continues for another one cuts it in the same way.
//
// Parts are numbered from 1 in messages, and from 0 in the slices here.
type cut struct {
	shards    [][]byte
	documents [][]byte // nil while missing
	seqs      []uint64 // the sequence numbers of the messages that had the documents
	missing   int      // the number of missing documents
	begun     bool     // whether the parts are published instead of the shard
}

// cut returns the parts of shard n, the same for each call, or nil if it cannot be cut.
func (h *host) cut(n uint64, shard []byte) *cut {
	c := h.cuts[n]
	if c == nil {
		parts := h.remote.Parts(shard)
		if parts == nil {
			return nil
		}
		c = &cut{
			shards: parts, documents: make([][]byte, len(parts)), seqs: make([]uint64, len(parts)),
			missing: len(parts),
		}
		h.cuts[n] = c
	}
	return c
}

// tasksOf returns the tasks of a shard whose document is missing: one for the shard, or one for
// each missing part. It returns nil if the shard is not wanted.
func (h *host) tasksOf(n uint64) (all []task) {
	shard, ok := h.log.Wanted(n)
	if !ok {
		return nil
	}
	c := h.cuts[n]
	if c == nil || !c.begun {
		return []task{{N: n, Cut: h.remote.Parts(shard) != nil, Shard: shard}}
	}
	for i, part := range c.shards {
		if c.documents[i] == nil {
			all = append(all, task{N: n, Part: i + 1, Shard: part})
		}
	}
	return all
}

// readPart handles an answer about a part of a shard, or a request to cut a shard.
func (h *host) readPart(ctx context.Context, seq uint64, a answer) {
	shard, wanted := h.log.Wanted(a.N)
	if !wanted {
		c := h.cuts[a.N]
		switch _, known := h.taken[a.N]; {
		case !known:
			h.countBad(a.Worker, fmt.Errorf("shard %d is nobody's", a.N))
		case c != nil && a.Part > 0 && a.Part <= len(c.seqs) && c.seqs[a.Part-1] == seq:
			// This is the same message, after a reconnection.
		case !a.Slow:
			h.progress.Duplicates++
		}
		return
	}
	c := h.cut(a.N, shard)
	if c == nil || a.Part < 0 || a.Part > len(c.shards) || a.Part == 0 != a.Slow {
		h.countBad(a.Worker, fmt.Errorf("shard %d has no part %d", a.N, a.Part))
		return
	}
	if !c.begun {
		h.note(fmt.Sprintf("shard %d is cut into %s: no worker has finished it",
			a.N, text.Count(len(c.shards), "part")))
		c.begun = true
		if !slices.Contains(h.unsent, a.N) {
			h.unsent = append(h.unsent, a.N)
		}
	}
	switch {
	case a.Slow:
	case a.Deadly:
		h.suspects[a.N] = true
	case a.Failed != "":
		h.judge(ctx, a.N, shard, "worker "+text.Name(a.Worker)+" fails")
	default:
		h.enterPart(ctx, shard, seq, a)
	}
}

// enterPart checks and keeps the document of a part. After the last part, it logs the document of
// the shard.
func (h *host) enterPart(ctx context.Context, shard []byte, seq uint64, a answer) {
	c, i := h.cuts[a.N], a.Part-1
	if err := h.remote.Check(c.shards[i], a.Document); err != nil {
		h.countBad(a.Worker, err)
		h.unsent = append(h.unsent, a.N)
		return
	}
	switch {
	case c.documents[i] == nil:
		c.documents[i], c.seqs[i] = a.Document, seq
		c.missing--
	case c.seqs[i] == seq: // the same message, after a reconnection
	case string(c.documents[i]) == string(a.Document):
		h.progress.Duplicates++
	default:
		h.judge(ctx, a.N, shard, "workers contradict each other")
	}
	if c.missing == 0 && !h.judging[a.N] {
		h.progress.Retried++
		h.enter(a.N, shard, record{worker: a.Worker, seq: seq}, h.remote.Join(c.documents))
	}
}
