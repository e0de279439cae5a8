package lsp

import (
	"math/rand/v2"
	"testing"

	"go.lsp.dev/protocol"

	"wobbly/internal/iltest"
)

// TestDegenerate sends an editor's requests at many random positions in programs that lack a public
// method, a field, a parameter or statements. No request fails.
func TestDegenerate(t *testing.T) {
	const requests = 100 // for each program
	random := rand.New(rand.NewPCG(7, 11))
	e := start(t)
	for _, x := range append(iltest.Degenerate(), iltest.Empty()...) {
		e.open(x.Text)
		for range requests {
			e.ask(random)
		}
		e.diagnostics()
		_, err := e.SemanticTokensFull(background,
			&protocol.SemanticTokensParams{TextDocument: document})
		if err != nil {
			t.Errorf("SemanticTokensFull of %s: %v", x.Name, err)
		}
	}
	select {
	case text := <-e.logged:
		t.Errorf("the server logs %s, want nothing", text)
	default:
	}
}
