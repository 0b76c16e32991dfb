-- Accepts offers with wrk: each line of the file named by the first argument is one, "token receivable offer hash". Each is asked
-- for once, by whichever connection is free; the time is that from the first question to the last answer.
local ffi = require('ffi')
ffi.cdef([[typedef struct { long seconds, microseconds; } moment; int gettimeofday(moment *, void *);
  int getpid(); int kill(int, int);]])

local offers, claimed, turn, thread = {}, 0, -1, nil
answered, elapsed = 0, 0

local function now()
  local moment = ffi.new('moment')
  ffi.C.gettimeofday(moment, nil)
  return tonumber(moment.seconds) * 1e6 + tonumber(moment.microseconds)
end

function setup(one)
  thread = one
end

function init(args)
  for line in io.lines(args[1]) do
    local token, receivable, offer, hash = line:match('^(%S+) (%S+) (%S+) (%S+)$')
    offers[#offers + 1] = { token = token, receivable = receivable, body = '{"offerId":"' .. offer .. '","hash":"' .. hash .. '"}' }
  end
end

-- Before it asks, each connection claims one; whoever finds none left waits for the end.
function delay()
  claimed = claimed + 1
  return claimed <= #offers and 0 or 60000
end

local began
function request()
  turn = turn + 1
  -- The first one that wrk asks for it only looks at.
  if turn == 1 then began = now() end
  local offer = offers[math.max(1, turn)]
  local headers = { ['Content-Type'] = 'application/json', Authorization = 'Bearer ' .. offer.token, ['Idempotency-Key'] = offer.receivable }
  return wrk.format('POST', '/semi-private/receivables/' .. offer.receivable .. '/accept', headers, offer.body)
end

function response()
  answered = answered + 1
  if answered < #offers then return end
  elapsed = now() - began
  -- wrk sleeps to the end of its time, or until it is interrupted.
  ffi.C.kill(ffi.C.getpid(), 2)
end

-- Failed is whatever was not answered in time. Connections that ended after the last answer are no matter.
function done(summary, latency)
  local took = thread:get('elapsed')
  io.write(string.format('RESULT {"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"refused":%d,"failed":%d}\n', thread:get('answered'),
    took, latency:percentile(50), latency:percentile(99), summary.errors.status, took == 0 and 1 or 0))
end
