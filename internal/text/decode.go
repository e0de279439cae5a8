package text

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
)

// Decode returns the text of a file in UTF-16 as UTF-8 without a byte order mark. Any other text is
// returned as it is, and so is one in UTF-16 that lacks its last byte. wide reports whether the
// file is in UTF-16.
func Decode(raw []byte) (text []byte, wide bool) {
	order := utf16Order(raw)
	if order == nil || len(raw)%2 != 0 {
		return raw, order != nil
	}
	units := make([]uint16, len(raw)/2)
	for i := range units {
		units[i] = order.Uint16(raw[2*i:])
	}
	return []byte(strings.TrimPrefix(string(utf16.Decode(units)), "\ufeff")), true
}

// utf16Order returns the byte order of a text in UTF-16, or nil. Without a byte order mark the text
// is UTF-16 if it looks like ASCII: in nine of ten of its first pairs of bytes one byte is 0,
// always at the same place, and the other is not.
func utf16Order(raw []byte) binary.ByteOrder {
	switch {
	case bytes.HasPrefix(raw, []byte("\xff\xfe")):
		return binary.LittleEndian
	case bytes.HasPrefix(raw, []byte("\xfe\xff")):
		return binary.BigEndian
	}
	var low, high int // pairs that look like ASCII with the low byte, or the high byte, first
	const maxHead = 512
	head := raw[:min(len(raw), maxHead)/2*2]
	for i := 0; i < len(head); i += 2 {
		switch {
		case head[i] != 0 && head[i+1] == 0:
			low++
		case head[i] == 0 && head[i+1] != 0:
			high++
		}
	}
	switch pairs := len(head) / 2; {
	case high == 0 && 10*low > 9*pairs:
		return binary.LittleEndian
	case low == 0 && 10*high > 9*pairs:
		return binary.BigEndian
	}
	return nil
}
