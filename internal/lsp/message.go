package lsp

import "encoding/json"

// The types below are the messages of the protocol that are used here, with the names of its
// specification. The fields that are not used are left out.

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type lspRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string   `json:"uri"`
	Range lspRange `json:"range"`
}

type textEdit struct {
	Range   lspRange `json:"range"`
	NewText string   `json:"newText"`
}

type workspaceEdit struct {
	Changes map[string][]textEdit `json:"changes"`
}

type textDocument struct {
	URI string `json:"uri"`
}

type positionParams struct {
	TextDocument textDocument `json:"textDocument"`
	Position     position     `json:"position"`
}

type initializeParams struct {
	Capabilities struct {
		General struct {
			PositionEncodings []string `json:"positionEncodings"`
		} `json:"general"`
		TextDocument struct {
			Completion struct {
				CompletionItem struct {
					SnippetSupport bool `json:"snippetSupport"`
				} `json:"completionItem"`
			} `json:"completion"`
			Hover struct {
				ContentFormat []string `json:"contentFormat"`
			} `json:"hover"`
		} `json:"textDocument"`
	} `json:"capabilities"`
	Options struct {
		// Quiet means that the editor shows the results of commands by itself.
		Quiet bool `json:"quiet"`
		// InlayHints reports whether the server sends hints. The default is true.
		InlayHints *bool `json:"inlayHints"`
		// ErrorPages is the beginning of the addresses of the errors' pages. The code follows it.
		ErrorPages string `json:"errorPages"`
	} `json:"initializationOptions"`
}

type initializeResult struct {
	Capabilities capabilities `json:"capabilities"`
	ServerInfo   serverInfo   `json:"serverInfo"`
}

type serverInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type capabilities struct {
	PositionEncoding           string                 `json:"positionEncoding"`
	TextDocumentSync           syncOptions            `json:"textDocumentSync"`
	CompletionProvider         completionOptions      `json:"completionProvider"`
	HoverProvider              bool                   `json:"hoverProvider"`
	DefinitionProvider         bool                   `json:"definitionProvider"`
	ReferencesProvider         bool                   `json:"referencesProvider"`
	DocumentHighlightProvider  bool                   `json:"documentHighlightProvider"`
	DocumentSymbolProvider     bool                   `json:"documentSymbolProvider"`
	CodeActionProvider         codeActionOptions      `json:"codeActionProvider"`
	CodeLensProvider           struct{}               `json:"codeLensProvider"`
	DocumentFormattingProvider bool                   `json:"documentFormattingProvider"`
	RenameProvider             renameOptions          `json:"renameProvider"`
	ExecuteCommandProvider     executeCommandOptions  `json:"executeCommandProvider"`
	SemanticTokensProvider     semanticTokensProvider `json:"semanticTokensProvider"`
	InlayHintProvider          bool                   `json:"inlayHintProvider"`
	FoldingRangeProvider       bool                   `json:"foldingRangeProvider"`
	CallHierarchyProvider      bool                   `json:"callHierarchyProvider"`
	SignatureHelpProvider      completionOptions      `json:"signatureHelpProvider"`
}

type syncOptions struct {
	OpenClose bool `json:"openClose"`
	Change    int  `json:"change"`
}

type completionOptions struct {
	TriggerCharacters []string `json:"triggerCharacters"`
}

type codeActionOptions struct {
	CodeActionKinds []string `json:"codeActionKinds"`
}

type renameOptions struct {
	PrepareProvider bool `json:"prepareProvider"`
}

type executeCommandOptions struct {
	Commands []string `json:"commands"`
}

type semanticTokensProvider struct {
	Legend semanticLegend `json:"legend"`
	Full   bool           `json:"full"`
}

type semanticLegend struct {
	TokenTypes     []string `json:"tokenTypes"`
	TokenModifiers []string `json:"tokenModifiers"`
}

type semanticTokens struct {
	Data []int `json:"data"`
}

type didOpenParams struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
		Text    string `json:"text"`
	} `json:"textDocument"`
}

type didChangeParams struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
	} `json:"textDocument"`
	ContentChanges []contentChange `json:"contentChanges"`
}

type contentChange struct {
	Range *lspRange `json:"range"` // nil: the whole text
	Text  string    `json:"text"`
}

type didCloseParams struct {
	TextDocument textDocument `json:"textDocument"`
}

type publishDiagnosticsParams struct {
	URI         string       `json:"uri"`
	Version     int          `json:"version"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type diagnostic struct {
	Range              lspRange             `json:"range"`
	Severity           int                  `json:"severity"`
	Code               string               `json:"code"`
	CodeDescription    *codeDescription     `json:"codeDescription,omitempty"`
	Source             string               `json:"source"`
	Message            string               `json:"message"`
	RelatedInformation []relatedInformation `json:"relatedInformation,omitempty"`
	Data               string               `json:"data,omitempty"` // the number of a race
}

type codeDescription struct {
	Href string `json:"href"`
}

type relatedInformation struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

type hoverResult struct {
	Contents markup   `json:"contents"`
	Range    lspRange `json:"range"`
}

type completionItem struct {
	Label            string    `json:"label"`
	Kind             int       `json:"kind"`
	Detail           string    `json:"detail"`
	SortText         string    `json:"sortText"`
	FilterText       string    `json:"filterText"`
	InsertTextFormat int       `json:"insertTextFormat"`
	TextEdit         *textEdit `json:"textEdit"`
}

type referenceParams struct {
	positionParams
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

type documentHighlight struct {
	Range lspRange `json:"range"`
	Kind  int      `json:"kind"`
}

type documentParams struct {
	TextDocument textDocument `json:"textDocument"`
}

type documentSymbol struct {
	Name           string   `json:"name"`
	Kind           int      `json:"kind"`
	Range          lspRange `json:"range"`
	SelectionRange lspRange `json:"selectionRange"`
}

type hierarchyItem struct {
	URI string `json:"uri"`
	documentSymbol
}

type hierarchyParams struct {
	Item hierarchyItem `json:"item"`
}

type incomingCall struct {
	From       hierarchyItem `json:"from"`
	FromRanges []lspRange    `json:"fromRanges"`
}

type outgoingCall struct {
	To         hierarchyItem `json:"to"`
	FromRanges []lspRange    `json:"fromRanges"`
}

type signatureHelp struct {
	Signatures      []signatureInformation `json:"signatures"`
	ActiveSignature int                    `json:"activeSignature"`
	ActiveParameter int                    `json:"activeParameter"`
}

type signatureInformation struct {
	Label      string                 `json:"label"`
	Parameters []parameterInformation `json:"parameters"`
}

type parameterInformation struct {
	Label string `json:"label"`
}

type foldingRange struct {
	StartLine int    `json:"startLine"`
	EndLine   int    `json:"endLine"`
	Kind      string `json:"kind"`
}

type inlayHint struct {
	Position    position `json:"position"`
	Label       string   `json:"label"`
	Tooltip     string   `json:"tooltip"`
	PaddingLeft bool     `json:"paddingLeft"`
}

// rangeParams are those of code actions and inlay hints.
type rangeParams struct {
	TextDocument textDocument `json:"textDocument"`
	Range        lspRange     `json:"range"`
}

type codeAction struct {
	Title       string         `json:"title"`
	Kind        string         `json:"kind"`
	Diagnostics []diagnostic   `json:"diagnostics,omitempty"`
	IsPreferred bool           `json:"isPreferred,omitempty"`
	Edit        *workspaceEdit `json:"edit,omitempty"`
	Command     *command       `json:"command,omitempty"`
}

type command struct {
	Title     string `json:"title"`
	Command   string `json:"command"`
	Arguments []any  `json:"arguments"`
}

type codeLens struct {
	Range   lspRange `json:"range"`
	Command command  `json:"command"`
}

type renameParams struct {
	positionParams
	NewName string `json:"newName"`
}

type prepareRenameResult struct {
	Range       lspRange `json:"range"`
	Placeholder string   `json:"placeholder"`
}

type executeCommandParams struct {
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments"`
}

type applyEditParams struct {
	Label string        `json:"label"`
	Edit  workspaceEdit `json:"edit"`
}

type applyEditResult struct {
	Applied       bool   `json:"applied"`
	FailureReason string `json:"failureReason"`
}

type showMessageParams struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}

// The kinds and severities of the protocol that are used in several places, or need a name.
const (
	messageError = 1
	messageInfo  = 3

	syncIncremental = 2

	highlightRead  = 2
	highlightWrite = 3

	symbolMethod = 6
	symbolModule = 2

	plainText = 1 // of a completion
	snippet   = 2
)
