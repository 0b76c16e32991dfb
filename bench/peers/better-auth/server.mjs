// better-auth with e-mail and password, on the database of a seeded Sooner: the same accounts, hashes and buyers.
//   node server.mjs prepare DATABASE      makes its tables and accounts
//   node server.mjs serve DATABASE PORT   serves on loopback, with a process for each core
import { hash, verify } from '@node-rs/argon2'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { fromNodeHeaders, toNodeHandler } from 'better-auth/node'
import { bearer } from 'better-auth/plugins'
import cluster from 'node:cluster'
import { createServer } from 'node:http'
import { availableParallelism } from 'node:os'
import pg from 'pg'

const [, , task, database, port] = process.argv
const pool = new pg.Pool({ connectionString: database, max: 4 })
const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const auth = betterAuth({
  baseURL: `http://127.0.0.1:${port ?? 1}`,
  secret: 'a secret of the bench, long enough for production',
  database: pool,
  emailAndPassword: {
    enabled: true,
    password: { hash: (password) => hash(password, argon2id), verify: ({ hash, password }) => verify(hash, password) },
  },
  plugins: [bearer()],
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { level: 'error' },
})

async function prepare() {
  const { runMigrations } = await getMigrations(auth.options)
  await runMigrations()
  await pool.query(`INSERT INTO "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    SELECT id::text, fname || ' ' || lname, email, TRUE, created_at, created_at FROM users`)
  await pool.query(`INSERT INTO account (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
    SELECT id::text, id::text, 'credential', id::text, password_hash, created_at, created_at FROM users`)
  await pool.end()
}

async function me(request, response) {
  const session = await auth.api.getSession({ headers: fromNodeHeaders(request.headers) })
  if (!session) {
    response.writeHead(401).end()
    return
  }
  // Everybody's company has the id of its founder.
  const buyers = await pool.query({ name: 'buyers', text: 'SELECT * FROM buyers WHERE company_id = $1 ORDER BY id', values: [session.user.id] })
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ user: session.user, buyers: buyers.rows }))
}

if (task === 'prepare') {
  await prepare()
} else if (cluster.isPrimary) {
  for (let core = 0; core < availableParallelism(); core += 1) cluster.fork()
} else {
  const handle = toNodeHandler(auth)
  const answer = (request, response) => (request.url === '/me' ? me(request, response) : request.url === '/health' ? response.end() : handle(request, response))
  createServer(answer).listen(Number(port), '127.0.0.1')
}
