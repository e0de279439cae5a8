package lsp

import (
	"context"
	"fmt"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/language"
)

// A file is a version of a text that is open in the editor.
type file struct {
	uri     string
	version int
	// doc is the text for analyses, or nil if it is larger than maxText. latest is the text for the
	// next edit, or nil if it is larger than maxKept.
	doc, latest *language.Document
	// ctx ends with the version, when end is called.
	ctx context.Context
	end context.CancelFunc
}

// set makes a document the current version of a file and publishes its diagnostics. The document is
// nil if the text is larger than maxKept.
func (s *server) set(uri string, version int, doc *language.Document) {
	f := &file{uri: uri, version: version, latest: doc}
	f.ctx, f.end = context.WithCancel(context.Background())
	if doc != nil && len(doc.Text()) <= maxText {
		f.doc = doc
	}
	s.mu.Lock()
	if old := s.files[uri]; old != nil {
		old.end()
	}
	s.files[uri] = f
	s.mu.Unlock()
	go s.publish(f)
}

// open returns a document for a text, or nil if that is larger than maxKept.
func (s *server) open(uri, text string) *language.Document {
	if len(text) > maxKept {
		return nil
	}
	return language.Open(s.Name(uri), text, nil)
}

func (s *server) didOpen(_ context.Context, p didOpenParams) error {
	s.set(p.TextDocument.URI, p.TextDocument.Version,
		s.open(p.TextDocument.URI, p.TextDocument.Text))
	return nil
}

func (s *server) didChange(_ context.Context, p didChangeParams) error {
	f := s.file(p.TextDocument.URI)
	if f == nil {
		return nil
	}
	doc := f.latest
	for _, c := range p.ContentChanges {
		switch {
		case doc == nil && c.Range == nil:
			doc = s.open(f.uri, c.Text)
		case doc != nil:
			doc = s.changed(doc, c)
		}
	}
	s.set(f.uri, p.TextDocument.Version, doc)
	return nil
}

// changed returns a document after an edit, or nil if the text is then larger than maxKept.
func (s *server) changed(d *language.Document, c contentChange) *language.Document {
	var from, to il.Pos
	old := d.Text()
	if c.Range == nil {
		to = il.Pos(len(old))
	} else {
		from = s.offset(d, c.Range.Start)
		to = max(from, s.offset(d, c.Range.End))
	}
	if len(old)-int(to-from)+len(c.Text) > maxKept {
		return nil
	}
	return d.Edited(old[:from] + c.Text + old[to:])
}

// didClose forgets a text and withdraws its diagnostics.
func (s *server) didClose(ctx context.Context, p didCloseParams) error {
	s.mu.Lock()
	f := s.files[p.TextDocument.URI]
	delete(s.files, p.TextDocument.URI)
	s.mu.Unlock()
	if f == nil {
		return nil
	}
	f.end()
	return s.conn.notify(ctx, "textDocument/publishDiagnostics",
		publishDiagnosticsParams{URI: f.uri, Version: f.version, Diagnostics: []diagnostic{}})
}

func (s *server) closeAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.files {
		f.end()
	}
}

// file returns the current version of a text, or nil if it is not open.
func (s *server) file(uri string) *file {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.files[uri]
}

// publish sends the diagnostics of a version when nothing has been typed for a moment, unless the
// text has changed by then.
func (s *server) publish(f *file) {
	s.recovered(func() error {
		if f.doc == nil {
			text := fmt.Sprintf("the text is over %d bytes and is not analysed here; wobbly check "+
				"has no such limit", maxText)
			if f.latest == nil {
				text += "; open it again when it is smaller"
			}
			return s.send(f, []language.Diagnostic{
				{Severity: language.Warning, Code: "size", Message: text},
			})
		}
		if s.Pause(f.ctx) != nil {
			return nil
		}
		list, err := f.doc.Diagnostics(f.ctx)
		switch {
		case f.ctx.Err() != nil:
			return nil
		case err != nil: // a limit of the analysis
			list = []language.Diagnostic{
				{Severity: language.Warning, Code: "limit", Message: err.Error()},
			}
		}
		return s.send(f, list)
	})
}

// send sends diagnostics, unless the text has changed.
func (s *server) send(f *file, list []language.Diagnostic) error {
	all := []diagnostic{}
	for _, x := range list {
		all = append(all, s.diagnostic(f, x))
	}
	if s.file(f.uri) != f {
		return nil
	}
	return s.conn.notify(f.ctx, "textDocument/publishDiagnostics",
		publishDiagnosticsParams{URI: f.uri, Version: f.version, Diagnostics: all})
}

// diagnostic converts a diagnostic. The fix, or else the label, follows the message on a line of
// its own.
func (s *server) diagnostic(f *file, x language.Diagnostic) diagnostic {
	d := diagnostic{
		Severity: severities[x.Severity], Code: x.Code, Source: "wobbly",
		Message: x.Message, Data: x.Race,
	}
	if _, ok := diag.Explain(diag.Code(x.Code)); ok && s.errorPages != "" {
		d.CodeDescription = &codeDescription{s.errorPages + x.Code}
	}
	if x.Fix != "" {
		d.Message += "\n" + x.Fix
	} else if x.Label != "" {
		d.Message += "\n" + x.Label
	}
	if f.doc == nil {
		return d
	}
	d.Range = s.rangeOf(f.doc, x.At, x.End)
	for _, r := range x.Related {
		d.RelatedInformation = append(d.RelatedInformation,
			relatedInformation{location{f.uri, s.rangeOf(f.doc, r.At, r.End)}, r.Message})
	}
	return d
}

var severities = map[language.Severity]int{language.Error: 1, language.Warning: 2}

// offset, span and rangeOf convert positions, which an editor counts in its own encoding.
func (s *server) offset(d *language.Document, p position) il.Pos {
	return d.Offset(language.Position{Line: p.Line, Character: p.Character}, s.encoding)
}

func (s *server) span(d *language.Document, r lspRange) language.Span {
	return language.Span{At: s.offset(d, r.Start), End: s.offset(d, r.End)}
}

func (s *server) rangeOf(d *language.Document, at, end il.Pos) lspRange {
	from, to := d.Position(at, s.encoding), d.Position(end, s.encoding)
	return lspRange{position{from.Line, from.Character}, position{to.Line, to.Character}}
}
