-- Load for wrk. The first argument names a file of accounts, a line each: "token email"; the second what is asked:
--   read       GET /semi-private/user, as one account after the other
--   queue      GET /operator/applications, with the first account
--   search     the same, looking for the beginning of a word
--   buyer      POST /semi-private/buyers, as one account after the other
--   sign-in    POST /auth/signin, each time from another address; with a PATH, there
--   get PATH   any page, as one account after the other
local accounts, file, ask, path = {}, nil, nil, nil
local turn, body, password = 0, nil, 'correct horse battery staple'
local began = os.time()
-- Each another company: nobody is on a list twice.
local buyer = '{"legalName":"Nordwind Handels GmbH","country":"DE","registrationNumber":"HRB %d %d","contactName":"Nora Wind",' ..
  '"contactEmail":"nora@example.com","expectedYearlyVolume":{"amount":25000000,"currency":"EUR"},"paymentTermsDays":30}'

function init(args)
  file, ask, path = args[1], args[2], args[3]
  for line in io.lines(file) do
    local token, email = line:match('^(%S+) (%S+)$')
    accounts[#accounts + 1] = { token = token, email = email }
  end
  -- Not always the same first accounts: how often one may sign in is limited.
  math.randomseed(os.time())
  turn = math.random(#accounts)
end

local function get(path, account)
  return wrk.format('GET', path, { Authorization = 'Bearer ' .. account.token })
end

function request()
  turn = turn + 1
  local account = accounts[turn % #accounts + 1]
  if ask == 'read' then return get('/semi-private/user', account) end
  if ask == 'get' then return get(path, account) end
  if ask == 'queue' then return get('/operator/applications', accounts[1]) end
  if ask == 'search' then return get('/operator/applications?search=company777', accounts[1]) end
  local headers = { ['Content-Type'] = 'application/json' }
  if ask == 'buyer' then
    headers.Authorization = 'Bearer ' .. account.token
    return wrk.format('POST', '/semi-private/buyers', headers, buyer:format(began, turn))
  end
  headers['X-Forwarded-For'] = string.format('10.%d.%d.%d', turn / 65536 % 256, turn / 256 % 256, turn % 256)
  return wrk.format('POST', path or '/auth/signin', headers, string.format('{"email":"%s","password":"%s"}', account.email, password))
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('RESULT {"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"refused":%d,"failed":%d}\n', summary.requests,
    summary.duration, latency:percentile(50), latency:percentile(99), errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
