-- `wobbly lsp` in Neovim (0.7 or later). attach() is called for each buffer with a program.
local M = { command = { 'wobbly', 'lsp' } }

-- The commands of the lenses: a terminal at the racing state, and a text beside.
local function step(command)
  vim.cmd('botright new')
  vim.fn.termopen({ M.command[1], 'step', vim.uri_to_fname(command.arguments[1]), '--race', command.arguments[2] })
  vim.cmd('startinsert')
end

local function show(text)
  vim.cmd('botright new')
  local buffer = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(text, '\n'))
  vim.bo[buffer].buftype, vim.bo[buffer].bufhidden, vim.bo[buffer].modifiable = 'nofile', 'wipe', false
end

local function explain(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  client.request('workspace/executeCommand', { command = command.command, arguments = command.arguments }, function(err, text)
    if err then
      vim.notify(err.message, vim.log.levels.WARN)
    else
      show(text)
    end
  end, context.bufnr)
end

vim.lsp.commands['wobbly.step'] = step
vim.lsp.commands['wobbly.explain'] = explain

-- attach starts the server, or takes the one that runs, for the buffer.
function M.attach()
  local buffer = vim.api.nvim_get_current_buf()
  local config = {
    name = 'wobbly', cmd = M.command, root_dir = vim.fn.getcwd(), init_options = { quiet = true },
    on_attach = function(_, attached)
      vim.bo[attached].omnifunc = 'v:lua.vim.lsp.omnifunc'
      local group = vim.api.nvim_create_augroup('wobbly' .. attached, {})
      vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'TextChanged' }, { group = group, buffer = attached, callback = function() vim.lsp.codelens.refresh() end })
      vim.lsp.codelens.refresh()
    end,
  }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  if not M.client or vim.lsp.client_is_stopped(M.client) then
    M.client = vim.lsp.start_client(config)
  end
  vim.lsp.buf_attach_client(buffer, M.client)
end

return M
