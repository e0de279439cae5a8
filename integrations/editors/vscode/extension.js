// The thin side of `wobbly lsp` in VS Code: it starts the command, passes texts and questions on, and
// turns the answers into VS Code's own values. It needs no other package.
'use strict'
const vscode = require('vscode')
const { spawn } = require('child_process')

const language = { language: 'il', scheme: 'file' }
let server

// A Connection speaks JSON-RPC with a child process.
class Connection {
  constructor(path, onNotification, onRequest, onEnd) {
    Object.assign(this, { onNotification, onRequest, waiting: new Map(), next: 1, buffer: Buffer.alloc(0), ended: false })
    this.child = spawn(path, ['lsp'])
    this.child.stdout.on('data', data => this.read(data))
    const end = why => { if (!this.ended) { this.ended = true; for (const w of this.waiting.values()) w.reject(new Error('wobbly lsp has ended')); onEnd(why) } }
    this.child.on('error', e => end(e.message))
    this.child.on('exit', code => end('exit ' + code))
    this.child.stdin.on('error', () => {})
  }

  read(data) {
    this.buffer = Buffer.concat([this.buffer, data])
    for (;;) {
      const head = this.buffer.indexOf('\r\n\r\n')
      if (head < 0) return
      const size = Number(/Content-Length: (\d+)/i.exec(this.buffer.toString('ascii', 0, head))[1])
      if (this.buffer.length < head + 4 + size) return
      const message = JSON.parse(this.buffer.toString('utf8', head + 4, head + 4 + size))
      this.buffer = this.buffer.subarray(head + 4 + size)
      this.take(message)
    }
  }

  async take(m) {
    if (m.method && m.id !== undefined) {
      let answer
      try { answer = { result: await this.onRequest(m.method, m.params) } } catch (e) { answer = { error: { code: -32603, message: String(e) } } }
      this.send({ id: m.id, ...answer })
    } else if (m.method) {
      this.onNotification(m.method, m.params)
    } else if (this.waiting.has(m.id)) {
      const w = this.waiting.get(m.id)
      this.waiting.delete(m.id)
      m.error ? w.reject(Object.assign(new Error(m.error.message), { code: m.error.code })) : w.resolve(m.result)
    }
  }

  send(m) {
    if (this.ended) return
    const text = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...m }))
    this.child.stdin.write(`Content-Length: ${text.length}\r\n\r\n`)
    this.child.stdin.write(text)
  }

  notify(method, params) { this.send({ method, params }) }

  // ask sends a request. When the token is cancelled, so is the request.
  ask(method, params, token) {
    const id = this.next++
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }))
    this.send({ id, method, params })
    if (token) token.onCancellationRequested(() => this.notify('$/cancelRequest', { id }))
    return answer
  }
}

// What the protocol has, as VS Code's values.
const position = p => new vscode.Position(p.line, p.character)
const range = r => new vscode.Range(position(r.start), position(r.end))
const location = l => new vscode.Location(vscode.Uri.parse(l.uri), range(l.range))
const textEdit = e => new vscode.TextEdit(range(e.range), e.newText)
function workspaceEdit(w) {
  const edit = new vscode.WorkspaceEdit()
  for (const [uri, edits] of Object.entries(w.changes)) edit.set(vscode.Uri.parse(uri), edits.map(textEdit))
  return edit
}
function diagnostic(d) {
  const x = new vscode.Diagnostic(range(d.range), d.message, d.severity - 1)
  Object.assign(x, { code: d.code, source: d.source })
  x.relatedInformation = (d.relatedInformation || []).map(r => new vscode.DiagnosticRelatedInformation(location(r.location), r.message))
  return x
}
function completion(c) {
  const x = new vscode.CompletionItem(c.label, c.kind - 1)
  Object.assign(x, { detail: c.detail, sortText: c.sortText, filterText: c.filterText, range: range(c.textEdit.range) })
  x.insertText = c.insertTextFormat === 2 ? new vscode.SnippetString(c.textEdit.newText) : c.textEdit.newText
  return x
}
function action(a) {
  const x = new vscode.CodeAction(a.title, vscode.CodeActionKind.QuickFix)
  x.isPreferred = a.isPreferred
  if (a.edit) x.edit = workspaceEdit(a.edit)
  if (a.command) x.command = a.command
  return x
}

// start begins a session with the server.
function start(context, diagnostics) {
  const settings = vscode.workspace.getConfiguration('wobbly')
  const c = new Connection(settings.get('path'), (method, params) => {
    if (method === 'textDocument/publishDiagnostics') diagnostics.set(vscode.Uri.parse(params.uri), params.diagnostics.map(diagnostic))
    if (method === 'window/logMessage') console.error(params.message)
  }, async (method, params) => {
    if (method === 'workspace/applyEdit') return { applied: await vscode.workspace.applyEdit(workspaceEdit(params.edit)) }
    throw new Error('not known: ' + method)
  }, why => vscode.window.showErrorMessage(`wobbly lsp has ended (${why}). Is the setting wobbly.path right?`))
  c.ready = c.ask('initialize', {
    processId: process.pid, rootUri: null, initializationOptions: { quiet: true },
    capabilities: {
      general: { positionEncodings: ['utf-16'] },
      textDocument: { completion: { completionItem: { snippetSupport: true } }, hover: { contentFormat: ['markdown'] } },
    },
  }).then(result => {
    c.notify('initialized', {})
    c.legend = result.capabilities.semanticTokensProvider.legend
    vscode.workspace.textDocuments.forEach(opened)
  }, () => {})
  return c
}

const ours = d => d.languageId === 'il' && d.uri.scheme === 'file'
const id = d => ({ uri: d.uri.toString() })

function opened(d) {
  if (ours(d)) server.notify('textDocument/didOpen', { textDocument: { ...id(d), languageId: 'il', version: d.version, text: d.getText() } })
}

function changed(e) {
  if (!ours(e.document) || e.contentChanges.length === 0) return
  const changes = e.contentChanges.map(c => ({ range: { start: c.range.start, end: c.range.end }, text: c.text }))
  server.notify('textDocument/didChange', { textDocument: { ...id(e.document), version: e.document.version }, contentChanges: changes })
}

// ask asks about a document. What has changed meanwhile, or was cancelled, has no answer; what is
// refused is said.
async function ask(method, params, token) {
  await server.ready
  try {
    return await server.ask(method, params, token)
  } catch (e) {
    if (e.code === -32803) throw e
    return null
  }
}
const at = (d, p) => ({ textDocument: id(d), position: { line: p.line, character: p.character } })

function providers() {
  const l = vscode.languages
  return [
    l.registerHoverProvider(language, { async provideHover(d, p, t) {
      const h = await ask('textDocument/hover', at(d, p), t)
      return h && new vscode.Hover(new vscode.MarkdownString(h.contents.value), range(h.range))
    } }),
    l.registerCompletionItemProvider(language, { async provideCompletionItems(d, p, t) {
      return ((await ask('textDocument/completion', at(d, p), t)) || []).map(completion)
    } }, '.'),
    l.registerDefinitionProvider(language, { async provideDefinition(d, p, t) {
      return ((await ask('textDocument/definition', at(d, p), t)) || []).map(location)
    } }),
    l.registerReferenceProvider(language, { async provideReferences(d, p, context, t) {
      return ((await ask('textDocument/references', { ...at(d, p), context }, t)) || []).map(location)
    } }),
    l.registerDocumentHighlightProvider(language, { async provideDocumentHighlights(d, p, t) {
      return ((await ask('textDocument/documentHighlight', at(d, p), t)) || []).map(h => new vscode.DocumentHighlight(range(h.range), h.kind - 1))
    } }),
    l.registerDocumentSymbolProvider(language, { async provideDocumentSymbols(d, t) {
      return ((await ask('textDocument/documentSymbol', { textDocument: id(d) }, t)) || []).map(s => new vscode.DocumentSymbol(s.name, '', s.kind - 1, range(s.range), range(s.selectionRange)))
    } }),
    l.registerDocumentFormattingEditProvider(language, { async provideDocumentFormattingEdits(d, _, t) {
      return ((await ask('textDocument/formatting', { textDocument: id(d), options: {} }, t)) || []).map(textEdit)
    } }),
    l.registerCodeActionsProvider(language, { async provideCodeActions(d, r, context, t) {
      return ((await ask('textDocument/codeAction', { textDocument: id(d), range: { start: r.start, end: r.end }, context: { diagnostics: [] } }, t)) || []).map(action)
    } }, { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] }),
    l.registerCodeLensProvider(language, { async provideCodeLenses(d, t) {
      return ((await ask('textDocument/codeLens', { textDocument: id(d) }, t)) || []).map(x => new vscode.CodeLens(range(x.range), x.command))
    } }),
    l.registerRenameProvider(language, {
      async prepareRename(d, p, t) {
        const r = await ask('textDocument/prepareRename', at(d, p), t)
        if (!r) throw new Error('no name stands here')
        return { range: range(r.range), placeholder: r.placeholder }
      },
      async provideRenameEdits(d, p, newName, t) {
        const w = await ask('textDocument/rename', { ...at(d, p), newName }, t)
        return w && workspaceEdit(w)
      },
    }),
  ]
}

// The commands of the lenses: a terminal, a text, a change.
function step(uri, race) {
  const file = vscode.Uri.parse(uri).fsPath
  const terminal = vscode.window.createTerminal({ name: `wobbly ${race}`, shellPath: vscode.workspace.getConfiguration('wobbly').get('path'), shellArgs: ['step', file, '--race', race] })
  terminal.show()
}
async function run(command, uri, race) {
  await server.ready
  return server.ask('workspace/executeCommand', { command, arguments: [uri, race] })
}
async function explain(uri, race) {
  const content = await run('wobbly.explain', uri, race)
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content }), { viewColumn: vscode.ViewColumn.Beside, preview: true })
}
async function fix(uri, race) {
  try {
    vscode.window.showInformationMessage(await run('wobbly.fix', uri, race))
  } catch (e) {
    vscode.window.showWarningMessage(`${race}: ${e.message}`)
  }
}

async function stop() {
  if (!server || server.ended) return
  server.ended = false
  await server.ask('shutdown').catch(() => {})
  server.notify('exit')
  server.ended = true
}

exports.activate = context => {
  const diagnostics = vscode.languages.createDiagnosticCollection('wobbly')
  server = start(context, diagnostics)
  context.subscriptions.push(
    diagnostics,
    vscode.workspace.onDidOpenTextDocument(d => server.ready.then(() => opened(d))),
    vscode.workspace.onDidChangeTextDocument(changed),
    vscode.workspace.onDidCloseTextDocument(d => { if (ours(d)) server.notify('textDocument/didClose', { textDocument: id(d) }) }),
    vscode.commands.registerCommand('wobbly.step', step),
    vscode.commands.registerCommand('wobbly.explain', explain),
    vscode.commands.registerCommand('wobbly.fix', fix),
    vscode.commands.registerCommand('wobbly.restart', async () => { await stop(); server = start(context, diagnostics) }),
    ...providers())
  return server.ready
}

exports.deactivate = stop
