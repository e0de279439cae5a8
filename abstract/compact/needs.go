package compact

// A pair of accesses at a word of k fields is reported if the prefixes of both paths with c fields
// are intact, where c = k - s and s is the smaller of their numbers of own fields, those of the
// path as it is written at the access (Theorem 2; plus.go of package abstract). If the prefix with
// c fields is intact, so are all shorter ones. So a word from one formal has a need, the least
// number of own fields that an access there must have. The pair is reported if and only if
//
//	max(need1, need2) <= min(own1, own2).
//
// The need is 0 while no prefix of the word is touched. After the first touched prefix, of j
// fields, it is k-j, since that prefix itself may be captured; or k-j+1 if it is also written,
// since then it may not.
//
// In the modes Figure7 and NoWB a path is stable if none of its proper prefixes is touched. This is
// the special case in which each access has 1 own field and every touch is a write.

// nodeKey is a node together with the need of the word that leads there.
type nodeKey uint32

// needs assigns keys. In the modes Figure7 and NoWB there are two needs, 0 and 2, and the key has a
// bit for them; in the others, pairs of node and need are numbered as they are met.
type needs struct {
	tries  *tries
	spoils touch // what counts as writing
	most   int32 // a need that no access meets
	views  []view
	ids    map[view]nodeKey // nil in the modes Figure7 and NoWB
}

type view struct {
	n    nodeID
	need int32
}

func newNeeds(a *Analysis) needs {
	s := needs{tries: a.tries, spoils: a.form.spoils, most: 2}
	if a.form.ownFields {
		s.ids = map[view]nodeKey{}
		for _, own := range a.own {
			s.most = max(s.most, own+1)
		}
	}
	return s
}

func (s *needs) key(n nodeID, need int32) nodeKey {
	if s.ids == nil {
		return nodeKey(n)<<1 | nodeKey(need>>1)
	}
	v := view{n, need}
	k, ok := s.ids[v]
	if !ok {
		k = nodeKey(len(s.views))
		s.views = append(s.views, v)
		s.ids[v] = k
	}
	return k
}

func (s *needs) node(k nodeKey) nodeID {
	if s.ids == nil {
		return nodeID(k >> 1)
	}
	return s.views[k].n
}

func (s *needs) of(k nodeKey) int32 {
	if s.ids == nil {
		return int32(k&1) << 1
	}
	return s.views[k].need
}

func (s *needs) accesses(k nodeKey, visit func(lock uint32, set setID)) {
	s.tries.levels(s.tries.nodes[s.node(k)].accs, visit)
}

// next returns the need of words with one field more.
func (s *needs) next(k nodeKey) int32 {
	touched := s.tries.nodes[s.node(k)].touch
	switch need := s.of(k); {
	case need > 0:
		return min(need+1, s.most)
	case touched&s.spoils != 0:
		return 2
	case touched != 0:
		return 1
	default:
		return 0
	}
}
