package site

import (
	"bytes"
	"encoding/binary"
)

// withoutLines returns a WebAssembly module of Go without the numbers of lines and the names of
// files, which only the traces of panics print: a twentieth of the compressed module. Names of
// functions stay. A module of an unexpected form is returned unchanged.
//
// The table of functions (runtime.pclntab) begins with a header that has the offsets of its parts.
// Each function of it refers to tables of numbers in pctab. The references to those with files and
// lines are set to 0, for none, and the tables that no other reference needs are cleared.
func withoutLines(module []byte) []byte {
	out := bytes.Clone(module)
	segments, memory, ok := dataOf(out)
	if !ok {
		return module
	}
	at := bytes.Index(memory, pclntabMagic)
	if at < 0 || len(memory)-at < headerSize {
		return module
	}
	table := memory[at:]
	word := func(at int) int { return int(binary.LittleEndian.Uint64(table[at:])) }
	functions, pctab, entries := word(headerFunctions), word(headerPctab), word(headerEntries)
	inOrder := 0 < pctab && pctab < entries
	if !inOrder || functions <= 0 || functions > len(table) || entries+8*functions > len(table) {
		return module
	}
	u32 := func(at int) int { return int(binary.LittleEndian.Uint32(table[at:])) }
	needed := make([]bool, entries-pctab)
	for k := range functions {
		f := entries + u32(entries+8*k+4) // its record: runtime._func
		if f+recordSize > len(table) {
			return module
		}
		refs := []int{u32(f + pcsp)}
		n := u32(f + npcdata)
		if f+recordSize+4*n > len(table) {
			return module
		}
		for i := range n {
			refs = append(refs, u32(f+recordSize+4*i))
		}
		for _, ref := range refs {
			if !need(needed, table[pctab:entries], ref) {
				return module
			}
		}
		clear(table[f+pcfile : f+npcdata])
		clear(table[f+startLine : f+startLine+4])
	}
	for i, keep := range needed {
		if !keep {
			table[pctab+i] = 0
		}
	}
	for _, s := range segments {
		copy(out[s.file:s.file+s.size], memory[s.memory:])
	}
	return out
}

// Offsets in the header of the table of functions, whose words have 8 bytes.
const (
	headerFunctions = 8
	headerPctab     = 56
	headerEntries   = 64
	headerSize      = 72
)

// Offsets in the record of a function. The references to other tables follow it.
const (
	pcsp       = 16
	pcfile     = 20 // and pcln
	npcdata    = 28 // how many references follow
	startLine  = 36
	recordSize = 44
)

// pclntabMagic is the beginning of the table of functions: a magic number of Go 1.20 and later, two
// bytes of 0, the size of an instruction, and that of a pointer.
var pclntabMagic = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// need marks the table of numbers at an offset of pctab: pairs of varints, ended by a 0 instead of
// the first of a pair. It reports whether there is one.
func need(needed []bool, pctab []byte, ref int) bool {
	if ref == 0 {
		return true // there is no table
	}
	i := ref
	for first := true; ; first = false {
		value, n := uvarint(pctab, i)
		if n == 0 {
			return false
		}
		i += n
		if value == 0 && !first {
			break
		}
		if _, n = uvarint(pctab, i); n == 0 {
			return false
		}
		i += n
	}
	for k := ref; k < i; k++ {
		needed[k] = true
	}
	return true
}

// segment is the place in the file and in the memory of a part that a module initialises.
type segment struct{ file, memory, size int }

// dataOf reads the data section of a module: its segments, and the memory that they make.
func dataOf(module []byte) (segments []segment, memory []byte, ok bool) {
	const header, data = 8, 11
	at := header
	number := func() int {
		v, n := uvarint(module, at)
		if n == 0 {
			at = len(module)
		}
		at += n
		return int(v)
	}
	for at < len(module) {
		id := module[at]
		at++
		end := number()
		end += at
		if id != data {
			at = end
			continue
		}
		for range number() {
			// An active segment: 0, i32.const, where, end, then its size and its bytes.
			if at+2 > len(module) || module[at] != 0 || module[at+1] != 0x41 {
				return nil, nil, false
			}
			at += 2
			s := segment{memory: number()}
			at++
			s.size = number()
			s.file = at
			at += s.size
			if at > len(module) || s.memory > maxMemory {
				return nil, nil, false
			}
			segments = append(segments, s)
			if need := s.memory + s.size; need > len(memory) {
				memory = append(memory, make([]byte, need-len(memory))...)
			}
			copy(memory[s.memory:], module[s.file:at])
		}
	}
	return segments, memory, segments != nil
}

// maxMemory is how much memory a module may initialise, in bytes.
const maxMemory = 1 << 28

// uvarint reads an unsigned LEB128 number; n is 0 if there is none.
func uvarint(b []byte, at int) (v uint64, n int) {
	if at < 0 || at >= len(b) {
		return 0, 0
	}
	v, n = binary.Uvarint(b[at:])
	return v, max(n, 0)
}
