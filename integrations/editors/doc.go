// Package editors has what editors need beside `wobbly lsp`: a grammar for colours
// (TextMate's, which a test holds against the parser), a thin extension for VS Code, and files
// for Vim, Neovim and Emacs. VSIX packs the extension; `make vscode` writes it.
package editors
