-- A session of Neovim with `wobbly lsp`: what it comes to is written as JSON to $OUT.
local out = {}
local function wait(what, done)
  if not vim.wait(20000, done, 20) then
    out.failed = 'waited in vain for ' .. what
    error(out.failed)
  end
end
local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
  for _, a in pairs(answers or {}) do
    if a.err or a.error then return (a.err or a.error).message end
    return a.result
  end
end

local ok, err = pcall(function()
  vim.cmd('edit ' .. vim.env.PROGRAM)
  out.filetype, out.makeprg = vim.bo.filetype, vim.bo.makeprg
  wait('the races', function() return #vim.diagnostic.get(0) == 3 end)
  out.races = vim.tbl_map(function(d) return d.lnum .. ':' .. d.col .. ' ' .. d.message end, vim.diagnostic.get(0))
  vim.fn.cursor(3, 12)
  out.hover = ask('textDocument/hover', vim.lsp.util.make_position_params()).contents.value
  out.lenses = #ask('textDocument/codeLens', { textDocument = vim.lsp.util.make_text_document_params() })

  -- An error, and its fix.
  vim.api.nvim_buf_set_lines(0, 8, 9, true, { '  b.f = v; // 😀' })
  wait('the error', function() return #vim.diagnostic.get(0) == 1 end)
  out.error = vim.diagnostic.get(0)[1].message
  local params = vim.lsp.util.make_range_params()
  params.range = { start = { line = 8, character = 0 }, ['end'] = { line = 8, character = 16 } }
  params.context = { diagnostics = {} }
  vim.lsp.util.apply_workspace_edit(ask('textDocument/codeAction', params)[1].edit, 'utf-16')
  out.mended = vim.api.nvim_buf_get_lines(0, 8, 9, true)[1]
  wait('the races again', function() return #vim.diagnostic.get(0) == 3 end)

  -- A new name, a definition, what can stand somewhere, formatting.
  vim.fn.cursor(9, 3)
  local position = vim.lsp.util.make_position_params()
  out.definition = ask('textDocument/definition', position)[1].range.start.line
  position.newName = 'pointer'
  vim.lsp.util.apply_workspace_edit(ask('textDocument/rename', position), 'utf-16')
  out.renamed = vim.api.nvim_buf_get_lines(0, 6, 9, true)
  position.newName = 'while'
  out.refused = ask('textDocument/rename', position)
  vim.fn.cursor(9, 11)
  out.completions = #ask('textDocument/completion', vim.lsp.util.make_position_params())
  vim.api.nvim_buf_set_lines(0, 7, 8, true, { 'v:=new()' })
  vim.lsp.buf.formatting_sync({}, 20000)
  out.formatted = vim.api.nvim_buf_get_lines(0, 7, 8, true)[1]
  out.explained = ask('workspace/executeCommand', { command = 'wobbly.explain', arguments = { vim.uri_from_bufnr(0), 'R1' } })

  -- The short form, read by :make.
  vim.cmd('write')
  vim.cmd('silent make')
  out.quickfix = vim.tbl_map(function(x) return x.lnum .. ':' .. x.col .. ' ' .. x.text end, vim.fn.getqflist())
  out.syntax = vim.fn.synIDattr(vim.fn.synID(2, 3, 1), 'name')
  for _, client in pairs(vim.lsp.get_active_clients()) do client.stop() end
  wait('the end', function() return #vim.lsp.get_active_clients() == 0 end)
end)
if not ok then out.failed = out.failed or err end
vim.fn.writefile({ vim.json.encode(out) }, vim.env.OUT)
vim.cmd('qall!')
