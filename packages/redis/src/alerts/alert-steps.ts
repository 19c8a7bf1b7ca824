import { step } from '../database/step.js';

/**
 * Records of alerts. Each kind (`rule`, `alert`, `silence`) has keys of its own below `alerts:<kind>:`.
 *
 * - `at:<id>`: a record, a hash: `revision`, `tenant`, `member` of the indexes, `unique`, `status`, `ends` in milliseconds, and `body`, its JSON. An
 *   empty text stands for null.
 * - `all`, `of:<tenant>`: by creation (see time-index.ts). `is:<status>`, `is:<status>:of:<tenant>`: those with a status.
 * - `unique`: a hash of ids by what is unique. `ending`: ids by when they end.
 *
 * Arguments begin with the kind. A record is given as id, tenant, member, unique, status, ends, revision and body.
 */
const RECORDS = `
local home = base .. 'alerts:' .. next_arg() .. ':'
local FIELDS = { 'tenant', 'member', 'unique', 'status', 'ends', 'revision', 'body' }
local function record_key(id) return home .. 'at:' .. id end
local function next_record()
  local record = { id = next_arg() }
  for _, name in ipairs(FIELDS) do record[name] = next_arg() end
  return record
end
local function stored_record(id)
  local values = redis.call('HMGET', record_key(id), unpack(FIELDS))
  if not values[6] then return nil end
  local record = { id = id }
  for index, name in ipairs(FIELDS) do record[name] = values[index] end
  return record
end
local function indexes_of(record)
  local indexes = { home .. 'all' }
  if record.status ~= '' then indexes[#indexes + 1] = home .. 'is:' .. record.status end
  if record.tenant ~= '' then
    indexes[#indexes + 1] = home .. 'of:' .. record.tenant
    if record.status ~= '' then
      indexes[#indexes + 1] = home .. 'is:' .. record.status .. ':of:' .. record.tenant
    end
  end
  return indexes
end
local function is_taken(record)
  if record.unique == '' then return false end
  local holder = redis.call('HGET', home .. 'unique', record.unique)
  return holder and holder ~= record.id
end
local function put_record(record)
  local fields = {}
  for _, name in ipairs(FIELDS) do
    fields[#fields + 1] = name
    fields[#fields + 1] = record[name]
  end
  redis.call('HSET', record_key(record.id), unpack(fields))
  for _, index in ipairs(indexes_of(record)) do redis.call('ZADD', index, 0, record.member) end
  if record.unique ~= '' then redis.call('HSET', home .. 'unique', record.unique, record.id) end
  if record.ends ~= '' then redis.call('ZADD', home .. 'ending', record.ends, record.id) end
end
local function remove_record(record)
  for _, index in ipairs(indexes_of(record)) do redis.call('ZREM', index, record.member) end
  if record.unique ~= '' then redis.call('HDEL', home .. 'unique', record.unique) end
  redis.call('ZREM', home .. 'ending', record.id)
  redis.call('DEL', record_key(record.id))
end
`;

/** Arguments: the record. Returns 0 where the id or what is unique is taken. */
export const ADD_RECORD = step(
  RECORDS,
  `
local record = next_record()
if stored_record(record.id) or is_taken(record) then return 0 end
put_record(record)
return 1
`,
);

/** Arguments: the expected revision, and the record. Returns 0 where the stored revision is another one, or what is unique is taken. */
export const SAVE_RECORD = step(
  RECORDS,
  `
local expected, record = next_arg(), next_record()
local stored = stored_record(record.id)
if not stored or stored.revision ~= expected or is_taken(record) then return 0 end
remove_record(stored)
put_record(record)
return 1
`,
);

/** Arguments: the expected revision, or an empty text for any; the number of ids; the ids. Returns how many were deleted. */
export const DELETE_RECORDS = step(
  RECORDS,
  `
local expected, deleted = next_arg(), 0
for _ = 1, next_number() do
  local stored = stored_record(next_arg())
  if stored and (expected == '' or stored.revision == expected) then
    remove_record(stored)
    deleted = deleted + 1
  end
end
return deleted
`,
);
