/**
 * What Redis does with requests that count in several windows: each passes if all of its windows have room,
 * else none of them counts it. The windows are those of `grant-script.ts`, and so are `untold` and the least
 * that is used, here named `floor`.
 *
 * ARGV: length of a window, number of the window here; for each key `untold floor`; for each request its
 * number of windows and as how many it counts, and for each window `index of the key, limit`.
 */
export const JOINT_SCRIPT = `
local time = redis.call('TIME')
local seconds, micros = tonumber(time[1]), tonumber(time[2])
local length = tonumber(ARGV[1])
local window = math.floor((seconds * 1000 + math.floor(micros / 1000)) / length)
local ends = string.format('%.0f', (window + 1) * length)
local is_same = tonumber(ARGV[2]) == window
local before, used = {}, {}
for i, key in ipairs(KEYS) do
  before[i], used[i] = redis.call('GET', key), 0
  if before[i] then
    local stored, count = string.match(before[i], '^(%d+) (%d+)$')
    if tonumber(stored) == window then used[i] = tonumber(count) end
  end
  if is_same then
    used[i] = math.max(used[i] + tonumber(ARGV[2 * i + 1]), tonumber(ARGV[2 * i + 2]), 0)
  end
end
local reply = { seconds, micros, window }
local at = 2 * #KEYS + 3
while ARGV[at] do
  local number, amount = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  local allowed, place, least = 1, 0, math.huge
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
for i, key in ipairs(KEYS) do
  local after = string.format('%.0f %.0f', window, used[i])
  if after ~= before[i] then redis.call('SET', key, after, 'PXAT', ends) end
  reply[#reply + 1] = used[i]
end
return reply
`;
