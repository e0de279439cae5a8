package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/il/symbol"
	"wobbly/internal/language"
)

// A subject is the version of a text that a request is about. Its context ends with the version or
// when the request is cancelled.
type subject struct {
	*file
	ctx context.Context
}

// about returns the handler of a request about a text, whose answer f computes. The parameters have
// the text's URI, or that of an item of a call hierarchy. If the text is not open, or too large,
// the answer is null.
func about[P any](f func(*server, subject, P) (any, error)) handler {
	return func(s *server, params json.RawMessage) (func(context.Context) (any, error), error) {
		var ids struct {
			documentParams
			hierarchyParams
		}
		var p P
		err := errors.Join(json.Unmarshal(params, &ids), json.Unmarshal(params, &p))
		if err != nil {
			return nil, badParams
		}
		file := s.file(cmp.Or(ids.TextDocument.URI, ids.Item.URI))
		return func(ctx context.Context) (any, error) {
			if file == nil || file.doc == nil {
				return nil, nil
			}
			both, cancel := context.WithCancel(ctx)
			defer context.AfterFunc(file.ctx, cancel)()
			defer cancel()
			result, err := f(s, subject{file, both}, p)
			if file.ctx.Err() != nil && ctx.Err() == nil {
				return nil, &rpcError{codeContentModified, "the text has changed"}
			}
			return result, err
		}, nil
	}
}

func (s *server) hover(f subject, p positionParams) (any, error) {
	h, ok, err := f.doc.Hover(f.ctx, s.offset(f.doc, p.Position), il.NoPos)
	if err != nil || !ok {
		return nil, err
	}
	return hoverResult{s.markup(h), s.rangeOf(f.doc, h.At, h.End)}, nil
}

// markup returns a hover in the form that the editor understands.
func (s *server) markup(h language.Hover) markup {
	if s.markdown {
		return markup{"markdown", h.Markdown()}
	}
	return markup{"plaintext", h.Text()}
}

var completionKinds = map[language.CompletionKind]int{
	language.MethodName: 2, language.VariableName: 6, language.FieldName: 5,
	language.ObjectName: 21, language.LockName: 21, language.Keyword: 14, language.Snippet: 15,
}

func (s *server) completion(f subject, p positionParams) (any, error) {
	span, list := f.doc.Complete(s.offset(f.doc, p.Position))
	items := []completionItem{}
	replaced := s.rangeOf(f.doc, span.At, span.End)
	for i, c := range list {
		items = append(items, s.item(c, i, replaced))
	}
	return items, nil
}

// item converts the i-th completion of a list, which replaces a range. An editor without snippets
// gets the name only.
func (s *server) item(c language.Completion, i int, replaced lspRange) completionItem {
	x := completionItem{
		Label: c.Label, Kind: completionKinds[c.Kind], Detail: c.Detail,
		SortText: fmt.Sprintf("%05d", i), FilterText: c.Label,
		InsertTextFormat: plainText, TextEdit: &textEdit{replaced, c.Insert},
	}
	switch {
	case c.Snippet && s.snippets:
		x.InsertTextFormat = snippet
	case c.Snippet:
		x.TextEdit.NewText = c.Label
	}
	return x
}

func (s *server) definition(f subject, p positionParams) (any, error) {
	all := []location{}
	for _, x := range f.doc.Definition(s.offset(f.doc, p.Position)) {
		all = append(all, location{f.uri, s.rangeOf(f.doc, x.At, x.End)})
	}
	return all, nil
}

func (s *server) references(f subject, p referenceParams) (any, error) {
	all := []location{}
	for _, x := range f.doc.References(s.offset(f.doc, p.Position), p.Context.IncludeDeclaration) {
		all = append(all, location{f.uri, s.rangeOf(f.doc, x.At, x.End)})
	}
	return all, nil
}

func (s *server) highlight(f subject, p positionParams) (any, error) {
	all := []documentHighlight{}
	for _, x := range f.doc.References(s.offset(f.doc, p.Position), true) {
		kind := highlightRead
		if x.Role != symbol.Reads {
			kind = highlightWrite
		}
		all = append(all, documentHighlight{s.rangeOf(f.doc, x.At, x.End), kind})
	}
	return all, nil
}

func (s *server) symbols(f subject, _ documentParams) (any, error) {
	all := []documentSymbol{}
	for _, u := range f.doc.Units() {
		all = append(all, s.symbol(f.file, u))
	}
	return all, nil
}

func (s *server) symbol(f *file, u language.Unit) documentSymbol {
	x := documentSymbol{
		Name: u.Head, Kind: symbolMethod, Range: s.rangeOf(f.doc, u.At, u.End),
		SelectionRange: s.rangeOf(f.doc, u.Name.At, u.Name.End),
	}
	if u.Thread {
		x.Kind = symbolModule
	}
	return x
}

func (s *server) formatting(f subject, _ documentParams) (any, error) {
	edits, err := f.doc.Format()
	return s.edits(f.file, edits), err
}

func (s *server) edits(f *file, edits []diag.Edit) []textEdit {
	all := []textEdit{}
	for _, e := range edits {
		all = append(all, textEdit{s.rangeOf(f.doc, e.At, e.End), e.Text})
	}
	return all
}

func (s *server) actions(f subject, p rangeParams) (any, error) {
	all := []codeAction{}
	in := s.span(f.doc, p.Range)
	for _, a := range f.doc.Actions(in) {
		edit := workspaceEdit{map[string][]textEdit{f.file.uri: s.edits(f.file, a.Edits)}}
		all = append(all, codeAction{
			Title: a.Title, Kind: "quickfix", IsPreferred: true, Edit: &edit,
			Diagnostics: []diagnostic{s.diagnostic(f.file, a.Of)},
		})
	}
	lenses, err := f.doc.Lenses(f.ctx)
	offered := map[string]bool{} // a race has a lens at each of its accesses
	for _, l := range lenses {
		if l.At <= in.End && in.At <= l.End && !offered[l.Race] {
			offered[l.Race] = true
			all = append(all, codeAction{
				Title: l.Race + ": look for a repair", Kind: "quickfix",
				Command: raceCommand(l, "fix", "fix", f.uri),
			})
		}
	}
	return all, err
}

func (s *server) lenses(f subject, _ documentParams) (any, error) {
	all := []codeLens{}
	lenses, err := f.doc.Lenses(f.ctx)
	for _, l := range lenses {
		all = append(all, s.lens(f.file, l)...)
	}
	return all, err
}

func (s *server) lens(f *file, l language.Lens) []codeLens {
	r := s.rangeOf(f.doc, l.At, l.End)
	return []codeLens{
		{r, *raceCommand(l, "step", l.Title+": step", f.uri)},
		{r, *raceCommand(l, "explain", "explain", f.uri)},
		{r, *raceCommand(l, "fix", "fix", f.uri)},
	}
}

func raceCommand(l language.Lens, name, title, uri string) *command {
	return &command{Title: title, Command: "wobbly." + name, Arguments: []any{uri, l.Race}}
}

func (s *server) prepareRename(f subject, p positionParams) (any, error) {
	o, ok := f.doc.Name(s.offset(f.doc, p.Position))
	if !ok {
		return nil, nil
	}
	return prepareRenameResult{s.rangeOf(f.doc, o.At, o.End), o.Symbol.Name}, nil
}

func (s *server) rename(f subject, p renameParams) (any, error) {
	edits, err := f.doc.Rename(s.offset(f.doc, p.Position), p.NewName)
	if err != nil {
		return nil, err
	}
	return workspaceEdit{map[string][]textEdit{f.uri: s.edits(f.file, edits)}}, nil
}

// The legend of the semantic tokens. A token has the index of its type, and a bit for each
// modifier.
var (
	tokenTypes     = []string{"method", "parameter", "variable", "property", "enumMember"}
	tokenModifiers = []string{"declaration", "modification"}

	kindTypes = map[symbol.Kind]string{
		symbol.Method: "method", symbol.Formal: "parameter", symbol.Local: "variable",
		symbol.Field: "property", symbol.Object: "enumMember",
		symbol.Lock: "enumMember",
	}
)

// semanticTokens encodes each name of a text as five numbers, as the protocol says: lines after the
// previous name, characters after it (or after the start of another line), length, type and
// modifiers.
func (s *server) semanticTokens(f subject, _ documentParams) (any, error) {
	data := []int{}
	last := position{}
	for _, o := range f.doc.Names() {
		r := s.rangeOf(f.doc, o.At, o.End)
		line, character := r.Start.Line-last.Line, r.Start.Character
		if line == 0 {
			character -= last.Character
		}
		modifiers := 0
		switch o.Role {
		case symbol.Declares:
			modifiers = 1
		case symbol.Writes:
			modifiers = 2
		}
		data = append(data, line, character, r.End.Character-r.Start.Character,
			slices.Index(tokenTypes, kindTypes[o.Symbol.Kind]), modifiers)
		last = r.Start
	}
	return semanticTokens{data}, nil
}

func (s *server) inlayHints(f subject, p rangeParams) (any, error) {
	all := []inlayHint{}
	if !s.hints {
		return all, nil
	}
	list, err := f.doc.Hints(f.ctx, s.span(f.doc, p.Range))
	for _, h := range list {
		all = append(all, inlayHint{
			Position: s.rangeOf(f.doc, h.At, h.At).Start, Label: h.Label, Tooltip: h.About,
			PaddingLeft: true,
		})
	}
	return all, err
}

func (s *server) folds(f subject, _ documentParams) (any, error) {
	all := []foldingRange{}
	for _, x := range f.doc.Folds() {
		kind := "region"
		if x.Comment {
			kind = "comment"
		}
		all = append(all, foldingRange{StartLine: x.First, EndLine: x.Last, Kind: kind})
	}
	return all, nil
}

func (s *server) signature(f subject, p positionParams) (any, error) {
	x, ok := f.doc.Signature(s.offset(f.doc, p.Position))
	if !ok {
		return nil, nil
	}
	parameters := []parameterInformation{}
	for _, name := range x.Formals {
		parameters = append(parameters, parameterInformation{name})
	}
	return signatureHelp{
		Signatures: []signatureInformation{{x.Head, parameters}}, ActiveParameter: x.Active,
	}, nil
}

func (s *server) prepareHierarchy(f subject, p positionParams) (any, error) {
	u, ok := f.doc.UnitAt(s.offset(f.doc, p.Position))
	if !ok {
		return nil, nil
	}
	return []hierarchyItem{{f.uri, s.symbol(f.file, u)}}, nil
}

func (s *server) incoming(f subject, p hierarchyParams) (any, error) {
	all := []incomingCall{}
	if u, ok := s.unit(f, p); ok {
		for _, x := range f.doc.Callers(u) {
			all = append(all, incomingCall{hierarchyItem{f.uri, s.symbol(f.file, x.Unit)},
				s.ranges(f.doc, x.Sites)})
		}
	}
	return all, nil
}

func (s *server) outgoing(f subject, p hierarchyParams) (any, error) {
	all := []outgoingCall{}
	if u, ok := s.unit(f, p); ok {
		for _, x := range f.doc.Callees(u) {
			all = append(all, outgoingCall{hierarchyItem{f.uri, s.symbol(f.file, x.Unit)},
				s.ranges(f.doc, x.Sites)})
		}
	}
	return all, nil
}

// unit returns the unit of an item that was sent earlier. If the text has changed since, that is
// the unit, if any, that is named there now.
func (s *server) unit(f subject, p hierarchyParams) (language.Unit, bool) {
	return f.doc.UnitAt(s.offset(f.doc, p.Item.SelectionRange.Start))
}

func (s *server) ranges(d *language.Document, spans []language.Span) []lspRange {
	all := []lspRange{}
	for _, x := range spans {
		all = append(all, s.rangeOf(d, x.At, x.End))
	}
	return all
}

// commandNames are the commands of the lenses. Each takes a URI and the number of a race, and
// returns a text. Editors may have their own, better commands with these names.
var commandNames = []string{"wobbly.step", "wobbly.explain", "wobbly.fix"}

func (s *server) execute(params json.RawMessage) (func(context.Context) (any, error), error) {
	var p executeCommandParams
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, badParams
	}
	var uri, race string
	if len(p.Arguments) != 2 || json.Unmarshal(p.Arguments[0], &uri) != nil ||
		json.Unmarshal(p.Arguments[1], &race) != nil {
		return nil, &rpcError{codeInvalidParams, "the arguments are a URI and the number of a race"}
	}
	f := s.file(uri)
	return func(ctx context.Context) (any, error) {
		if f == nil || f.doc == nil {
			return nil, language.Refused("the text is not open, or too large")
		}
		text, err := s.run(ctx, f, p.Command, race)
		if err == nil && !s.quiet && text != "" {
			err = s.conn.notify(ctx, "window/showMessage", showMessageParams{messageInfo, text})
		}
		return text, err
	}, nil
}

func (s *server) run(ctx context.Context, f *file, name, race string) (string, error) {
	switch name {
	case "wobbly.step":
		return fmt.Sprintf("In a terminal: wobbly step %s --race %s", s.Word(s.Name(f.uri)), race),
			nil
	case "wobbly.explain":
		return f.doc.Explain(ctx, race)
	case "wobbly.fix":
		all, err := f.doc.Repairs(ctx, race)
		if err != nil {
			return "", err
		}
		best := all[0]
		var done applyEditResult
		edit := workspaceEdit{map[string][]textEdit{f.uri: s.edits(f, best.Edits)}}
		params := applyEditParams{race + ": " + best.Title, edit}
		if err := s.conn.call(ctx, "workspace/applyEdit", params, &done); err != nil {
			return "", err
		}
		if !done.Applied {
			return "", errors.New("the editor has not made the change: " + done.FailureReason)
		}
		sentences := append([]string{race + ": " + best.Title + "."}, best.Notes...)
		return strings.Join(sentences, " "), nil
	default:
		return "", &rpcError{codeInvalidParams, "there is no command " + name}
	}
}
