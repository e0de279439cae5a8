package compact

// A pair of accesses at a word of k fields is reported if the prefixes of both
// paths with c fields are intact, where c = k - s and s is the smaller number of
// own fields of the two: the fields of the path as it is written at the access
// (Theorem 2; plus.go of package abstract). If the prefix with c fields is
// intact, so are all shorter ones. So there is, for a word from one formal, a
// least number of own fields with which the accesses there can do, its need: no
// matter what access they meet, the pair is reported just if
//
//	max(need1, need2) <= min(own1, own2).
//
// The need is 0 while no prefix of the word is touched. Behind a prefix of j
// fields, the first that is touched, it is k-j, since that prefix itself may be
// captured, or k-j+1 if it is also written, since then it may not.
//
// In mode CommonSuffix the same two needs decide, and all that the paths must have in
// common besides is their last max(need1, need2) fields (suffix.go).
//
// In the modes Figure7 and NoWB a path is stable if none of its proper prefixes
// is touched. That is the same, if all but the last field of every path counts as
// captured (every access has 1 own field), and touching counts as writing.

// nodeKey is a node together with the need of the word that leads there.
type nodeKey uint32

// needs knows what a nodeKey stands for. In the modes Figure7 and NoWB there
// are two needs, and the key has a bit for them; in the others it is a number
// given to each pair of node and need when it is first met.
type needs struct {
	tries  *tries
	spoils touch // what counts as writing
	most   int32 // a need that no access meets
	views  []view
	ids    map[view]nodeKey // nil but in the modes Plus and CommonSuffix
}

// view is a node and a need.
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

// further is the need of the words one field further.
func (s *needs) further(k nodeKey) int32 {
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
