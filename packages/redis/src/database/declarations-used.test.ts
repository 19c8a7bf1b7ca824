import { declarationsUsed } from './declarations-used.js';

const SHARED = `
-- What nobody needs is left out.
local one, two = 1, 2
local names = {}
for _, name in ipairs({ 'a' }) do names[name] = true end

local function add(by)
  local sum = one + by
  return sum
end
local function twice() return add(one) + two end
local function unused() return names end
`;

describe('the declarations that a script uses', () => {
  it.each([
    ['return 3', []],
    ['return one', ['local one, two']],
    ['return add(1)', ['local one, two', 'local function add']],
    ['return twice()', ['local one, two', 'local function add', 'local function twice']],
    ['return unused()', ['local names', 'local function unused']],
    ['return add_up, twice_as_much', []],
  ])('of %s', (script, expected) => {
    const used = declarationsUsed(SHARED, script);
    expect(used.match(/^local (?:function \w+|[\w, ]*\w)/gm) ?? []).toEqual(expected);
  });

  it('keeps what follows a declaration', () => {
    expect(declarationsUsed(SHARED, 'return names')).toContain('names[name] = true');
  });
});
