-- What a person does in Neovim, whose results are written as JSON.
local program, result = vim.env.ISOFORM_PROGRAM, vim.env.ISOFORM_RESULT
vim.cmd("edit cheap.isoform")
local client = vim.lsp.start_client({ name = "isoform", cmd = vim.fn.json_decode(program), root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(0, client)

local seen = {}
local function shown()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end
local function codes()
  local found = {}
  for _, one in ipairs(vim.diagnostic.get(0)) do found[#found + 1] = one.code end
  return found
end
local function await(is_there)
  if not vim.wait(20000, is_there, 20) then seen.late = (seen.late or 0) + 1 end
end
local function ask(method, more)
  local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(), more or {})
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000) or {}
  return (answers[client] or {}).result
end

await(function() return #vim.diagnostic.get(0) == 1 end)
seen.codes = codes()
-- The fix of the mistake, as the menu of actions applies it.
local range = vim.lsp.util.make_given_range_params({ 1, 5 }, { 1, 5 })
range.context = { diagnostics = vim.lsp.diagnostic.get_line_diagnostics() }
for _, action in ipairs(ask("textDocument/codeAction", range) or {}) do
  if action.kind == "quickfix" then vim.lsp.util.apply_workspace_edit(action.edit, "utf-16") end
end
seen.mended = shown()
await(function() return #vim.diagnostic.get(0) == 0 end)
-- Typing, which goes to the server as changes of parts.
vim.api.nvim_win_set_cursor(0, { 1, 0 })
vim.cmd("normal! A & {pri")
vim.cmd("normal! $")
await(function() return #vim.diagnostic.get(0) > 0 end)
local params = vim.lsp.util.make_position_params()
params.position.character = params.position.character + 1
seen.labels = {}
for _, item in ipairs((ask("textDocument/completion", params) or {}).items or {}) do
  seen.labels[#seen.labels + 1] = item.label
end
vim.api.nvim_buf_set_lines(0, 0, -1, false, { "AND( {country}='Italy' )" })
vim.api.nvim_win_set_cursor(0, { 1, 8 })
seen.hover = (ask("textDocument/hover") or {}).contents
vim.lsp.buf.formatting_sync(nil, 20000)
seen.formatted = shown()
vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", { newName = "place" }), "utf-16")
seen.renamed = shown()
vim.fn.writefile({ vim.fn.json_encode(seen) }, result)
vim.cmd("qall!")
