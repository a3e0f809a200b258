/**
 * `npm run fuzz -- REQUESTS SEED` sends hostile requests to all calls of the API document of a freshly started site: as a
 * visitor, a user and an administrator. Fails on any server error, leak or error without our body. 3,300 requests by default.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededRandom } from '@carquay/demo/inventory/seeded-random.ts';
import { orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import { freePort, startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { fuzzCallers } from '../tests/support/fuzz/fuzz-callers.ts';
import { describe, type FuzzAnswer, problemOf } from '../tests/support/fuzz/fuzz-report.ts';
import { type ApiDocument, type HostileRequest, hostileRequests } from '../tests/support/fuzz/hostile-requests.ts';
import { startCheckoutSite } from './processes.ts';
import { table } from './report.ts';
import { scratchDatabase } from './scratch-database.ts';

const [requestsGiven, seedGiven] = process.argv.slice(2).map(Number);
const REQUESTS = requestsGiven ?? 3_300;
const SEED = seedGiven ?? 1;
const AT_ONCE = 4;
const TIMEOUT_MS = 30_000;

const folder = await mkdtemp(join(tmpdir(), 'carquay-fuzz-'));
const database = await startEmbeddedPostgres(join(folder, 'postgres'));
const url = await scratchDatabase(database.url, 60, () => {});
const pool = await openPool(url, { max: 4 });
const port = await freePort();
const site = await startCheckoutSite({ port, databaseUrl: url, dataDir: folder, delayMs: 0 });
const problems: string[] = [];
const statuses = new Map<number, number>();
try {
  const document = (await (await fetch(`${site.origin}/api/docs/json`)).json()) as ApiDocument;
  const { known, cookieOf } = fuzzCallers(pool);
  const requests = hostileRequests(document, new SeededRandom(SEED), known);
  let sent = 0;
  const work = async () => {
    while (sent < REQUESTS) {
      const index = sent++;
      const request = requests.next().value;
      const answer = await send(
        request,
        await cookieOf(request.caller),
        `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
      );
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const problem = problemOf(request, answer);
      if (problem !== null) problems.push(`${problem}: ${describe(request, answer)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const ready = await fetch(`${site.origin}/api/ready`);
  if (ready.status !== 200) problems.push(`/api/ready is ${ready.status} afterwards`);
  for (const { paymentId, what } of await orderDifferences(pool)) problems.push(`payment ${paymentId}: ${what}`);
} finally {
  await site.stop();
  await pool.end();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
table(
  `${REQUESTS} hostile requests, seed ${SEED}`,
  ['status', 'count'],
  [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => [String(status), count]),
);
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? '\nNo server error and no leak' : `\n${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);

/** Sends a raw request; `fetch` would normalize its path and headers. Status 0 means that the connection broke. */
function send(
  { method, path, type, body }: HostileRequest,
  cookie: string | undefined,
  ip: string,
): Promise<FuzzAnswer> {
  const headers = {
    'x-forwarded-for': ip,
    ...(cookie && { cookie }),
    ...(type !== undefined && { 'content-type': type }),
    ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve) => {
    const call = httpRequest({ host: '127.0.0.1', port, method, path, headers, timeout: TIMEOUT_MS }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string>,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    call.on('timeout', () => call.destroy(new Error('timeout')));
    call.on('error', (error) => resolve({ status: 0, headers: {}, text: error.message }));
    call.end(body);
  });
}
