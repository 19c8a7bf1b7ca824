/**
 * The part of scripts that appends events to the log of the store. Only the scripts of a store whose log is on have it.
 *
 * - `log`: the events, a stream in the order of the changes. Its ids are those that Redis gives.
 * - `log:days`: for each day in UTC, as a number of days since 1970, the last entry that belongs to it.
 * - `log:pruned`: the entry up to which events were deleted by retention.
 * - `log:checkpoints`: how far readers have come, by name.
 *
 * An entry begins with `at`, in milliseconds, and goes on with `e`, the kind of its entity, and `i`, the id of that. `t` is the tenant, `j` the job
 * and `c` the cause; a missing one is null. `n` is the name of the event and `d` its data as JSON. Where a script changes a hash by itself, the
 * entry has no name, but after `was` and `is` the fields of the hash, of which `event-of-entry.ts` makes the event.
 */
export const LOGGING = `
local logs = true
local cause = ARGV[#ARGV - 1]
local events, deletions = {}, {}
-- The time that a script is told to write down. False: its own.
local event_at = false

local function set(event, name, value)
  if not value or value == '' then return end
  event[#event + 1] = name
  event[#event + 1] = value
end

-- A new event at the end of the log. owned has the tenant and the job that it belongs to.
local function log_change(entity, id, owned)
  local event = { 'at', event_at or now_ms(), 'e', entity, 'i', id }
  set(event, 't', owned.tenant)
  set(event, 'j', owned.job)
  set(event, 'c', cause)
  events[#events + 1] = event
  return event
end

local function log_event(name, entity, id, owned, data)
  local event = log_change(entity, id, owned)
  set(event, 'n', name)
  set(event, 'd', data)
end

local function log_execution(name, x, data) log_event(name, 'execution', x.id, x, data) end

-- Something that was deleted. The deletions of one script are one event for each tenant.
local function log_deleted(name, entity, one)
  for _, deletion in ipairs(deletions) do
    if deletion.name == name and deletion.tenant == one.tenant then
      deletion.ids[#deletion.ids + 1] = one.id
      return
    end
  end
  deletions[#deletions + 1] = { name = name, entity = entity, tenant = one.tenant, ids = { one.id } }
end

-- Events from the arguments, as eventsToArgs writes them.
local function next_events()
  local given = {}
  for index = 1, next_number() do
    local event = {}
    for at = 1, 2 * next_number() do event[at] = next_arg() end
    given[index] = event
  end
  return given
end

local function log_given(given)
  for _, event in ipairs(given) do events[#events + 1] = event end
end

local function write_events()
  for _, one in ipairs(deletions) do
    log_event(one.name, one.entity, one.ids[1], one, cjson.encode({ ids = one.ids }))
  end
  local last_of_day = {}
  for _, event in ipairs(events) do
    local id = redis.call('XADD', base .. 'log', '*', unpack(event))
    last_of_day[math.floor(event[2] / 86400000)] = id
  end
  for day, id in pairs(last_of_day) do redis.call('HSET', base .. 'log:days', day, id) end
end
`;
