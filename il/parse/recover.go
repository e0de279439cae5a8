package parse

// recover skips the rest of a statement that has an error: to a ";", to the last token of the line,
// or to the brace that closes the block. A block on the way is read for its own errors, and ends
// the statement.
func (r *reader) recover() {
	for {
		switch k := r.tok.kind; {
		case k == eof, k == rbrace:
			return
		case k == semi:
			r.advance()
			return
		case k == lbrace:
			r.block()
			if r.tok.kind != kwElse && r.tok.kind != rparen { // of a lambda's call
				r.accept(semi)
				return
			}
		case r.tok.newline:
			return
		}
		r.advance()
	}
}

// skipList skips the rest of a list in parentheses that has an error, with the closing parenthesis.
// If that seems to be missing, it stops at the first token that cannot belong to the list.
func (r *reader) skipList() {
	for depth := 1; depth > 0; r.advance() {
		switch r.tok.kind {
		case eof, lbrace, rbrace, semi, assign:
			return
		case lparen:
			depth++
		case rparen:
			depth--
		}
	}
}

// culprit guesses which opening brace of the piece lacks its counterpart: the first one whose
// partner begins a line that is indented less than the line of the brace, or else the innermost one
// that is open at the end. It is -1 if there is none.
func (r *reader) culprit() int {
	s := scanning(r.text, r.piece.from, r.piece.to)
	var open []int
	for {
		t := s.next()
		switch t.kind {
		case lbrace:
			open = append(open, int(t.at))
		case rbrace:
			if len(open) == 0 {
				continue
			}
			last := open[len(open)-1]
			open = open[:len(open)-1]
			if t.newline && indent(r.text, int(t.at)) < indent(r.text, last) {
				return last
			}
		case eof:
			if len(open) == 0 {
				return -1
			}
			return open[len(open)-1]
		}
	}
}
