// A session with the extension, without VS Code: node testdata/vscode.js EXTENSION WOBBLY FILE. The language
// client is the real one; this file stands in for the parts of VS Code that it and the extension use.
'use strict'
const fs = require('fs')
const Module = require('module')
const [extension, wobbly, file] = process.argv.slice(2)

const providers = {}, commands = {}, on = {}, shown = []
let diagnostics = [], wake = () => {}, command = wobbly + '-missing'
const nothing = { dispose() {} }

class Position {
  constructor(line, character) { Object.assign(this, { line, character }) }
  isBefore(p) { return this.line < p.line || this.line === p.line && this.character < p.character }
}
class Range {
  constructor(start, end, line, character) {
    Object.assign(this, line === undefined ? { start, end } : { start: new Position(start, end), end: new Position(line, character) })
  }
}
class Uri {
  constructor(text) { Object.assign(this, { text, scheme: text.split(':')[0], path: text.replace(/^\w+:(\/\/[^/]*)?/, ''), fsPath: text.replace('file://', '') }) }
  static parse(text) { return new Uri(text) }
  static file(path) { return new Uri('file://' + path) }
  with() { return this }
  toString() { return this.text }
  toJSON() { return this.text }
}
class EventEmitter {
  constructor() { this.all = []; this.event = (f, self) => { this.all.push(f.bind(self)); return nothing } }
  fire(x) { this.all.forEach(f => f(x)) }
  dispose() {}
}
class CancellationTokenSource {
  constructor() { this.token = { isCancellationRequested: false, onCancellationRequested: () => nothing } }
  cancel() {}
  dispose() {}
}
class WorkspaceEdit {
  constructor() { this.edits = [] }
  set(_, edits) { this.edits.push(...edits.map(e => Array.isArray(e) ? e[0] : e)) }
}
// make returns a class whose constructor stores its arguments under names.
const make = (...names) => class { constructor(...given) { names.forEach((n, i) => { this[n] = given[i] }) } }
const event = name => (on[name] = new EventEmitter()).event
const silent = () => nothing
const names = list => Object.fromEntries(list.split(' ').map((n, i) => [n, i]))

const uri = Uri.file(file)
const doc = {
  languageId: 'il', uri, fileName: file, version: 1, text: fs.readFileSync(file, 'utf8'), getText() { return this.text },
  offset(p) { return this.text.split('\n').slice(0, p.line).reduce((n, l) => n + l.length + 1, 0) + p.character },
  change(range, text) {
    this.text = this.text.slice(0, this.offset(range.start)) + text + this.text.slice(this.offset(range.end))
    this.version++
    on.change.fire({ document: this, contentChanges: [{ range, text }] })
  },
}
const vscode = {
  version: '1.100.0', Position, Range, Uri, EventEmitter, CancellationTokenSource, WorkspaceEdit,
  Disposable: class { constructor(f) { this.dispose = f || (() => {}) } static from() { return nothing } },
  CancellationError: class extends Error {},
  Location: make('uri', 'range'), Hover: make('contents', 'range'), DocumentHighlight: make('range', 'kind'), SnippetString: make('value'),
  MarkdownString: class { constructor(value) { this.value = value || '' } appendCodeblock(x) { this.value += x } },
  DocumentSymbol: make('name', 'detail', 'kind', 'range', 'selectionRange'), SymbolInformation: make('name'), DiagnosticRelatedInformation: make('location', 'message'),
  TextEdit: class extends make('range', 'newText') { static replace(r, t) { return new vscode.TextEdit(r, t) } },
  Diagnostic: make('range', 'message', 'severity'), CompletionItem: make('label', 'kind'), CompletionList: make('items'), CodeLens: make('range', 'command'),
  CodeAction: make('title', 'kind'), CodeActionKind: class { static Empty = { append: x => x } }, DocumentLink: make('range'), SymbolTag: {}, CompletionItemTag: {},
  InlayHint: make('position', 'label', 'kind'), InlayHintLabelPart: make('value'), FoldingRange: make('start', 'end', 'kind'), FoldingRangeKind: names('x Comment Imports Region'),
  CallHierarchyItem: make('kind', 'name', 'detail', 'uri', 'range', 'selectionRange'), CallHierarchyIncomingCall: make('from', 'fromRanges'),
  CallHierarchyOutgoingCall: make('to', 'fromRanges'), TypeHierarchyItem: make(), SignatureHelp: class {}, SignatureInformation: make('label', 'documentation'),
  ParameterInformation: make('label', 'documentation'), SemanticTokens: make('data'), SemanticTokensLegend: make('types', 'modifiers'), LinkedEditingRanges: make(),
  SelectionRange: make(), Color: make(), ColorInformation: make(), InlineCompletionItem: make(), InlineValueText: make(), InlineValueVariableLookup: make(),
  InlineValueEvaluatableExpression: make(), Selection: Range, RelativePattern: make(), NotebookCellKind: {}, TabInputText: make(), TabInputTextDiff: make(), TabInputCustom: make(),
  TabInputNotebook: make(), SemanticTokensEdit: make(), SemanticTokensEdits: make(), TerminalLink: make(), Task: make(), ThemeColor: make(), ThemeIcon: make(), ProgressLocation: {},
  DiagnosticSeverity: names('Error Warning Information Hint'), DiagnosticTag: {}, CompletionItemKind: {}, SymbolKind: {}, InsertTextMode: {}, SignatureHelpTriggerKind: {},
  CompletionTriggerKind: {}, CodeActionTriggerKind: {}, TextDocumentSaveReason: {}, TextDocumentChangeReason: {}, DocumentHighlightKind: {}, InlayHintKind: {}, LogLevel: {},
  ViewColumn: { Beside: 2 }, FileType: {}, ExtensionKind: {}, UIKind: {}, EndOfLine: {}, InlineCompletionTriggerKind: {},
  env: { appName: 'test', language: 'en', uriScheme: 'vscode', isTelemetryEnabled: false },
  extensions: { getExtension() {} }, l10n: { t: x => x },
  languages: {
    createDiagnosticCollection: () => ({ set(_, list) { diagnostics = list; wake() }, delete() {}, clear() {}, dispose() {} }),
    match: (selectors, d) => [].concat(selectors).some(s => (s.language || s) === d.languageId) ? 10 : 0,
    getDiagnostics: () => diagnostics,
  },
  workspace: {
    textDocuments: [doc], notebookDocuments: [], workspaceFolders: undefined, getConfiguration: () => ({ get: name => ({ path: command, inlayHints: true })[name] }),
    onDidOpenTextDocument: event('open'), onDidChangeTextDocument: event('change'), onDidCloseTextDocument: event('close'), onDidChangeConfiguration: event('configuration'),
    createFileSystemWatcher: () => ({ onDidCreate: silent, onDidChange: silent, onDidDelete: silent, dispose() {} }),
    async applyEdit(w) { for (const e of [...w.edits].reverse()) doc.change(e.range, e.newText); return true },
    async openTextDocument(x) { shown.push(x.content); return x },
  },
  window: {
    visibleTextEditors: [], tabGroups: { all: [], onDidChangeTabs: silent },
    createOutputChannel: () => Object.fromEntries('append appendLine show trace debug info warn error clear dispose onDidChangeLogLevel'.split(' ').map(n => [n, silent])),
    showErrorMessage: async m => { if (command === wobbly) throw new Error(m); shown.push(m) }, showInformationMessage: async m => { shown.push(m) }, showWarningMessage: async m => { shown.push(m) },
    showTextDocument: async () => {}, createTerminal: o => { shown.push(o.shellArgs.join(' ')); return { show() {} } },
    registerUriHandler: h => { on.uri = h.handleUri; return nothing },
  },
  commands: { registerCommand(name, f) { commands[name] = f; return nothing } },
}
// Providers are kept by their kind. Events that nothing here causes are never fired.
vscode.languages = new Proxy(vscode.languages, {
  get: (all, name) => all[name] || (/^register.*Provider$/.test(name) ? (_, provider) => { providers[name.slice(8, -8)] = provider; return nothing } : undefined),
})
for (const space of ['workspace', 'window']) {
  vscode[space] = new Proxy(vscode[space], { get: (all, name) => name in all ? all[name] : /^on(Did|Will)/.test(name) ? silent : undefined })
}
const load = Module._load
Module._load = (name, ...rest) => name === 'vscode' ? vscode : load(name, ...rest)

// until waits until the diagnostics satisfy a condition.
const until = holds => new Promise(done => { wake = () => { if (holds(diagnostics)) done() }; wake() })
const at = (line, character) => new Position(line, character)
const { token } = new CancellationTokenSource()

async function session() {
  const x = require(extension)
  const out = {}
  await x.activate({ subscriptions: [], extension: { id: 'wobbly.wobbly-il' } })
  out.missing = shown.splice(0).join()
  command = wobbly
  on.configuration.fire({ affectsConfiguration: () => true })
  await until(d => d.length === 3)
  out.races = diagnostics.map(d => `${d.range.start.line}:${d.range.start.character} ${d.severity} ${d.message} ${d.relatedInformation.length}`)
  out.hover = (await providers.Hover.provideHover(doc, at(2, 11), token)).contents.value
  out.definition = (await providers.Definition.provideDefinition(doc, at(2, 9), token)).length
  out.references = (await providers.Reference.provideReferences(doc, at(2, 9), { includeDeclaration: true }, token)).length
  const completions = await providers.CompletionItem.provideCompletionItems(doc, at(8, 2), token, {})
  out.completion = (completions.items || completions).map(c => c.label.label || c.label).join(' ')
  out.symbols = (await providers.DocumentSymbol.provideDocumentSymbols(doc, token)).map(s => s.name).join(' ')
  out.highlights = (await providers.DocumentHighlight.provideDocumentHighlights(doc, at(2, 9), token)).length
  out.hints = (await providers.InlayHints.provideInlayHints(doc, new Range(at(0, 0), at(10, 0)), token)).map(h => `${h.position.line}:${h.position.character} ${h.label}`)
  out.folds = (await providers.FoldingRange.provideFoldingRanges(doc, {}, token)).length
  const [item] = [].concat(await providers.CallHierarchy.prepareCallHierarchy(doc, at(0, 1), token))
  out.hierarchy = `${item.name} ${(await providers.CallHierarchy.provideCallHierarchyIncomingCalls(item, token)).length}`
  out.tokens = (await providers.DocumentSemanticTokens.provideDocumentSemanticTokens(doc, token)).data.length
  const lenses = await providers.CodeLens.provideCodeLenses(doc, token)
  out.lenses = lenses.length
  const [step, explain, fix] = lenses.slice(0, 3).map(l => l.command)
  await commands[step.command](...step.arguments)
  await commands[explain.command](...explain.arguments)
  doc.change(new Range(at(8, 6), at(8, 8)), '=')
  await until(d => d.length === 1)
  out.error = `${diagnostics[0].code.value} ${diagnostics[0].severity} ${diagnostics[0].code.target}`
  const [a] = await providers.CodeActions.provideCodeActions(doc, diagnostics[0].range, { diagnostics: [], only: undefined }, token)
  await vscode.workspace.applyEdit(a.edit)
  await until(d => d.length === 3)
  await vscode.workspace.applyEdit(await providers.Rename.provideRenameEdits(doc, at(8, 2), 'p', token))
  out.refused = await providers.Rename.provideRenameEdits(doc, at(8, 2), 'while', token).catch(e => e.message)
  out.placeholder = (await providers.Rename.prepareRename(doc, at(8, 2), token)).placeholder
  out.formatted = (await providers.DocumentFormattingEdit.provideDocumentFormattingEdits(doc, {}, token)).length
  doc.change(new Range(at(9, 1), at(9, 1)), '\nlast(q) { reps(')
  out.signature = (await providers.SignatureHelp.provideSignatureHelp(doc, at(10, 15), token, { triggerKind: 1, isRetrigger: false })).signatures[0].label
  doc.change(new Range(at(9, 1), at(10, 15)), '')
  await commands[fix.command](...fix.arguments)
  out.text = doc.text
  on.uri(Uri.parse('vscode://wobbly.wobbly-il/E0010;x')) // anybody can open such an address
  on.uri(Uri.parse('vscode://wobbly.wobbly-il/E0010'))
  while (shown.length < 4) await new Promise(done => setTimeout(done, 20))
  on.uri(Uri.parse('vscode://wobbly.wobbly-il/W0001'))
  while (shown.length < 5) await new Promise(done => setTimeout(done, 20))
  out.shown = shown
  await x.deactivate()
  return out
}
session().then(out => { process.stdout.write(JSON.stringify(out)); process.exit(0) }, e => { process.stderr.write(String(e.stack)); process.exit(1) })
