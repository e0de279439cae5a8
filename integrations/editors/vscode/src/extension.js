// The extension for VS Code: it starts `wobbly lsp` and shows the answers to its commands.
'use strict'
const vscode = require('vscode')
const { execFile } = require('child_process')
const { LanguageClient } = require('vscode-languageclient/node')

const setting = name => vscode.workspace.getConfiguration('wobbly').get(name)
let client

// The commands of the lenses. Each has the URI of the program and the number of a race. `ask` has the
// server carry it out, and returns its text.
const commands = {
  'wobbly.step': async ([uri, race]) => {
    const file = vscode.Uri.parse(uri).fsPath
    vscode.window.createTerminal({ name: `wobbly ${race}`, shellPath: setting('path'), shellArgs: ['step', file, '--race', race] }).show()
  },
  'wobbly.explain': async (_, ask) => show(await ask()),
  'wobbly.fix': async ([, race], ask) => {
    try {
      vscode.window.showInformationMessage(await ask())
    } catch (e) {
      vscode.window.showWarningMessage(`${race}: ${e.message}`)
    }
  },
}

async function show(content) {
  const text = await vscode.workspace.openTextDocument({ content })
  await vscode.window.showTextDocument(text, { viewColumn: vscode.ViewColumn.Beside, preview: true })
}

// The code of an error leads here. Other programs can open such an address too, so that nothing but a
// code is taken from it.
function handleUri(uri) {
  const code = /^\/([EW]\d{4})$/.exec(uri.path)
  if (code) execFile(setting('path'), ['explain', code[1]], (err, text) => show(err ? String(err) : text))
}

// begin starts the server, or starts it again. If there is no such command, it says so: the client would
// only name an error of the system, and could not be started again.
async function begin() {
  const path = setting('path')
  const missing = await new Promise(done => execFile(path, ['version'], err => done(typeof err?.code === 'string')))
  if (!missing) return client.restart()
  const open = 'Open Settings'
  vscode.window.showErrorMessage(`The command ${path} cannot be started. Install wobbly, or set wobbly.path.`, open).then(chosen => {
    if (chosen === open) vscode.commands.executeCommand('workbench.action.openSettings', 'wobbly.path')
  })
}

exports.activate = async context => {
  const start = { get command() { return setting('path') }, args: ['lsp'] }
  client = new LanguageClient('wobbly', 'wobbly', start, {
    documentSelector: [{ language: 'il', scheme: 'file' }],
    initializationOptions: () => ({
      quiet: true,
      inlayHints: setting('inlayHints'),
      errorPages: `${vscode.env.uriScheme}://${context.extension.id}/`,
    }),
    middleware: {
      executeCommand: (command, args, next) => commands[command](args, () => next(command, args)),
    },
  })
  context.subscriptions.push(
    vscode.commands.registerCommand('wobbly.restart', begin),
    vscode.window.registerUriHandler({ handleUri }),
    vscode.workspace.onDidChangeConfiguration(e => { if (e.affectsConfiguration('wobbly')) begin() }))
  await begin()
}

exports.deactivate = () => client.stop()
