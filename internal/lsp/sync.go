package lsp

import (
	"context"
	"encoding/json"
	"fmt"

	"wobbly/il"
	"wobbly/internal/language"
)

// file is a text that is open in the editor, in its last version.
type file struct {
	uri     string
	version int
	doc     *language.Document // nil where the text is too large
	text    string             // of a text that is too large
	ctx     context.Context    // ends with the version
	end     context.CancelFunc
}

// set makes a document the current version of a file and starts looking at it.
func (s *server) set(uri string, version int, doc *language.Document) {
	f := &file{uri: uri, version: version}
	f.ctx, f.end = context.WithCancel(context.Background())
	if len(doc.Text()) <= maxText {
		f.doc = doc
	} else {
		f.text = doc.Text()
	}
	s.mu.Lock()
	if old := s.files[uri]; old != nil {
		old.end()
	}
	s.files[uri] = f
	s.mu.Unlock()
	go s.publish(f)
}

func (s *server) open(uri, text string) *language.Document {
	return language.Open(s.Name(uri), text, nil)
}

func (s *server) didOpen(_ context.Context, params json.RawMessage) error {
	var p didOpenParams
	if err := json.Unmarshal(params, &p); err != nil {
		return err
	}
	s.set(p.TextDocument.URI, p.TextDocument.Version, s.open(p.TextDocument.URI, p.TextDocument.Text))
	return nil
}

func (s *server) didChange(_ context.Context, params json.RawMessage) error {
	var p didChangeParams
	if err := json.Unmarshal(params, &p); err != nil {
		return err
	}
	f := s.file(p.TextDocument.URI)
	if f == nil {
		return nil
	}
	doc := f.doc
	if doc == nil {
		doc = s.open(f.uri, f.text)
	}
	for _, c := range p.ContentChanges {
		doc = s.changed(doc, c)
	}
	s.set(f.uri, p.TextDocument.Version, doc)
	return nil
}

// changed is a document with a stretch of its text replaced.
func (s *server) changed(d *language.Document, c contentChange) *language.Document {
	text := c.Text
	if c.Range != nil {
		old := d.Text()
		from := s.offset(d, c.Range.Start)
		to := max(from, s.offset(d, c.Range.End))
		text = old[:from] + c.Text + old[to:]
	}
	return d.Edited(text)
}

// didClose forgets a text, and takes back what was said of it.
func (s *server) didClose(ctx context.Context, params json.RawMessage) error {
	var p didCloseParams
	if err := json.Unmarshal(params, &p); err != nil {
		return err
	}
	s.mu.Lock()
	f := s.files[p.TextDocument.URI]
	delete(s.files, p.TextDocument.URI)
	s.mu.Unlock()
	if f == nil {
		return nil
	}
	f.end()
	return s.conn.Notify(ctx, "textDocument/publishDiagnostics", publishDiagnosticsParams{URI: f.uri, Version: f.version, Diagnostics: []diagnostic{}})
}

// closeAll ends all that goes on.
func (s *server) closeAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.files {
		f.end()
	}
}

// file is what is open under a URI, or nil.
func (s *server) file(uri string) *file {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.files[uri]
}

// publish tells the editor what is to be said of a version, unless another one follows:
// errors at once, races when nothing has been typed for a moment.
func (s *server) publish(f *file) {
	s.caught(func() error {
		if f.doc == nil {
			return s.tell(f, []language.Diagnostic{{Severity: language.Warning, Code: "size",
				Message: fmt.Sprintf("the text is larger than %d bytes, so an editor is told nothing about it; wobbly check takes any size", maxText)}})
		}
		if s.Pause(f.ctx) != nil {
			return nil
		}
		list, err := f.doc.Diagnostics(f.ctx)
		switch {
		case f.ctx.Err() != nil:
			return nil
		case err != nil: // a limit of the analysis
			list = []language.Diagnostic{{Severity: language.Warning, Code: "limit", Message: err.Error()}}
		}
		return s.tell(f, list)
	})
}

// tell sends diagnostics, unless the text is another one now.
func (s *server) tell(f *file, list []language.Diagnostic) error {
	all := []diagnostic{}
	for _, x := range list {
		all = append(all, s.diagnostic(f, x))
	}
	if s.file(f.uri) != f {
		return nil
	}
	return s.conn.Notify(f.ctx, "textDocument/publishDiagnostics", publishDiagnosticsParams{URI: f.uri, Version: f.version, Diagnostics: all})
}

// diagnostic is one in the protocol's form: the fix stands behind what is wrong.
func (s *server) diagnostic(f *file, x language.Diagnostic) diagnostic {
	d := diagnostic{Severity: severities[x.Severity], Code: x.Code, Source: "wobbly", Message: x.Message, Data: x.Race}
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
		d.RelatedInformation = append(d.RelatedInformation, s.related(f, r))
	}
	return d
}

func (s *server) related(f *file, r language.Related) relatedInformation {
	return relatedInformation{location{f.uri, s.rangeOf(f.doc, r.At, r.End)}, r.Message}
}

// severities are the protocol's numbers.
var severities = map[language.Severity]int{language.Error: severityError, language.Warning: severityWarning}

// offset is where a position of the protocol is in a text.
func (s *server) offset(d *language.Document, p position) il.Pos {
	return d.Offset(language.Position{Line: p.Line, Character: p.Character}, s.encoding)
}

// rangeOf is a stretch of a text in the protocol's form.
func (s *server) rangeOf(d *language.Document, at, end il.Pos) lspRange {
	from, to := d.Position(at, s.encoding), d.Position(end, s.encoding)
	return lspRange{position{from.Line, from.Character}, position{to.Line, to.Character}}
}
