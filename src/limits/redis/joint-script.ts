import { SCRIPT_HEAD } from './script-head.js';

/**
 * What Redis does with requests that count in several windows: each passes if all of its windows have room,
 * else none of them counts it. The windows are those of `grant-script.ts`, and so are `untold` and the least
 * that is used, here named `floor`.
 *
 * ARGV after those of the head: for each key `untold floor`; for each request its
 * number of windows and as how many it counts, and for each window `index of the key, limit`.
 */
export const JOINT_SCRIPT = `${SCRIPT_HEAD}
local before, used = {}, {}
for i = 1, #KEYS - 1 do
  before[i], used[i] = redis.call('GET', KEYS[i + 1]), 0
  if before[i] then
    local stored, count = string.match(before[i], '^(%d+) (%d+)$')
    if tonumber(stored) == window then used[i] = tonumber(count) end
  end
  if is_same then
    used[i] = math.max(used[i] + tonumber(ARGV[2 * i + 2]), tonumber(ARGV[2 * i + 3]), 0)
  end
end
local at = 2 * #KEYS + 2
while ARGV[at] do
  local number, amount = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  local allowed, place, least = is_settled and 1 or 0, 0, math.huge
  for w = 1, number do
    local left = tonumber(ARGV[at + 2 * w + 1]) - used[tonumber(ARGV[at + 2 * w])]
    if left < amount then
      allowed, place, least = 0, w - 1, math.max(left, 0) + amount
      break
    end
    if left < least then place, least = w - 1, left end
  end
  for w = 1, number * allowed do
    local i = tonumber(ARGV[at + 2 * w])
    used[i] = used[i] + amount
  end
  reply[#reply + 1] = allowed
  reply[#reply + 1] = place
  reply[#reply + 1] = least - amount
  at = at + 2 * number + 2
end
for i = 1, #KEYS - 1 do
  local after = string.format('%.0f %.0f', window, used[i])
  if after ~= before[i] then redis.call('SET', KEYS[i + 1], after, 'PXAT', ends) end
  reply[#reply + 1] = used[i]
end
return reply
`;
