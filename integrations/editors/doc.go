// Package editors has what editors need besides `wobbly lsp`: a grammar for colours
// (TextMate's, which a test compares with the parser), a thin extension for VS Code, and files
// for Vim, Neovim and Emacs. VSIX packs the extension; `make vscode` writes it.
package editors
