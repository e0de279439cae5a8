package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"wobbly/internal/language"
)

// commandNames are the commands of the lenses. Each takes a URI and the number of a race, and
// returns a text. Editors may have better commands of their own under these names.
var commandNames = []string{"wobbly.step", "wobbly.explain", "wobbly.fix"}

func (s *server) execute(params json.RawMessage) (func(context.Context) (any, error), error) {
	var p executeCommandParams
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, &rpcError{codeInvalidParams, err.Error()}
	}
	var uri, race string
	if len(p.Arguments) != 2 || json.Unmarshal(p.Arguments[0], &uri) != nil || json.Unmarshal(p.Arguments[1], &race) != nil {
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
		return fmt.Sprintf("In a terminal: wobbly step %s --race %s", s.Word(s.Name(f.uri)), race), nil
	case "wobbly.explain":
		return f.doc.Explain(ctx, race)
	case "wobbly.fix":
		all, err := f.doc.Repairs(ctx, race)
		if err != nil {
			return "", err
		}
		var done applyEditResult
		edit := workspaceEdit{map[string][]textEdit{f.uri: s.edits(f, all[0].Edits)}}
		if err := s.conn.call(ctx, "workspace/applyEdit", applyEditParams{race + ": " + all[0].Title, edit}, &done); err != nil {
			return "", err
		}
		if !done.Applied {
			return "", errors.New("the editor has not made the change: " + done.FailureReason)
		}
		return strings.Join(append([]string{race + ": " + all[0].Title + "."}, all[0].Notes...), " "), nil
	default:
		return "", &rpcError{codeInvalidParams, "there is no command " + name}
	}
}
