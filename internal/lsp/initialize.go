package lsp

import (
	"encoding/json"
	"slices"

	"wobbly/internal/language"
)

// encodings are the position encodings, the preferred ones first: texts are bytes here.
var encodings = []struct {
	name string
	is   language.Encoding
}{{"utf-8", language.UTF8}, {"utf-32", language.UTF32}, {"utf-16", language.UTF16}}

// initialize exchanges capabilities and begins the session.
func (s *server) initialize(params json.RawMessage) (any, error) {
	var p initializeParams
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, &rpcError{codeInvalidParams, err.Error()}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.phase = serving
	s.encoding = language.UTF16
	encoding := "utf-16"
	for _, e := range encodings {
		if slices.Contains(p.Capabilities.General.PositionEncodings, e.name) {
			s.encoding, encoding = e.is, e.name
			break
		}
	}
	s.snippets = p.Capabilities.TextDocument.Completion.CompletionItem.SnippetSupport
	s.markdown = slices.Contains(p.Capabilities.TextDocument.Hover.ContentFormat, "markdown")
	s.quiet, s.errorPages = p.Options.Quiet, p.Options.ErrorPages
	s.hints = p.Options.InlayHints == nil || *p.Options.InlayHints
	return initializeResult{
		ServerInfo: serverInfo{"wobbly", s.Version},
		Capabilities: capabilities{
			PositionEncoding:   encoding,
			TextDocumentSync:   syncOptions{OpenClose: true, Change: syncIncremental},
			CompletionProvider: completionOptions{TriggerCharacters: []string{"."}},
			HoverProvider:      true, DefinitionProvider: true, ReferencesProvider: true,
			DocumentHighlightProvider: true, DocumentSymbolProvider: true, DocumentFormattingProvider: true,
			CodeActionProvider:     codeActionOptions{CodeActionKinds: []string{"quickfix"}},
			RenameProvider:         renameOptions{PrepareProvider: true},
			ExecuteCommandProvider: executeCommandOptions{Commands: commandNames},
			InlayHintProvider:      true, FoldingRangeProvider: true, CallHierarchyProvider: true,
			SignatureHelpProvider:  completionOptions{TriggerCharacters: []string{"(", ","}},
			SemanticTokensProvider: semanticTokensProvider{Full: true, Legend: semanticLegend{TokenTypes: tokenTypes, TokenModifiers: tokenModifiers}},
		},
	}, nil
}
