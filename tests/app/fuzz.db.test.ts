import { SeededRandom } from '@carquay/demo/inventory/seeded-random.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../support/database/test-database.ts';
import { fuzzCallers } from '../support/fuzz/fuzz-callers.ts';
import { describe as described, type FuzzAnswer, problemOf } from '../support/fuzz/fuzz-report.ts';
import { type ApiDocument, type HostileRequest, hostileRequests } from '../support/fuzz/hostile-requests.ts';
import { testApp } from '../support/server/test-app.ts';

/** At least two of each call. `npm run fuzz` sends more, to a started server. */
const REQUESTS = 320;

test('hostile requests to every call get no server error and no internals', async () => {
  const { pool } = await testDatabase();
  const app = await testApp(pool, { PAYMENT_DELAY_MS: '0' });
  const document = (await app.inject('/api/docs/json')).json<ApiDocument>();
  const { known, cookieOf } = fuzzCallers(pool);
  const requests = hostileRequests(document, new SeededRandom(1), known);

  const send = async ({ caller, method, path, type, body }: HostileRequest, ip: string): Promise<FuzzAnswer> => {
    const cookie = await cookieOf(caller);
    const headers = { ...(cookie && { cookie }), ...(type !== undefined && { 'content-type': type }) };
    const payload = body === undefined ? {} : { payload: body };
    const answer = await app.inject({ method, url: path, headers, remoteAddress: ip, ...payload });
    return { status: answer.statusCode, headers: answer.headers as Record<string, string>, text: answer.body };
  };

  const problems: string[] = [];
  const statuses = new Map<number, number>();
  for (let index = 0; index < REQUESTS; index++) {
    const request = requests.next().value;
    const answer = await send(request, `10.9.${index >> 8}.${index & 255}`);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const problem = problemOf(request, answer);
    if (problem !== null) problems.push(`${problem}: ${described(request, answer)}`);
  }
  expect(problems).toEqual([]);
  // The requests get past access checks and routing.
  for (const status of [200, 400, 401, 403, 404]) expect(statuses.get(status), String(status)).toBeGreaterThan(5);
  expect((await app.inject('/api/ready')).statusCode).toBe(200);
});
