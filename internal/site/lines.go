package site

import (
	"bytes"
	"encoding/binary"
)

// withoutLines returns a WebAssembly module of Go without line numbers and file names, which only
// the traces of panics print. They are a twentieth of the compressed module. Function names stay. A
// module of an unexpected form is returned unchanged.
//
// The table of functions (runtime.pclntab) begins with a header that has the offsets of its parts,
// among them pctab, which consists of tables of numbers. The record of each function refers to some
// of them. withoutLines sets the references to files and lines to 0, which means none, and clears
// the tables that no other reference needs, so that they compress to nothing.
func withoutLines(module []byte) []byte {
	out := bytes.Clone(module)
	segments, memory, ok := dataOf(out)
	if !ok {
		return module
	}
	begin := bytes.Index(memory, pclntabMagic)
	if begin < 0 || len(memory)-begin < headerSize {
		return module
	}
	table := memory[begin:]
	u64 := func(offset int) int { return int(binary.LittleEndian.Uint64(table[offset:])) }
	u32 := func(offset int) int { return int(binary.LittleEndian.Uint32(table[offset:])) }
	functions := u64(headerFunctions)
	pctab := u64(headerPctab)
	entries := u64(headerEntries)
	inOrder := 0 < pctab && pctab < entries
	if !inOrder || functions <= 0 || functions > len(table) || entries+8*functions > len(table) {
		return module
	}
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
			if !markTable(needed, table[pctab:entries], ref) {
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

// Offsets in the header of the table of functions, whose words have 8 bytes: the number of
// functions, the offset of pctab, and the offset of the entries, which have 8 bytes for each
// function. pctab ends where the entries begin.
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

// markTable marks as needed the bytes of the table at an offset of pctab: pairs of varints, ended
// by a 0 instead of the first of a pair other than the first pair. The offset 0 means no table. The
// result is false if there is no complete table.
func markTable(needed []bool, pctab []byte, ref int) bool {
	if ref == 0 {
		return true
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

// A segment is a part of the memory that a module initialises: its offset in the file, its address
// in memory, and its size in bytes.
type segment struct{ file, memory, size int }

// dataOf reads the data section of a module: its segments, and the memory that they initialise. ok
// is false if the module has none, or segments of another form than those that Go writes.
func dataOf(module []byte) (segments []segment, memory []byte, ok bool) {
	const headerSize, dataSection = 8, 11
	at := headerSize
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
		if id != dataSection {
			at = end
			continue
		}
		for range number() {
			// An active segment: 0, i32.const, the address, end, then its size and its bytes.
			const i32const = 0x41
			if at+2 > len(module) || module[at] != 0 || module[at+1] != i32const {
				return nil, nil, false
			}
			at += 2
			s := segment{memory: number()}
			at++ // end
			s.size = number()
			s.file = at
			at += s.size
			if at > len(module) || s.memory > maxMemory {
				return nil, nil, false
			}
			segments = append(segments, s)
			if missing := s.memory + s.size - len(memory); missing > 0 {
				memory = append(memory, make([]byte, missing)...)
			}
			copy(memory[s.memory:], module[s.file:at])
		}
	}
	return segments, memory, segments != nil
}

// maxMemory is how much memory a module may initialise, in bytes.
const maxMemory = 1 << 28

// uvarint reads an unsigned LEB128 number of n bytes. n is 0 if there is none.
func uvarint(b []byte, at int) (v uint64, n int) {
	if at < 0 || at >= len(b) {
		return 0, 0
	}
	v, n = binary.Uvarint(b[at:])
	return v, max(n, 0)
}
