// Package editors contains the editor support besides `wobbly lsp`: a TextMate grammar for
// highlighting, which a test compares with the parser, a thin extension for VS Code, and files for
// Vim, Neovim and Emacs. VSIX packs the extension; `make vscode` writes it to a file.
package editors
