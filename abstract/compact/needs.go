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
	tries   *tries
	spoils  touch              // the touches that count as writes
	unmet   int32              // a need that no access meets
	numbers map[needed]nodeKey // nil in the modes Figure7 and NoWB
	keyed   []needed           // by key
}

// needed is what a key stands for.
type needed struct {
	n    nodeID
	need int32
}

func newNeeds(a *Analysis) needs {
	ns := needs{tries: a.tries, spoils: a.form.spoils, unmet: 2}
	if a.form.ownFields {
		ns.numbers = map[needed]nodeKey{}
		for _, own := range a.own {
			ns.unmet = max(ns.unmet, own+1)
		}
	}
	return ns
}

func (ns *needs) key(n nodeID, need int32) nodeKey {
	if ns.numbers == nil {
		return nodeKey(n)<<1 | nodeKey(need>>1)
	}
	x := needed{n, need}
	k, ok := ns.numbers[x]
	if !ok {
		k = nodeKey(len(ns.keyed))
		ns.keyed = append(ns.keyed, x)
		ns.numbers[x] = k
	}
	return k
}

func (ns *needs) node(k nodeKey) nodeID {
	if ns.numbers == nil {
		return nodeID(k >> 1)
	}
	return ns.keyed[k].n
}

func (ns *needs) need(k nodeKey) int32 {
	if ns.numbers == nil {
		return int32(k&1) << 1
	}
	return ns.keyed[k].need
}

// accesses calls visit with the sites that are accessed at the node of a key, by lock level.
func (ns *needs) accesses(k nodeKey, visit func(lock uint32, set setID)) {
	ns.tries.levels(ns.tries.nodes[ns.node(k)].accs, visit)
}

// next returns the need of a word that is one field longer than one with key k.
func (ns *needs) next(k nodeKey) int32 {
	touched := ns.tries.nodes[ns.node(k)].touch
	switch need := ns.need(k); {
	case need > 0:
		return min(need+1, ns.unmet)
	case touched&ns.spoils != 0:
		return 2
	case touched != 0:
		return 1
	default:
		return 0
	}
}
