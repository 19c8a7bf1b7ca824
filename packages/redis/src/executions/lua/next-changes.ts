/** Reads changes of fields from the arguments, as `changeArgs` writes them: a table by field name, in which false removes a field. */
export const NEXT_CHANGES = `
local function next_changes()
  local changes = {}
  for _ = 1, next_number() do
    local name = next_arg()
    changes[name] = next_arg()
  end
  for _ = 1, next_number() do changes[next_arg()] = false end
  return changes
end
`;
