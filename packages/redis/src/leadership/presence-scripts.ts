import { script } from '../connection/script.js';

/**
 * The nodes that are alive and how long their cluster lives, in one hash: `until` is the end of the cluster, `node:<id>` that of a node.
 * Arguments: the node, the milliseconds that it lives on, and whether it is a member (1 or 0).
 */

/** Says that a node is alive, and founds the cluster where none lives. Returns whether it did, and the end of the cluster. */
export const BEAT = script(`
local now = now_ms()
local until_ms = tonumber(redis.call('HGET', KEYS[1], 'until') or 0)
redis.call('HSET', KEYS[1], 'node:' .. ARGV[1], now + ARGV[2])
local founded = ARGV[3] == '0' and until_ms <= now
if founded or ARGV[3] == '1' then
  until_ms = now + ARGV[2]
  redis.call('HSET', KEYS[1], 'until', until_ms)
end
return { founded and 1 or 0, until_ms }
`);

/** Removes a node and those that are dead. If it is a member, the cluster ends with it unless another node is alive. */
export const LEAVE = script(`
local now, alive = now_ms(), 0
redis.call('HDEL', KEYS[1], 'node:' .. ARGV[1])
local fields = redis.call('HGETALL', KEYS[1])
for index = 1, #fields, 2 do
  if string.sub(fields[index], 1, 5) == 'node:' then
    if tonumber(fields[index + 1]) > now then alive = alive + 1 else redis.call('HDEL', KEYS[1], fields[index]) end
  end
end
if ARGV[3] == '1' then redis.call('HSET', KEYS[1], 'until', alive > 0 and now + ARGV[2] or 0) end
return alive
`);
