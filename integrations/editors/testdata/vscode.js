// What the extension uses of VS Code, and a session with it: node testdata/vscode.js EXTENSION WOBBLY FILE.
'use strict'
const fs = require('fs')
const Module = require('module')
const [extension, wobbly, file] = process.argv.slice(2)

const providers = {}, commands = {}, on = {}, shown = []
let diagnostics = [], wake = () => {}
class Position { constructor(line, character) { Object.assign(this, { line, character }) } }
class Range { constructor(start, end) { Object.assign(this, { start, end }) } }
class Plain { constructor(...given) { this.given = given } }
const register = name => (_, provider) => { providers[name] = provider; return {} }
const event = name => f => { on[name] = f; return {} }
const uri = { scheme: 'file', fsPath: file, toString: () => 'file://' + file }
class WorkspaceEdit { constructor() { this.edits = [] } set(_, edits) { this.edits.push(...edits) } }

const doc = {
  languageId: 'il', uri, version: 1, text: fs.readFileSync(file, 'utf8'), getText() { return this.text },
  offset(p) { return this.text.split('\n').slice(0, p.line).reduce((n, l) => n + l.length + 1, 0) + p.character },
  change(range, text) {
    this.text = this.text.slice(0, this.offset(range.start)) + text + this.text.slice(this.offset(range.end))
    this.version++
    on.change({ document: this, contentChanges: [{ range, text }] })
  },
}
const vscode = {
  Position, Range, WorkspaceEdit,
  Location: Plain, Hover: Plain, MarkdownString: Plain, DocumentHighlight: Plain, DocumentSymbol: Plain, CodeLens: Plain, SnippetString: Plain,
  DiagnosticRelatedInformation: Plain,
  TextEdit: class { constructor(range, text) { Object.assign(this, { range, text }) } },
  Diagnostic: class { constructor(range, message, severity) { Object.assign(this, { range, message, severity }) } },
  CompletionItem: class { constructor(label, kind) { Object.assign(this, { label, kind }) } },
  CodeAction: class { constructor(title, kind) { Object.assign(this, { title, kind }) } },
  CodeActionKind: { QuickFix: 'quickfix' }, ViewColumn: { Beside: 2 },
  Uri: { parse: () => uri },
  languages: {
    createDiagnosticCollection: () => ({ set(_, list) { diagnostics = list; wake() } }),
    registerHoverProvider: register('hover'), registerCompletionItemProvider: register('completion'), registerDefinitionProvider: register('definition'),
    registerReferenceProvider: register('references'), registerDocumentHighlightProvider: register('highlight'), registerDocumentSymbolProvider: register('symbols'),
    registerDocumentFormattingEditProvider: register('format'), registerCodeActionsProvider: register('actions'), registerCodeLensProvider: register('lenses'),
    registerRenameProvider: register('rename'),
  },
  workspace: {
    textDocuments: [doc], getConfiguration: () => ({ get: () => wobbly }),
    onDidOpenTextDocument: event('open'), onDidChangeTextDocument: event('change'), onDidCloseTextDocument: event('close'),
    async applyEdit(w) { for (const e of [...w.edits].reverse()) doc.change(e.range, e.text); return true },
    async openTextDocument(x) { shown.push(x.content); return x },
  },
  window: {
    showErrorMessage: m => { throw new Error(m) }, showInformationMessage: m => shown.push(m), showWarningMessage: m => shown.push(m),
    showTextDocument: async () => {}, createTerminal: o => { shown.push(o.shellArgs.join(' ')); return { show() {} } },
  },
  commands: { registerCommand(name, f) { commands[name] = f; return {} } },
}
const load = Module._load
Module._load = (name, ...rest) => name === 'vscode' ? vscode : load(name, ...rest)

// until waits for diagnostics of which something holds.
const until = holds => new Promise(done => { wake = () => { if (holds(diagnostics)) done() }; wake() })
const at = (line, character) => new Position(line, character)
const token = { onCancellationRequested() {} }

async function session() {
  const x = require(extension)
  const out = {}
  await x.activate({ subscriptions: [] })
  await until(d => d.length === 3)
  out.races = diagnostics.map(d => `${d.range.start.line}:${d.range.start.character} ${d.severity} ${d.message} ${d.relatedInformation.length}`)
  out.hover = (await providers.hover.provideHover(doc, at(2, 11), token)).given[0].given[0]
  out.definition = (await providers.definition.provideDefinition(doc, at(2, 9), token)).length
  out.references = (await providers.references.provideReferences(doc, at(2, 9), { includeDeclaration: true }, token)).length
  out.completion = (await providers.completion.provideCompletionItems(doc, at(8, 2), token)).map(c => c.label).join(' ')
  out.symbols = (await providers.symbols.provideDocumentSymbols(doc, token)).map(s => s.given[0]).join(' ')
  out.highlights = (await providers.highlight.provideDocumentHighlights(doc, at(2, 9), token)).length
  const lenses = await providers.lenses.provideCodeLenses(doc, token)
  out.lenses = lenses.length
  const [step, explain, fix] = lenses.slice(0, 3).map(l => l.given[1])
  await commands[step.command](...step.arguments)
  await commands[explain.command](...explain.arguments)
  doc.change(new Range(at(8, 6), at(8, 8)), '=')
  await until(d => d.length === 1)
  out.error = `${diagnostics[0].code} ${diagnostics[0].severity}`
  const [a] = await providers.actions.provideCodeActions(doc, diagnostics[0].range, {}, token)
  await vscode.workspace.applyEdit(a.edit)
  await until(d => d.length === 3)
  await vscode.workspace.applyEdit(await providers.rename.provideRenameEdits(doc, at(8, 2), 'p', token))
  out.refused = await providers.rename.provideRenameEdits(doc, at(8, 2), 'while', token).catch(e => e.message)
  out.placeholder = (await providers.rename.prepareRename(doc, at(8, 2), token)).placeholder
  out.formatted = (await providers.format.provideDocumentFormattingEdits(doc, {}, token)).length
  await commands[fix.command](...fix.arguments)
  out.text = doc.text
  out.shown = shown
  on.close(doc)
  await x.deactivate()
  return out
}
session().then(out => process.stdout.write(JSON.stringify(out)), e => { process.stderr.write(String(e.stack)); process.exit(1) })
