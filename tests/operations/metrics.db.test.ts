import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { beforeAll, expect, test } from 'vitest';
import { createApp } from '#app/app.ts';
import { type Measured, siteMetrics } from '#app/metrics/site-metrics.ts';
import { serveMetrics } from '#app/start/try-ports.ts';
import { readConfig } from '#lib/server/config/config.ts';
import { freePort } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { openJob } from '#lib/server/jobs/job-runs.ts';
import { queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { addCars } from '../support/catalog/cars.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { afterFile } from '../support/runner/after-file.ts';
import { scratchFolder } from '../support/runner/scratch-folder.ts';
import { testNow } from '../support/runner/test-clock.ts';

const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const lines: string[] = [];
const logTo = new PassThrough();
logTo.on('data', (chunk) => lines.push(...String(chunk).split('\n').filter(Boolean)));
const { url } = await testDatabase();
const pool = await openPool(url);
afterFile(() => pool.end());
let app: FastifyInstance;
let registry: Registry;
let car = 0;

beforeAll(async () => {
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal' }]);
  const config = readConfig({ DATA_DIR: await scratchFolder(), LOG_LEVEL: 'info', TRUST_PROXY: '1' });
  const services = () => [{ name: 'bucket', works: false, since: testNow(), reason: 'ECONNREFUSED' }];
  const metrics = (measured: Pick<Measured, 'inventoryAgeMs' | 'caches' | 'policyViolations'>) => {
    registry = siteMetrics({ ...measured, pool, services, held: false, backups: null, replica: null });
    return registry;
  };
  app = await createApp({ config, pool, mode: 'test', logTo, metrics });
  afterFile(() => app.close());
  await app.ready();
});

test('measures requests by route pattern, the pool, queues, jobs and services', async () => {
  await app.inject(`/api/listings/${car}?note=hush`);
  await queueMail(pool, { to: 'reader@buyers.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' });
  for (const _again of [1, 2]) await app.inject('/api/listings/listings?make=BYD');
  await app.inject({
    method: 'POST',
    url: '/csp-reports',
    headers: { 'content-type': 'application/csp-report' },
    payload: '{"csp-report":{"effective-directive":"img-src"}}',
  });
  const job = openJob('test job', 1_000, () => {});
  await job.run(async (run) => run.lease(3));
  const text = await registry.metrics();
  job.close();
  expect(text).toMatch(
    /carquay_http_request_duration_seconds_count\{method="GET",route="\/api\/listings\/:id",status="200"\} 1/,
  );
  expect(text).not.toContain(`/api/listings/${car}`);
  expect(text).not.toContain('hush');
  for (const name of [
    'carquay_info{version=',
    'carquay_pool_connections{state="idle"}',
    'carquay_database_away_seconds 0',
    'carquay_inventory_age_seconds ',
    'carquay_queue_waiting{queue="mail"} 1',
    'carquay_queue_oldest_seconds{queue="payments"} 0',
    'carquay_service_works{service="bucket"} 0',
    'carquay_cache_hits{cache="answers"} 1',
    'carquay_cache_misses{cache="answers"} ',
    'carquay_cache_entries{cache="answers"} ',
    'carquay_cache_bytes{cache="answers"} ',
    'carquay_policy_violations{directive="img-src"} 1',
    'carquay_job_leases{job="test job"} 3',
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
  ])
    expect(text, name).toContain(name);
});

test('serves metrics on their own port and nothing else', async () => {
  const port = await freePort();
  const close = await serveMetrics(registry, '127.0.0.1', port);
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  expect([await get('/metrics'), await get('/'), (await app.inject('/metrics')).statusCode]).toEqual([200, 404, 404]);
  await expect(serveMetrics(registry, '127.0.0.1', port)).rejects.toThrow(
    /^Port \d+ is already in use. Set METRICS_PORT to a free port/,
  );
  await close();
});

test('accepts and returns request ids, and logs one line per request without address or visitor', async () => {
  const given = { 'x-request-id': 'from-the-proxy-1', traceparent: TRACE, 'user-agent': 'hush' };
  const { headers } = await app.inject({ url: `/api/listings/${car}?email=hush@x.example`, headers: given });
  expect(headers).toMatchObject({ 'x-request-id': 'from-the-proxy-1', traceparent: TRACE });
  const own = await app.inject({ url: '/api/health', headers: { 'x-request-id': 'bad id\t' } });
  expect(own.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  const line = lines.find((each) => each.includes('from-the-proxy-1')) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({
    reqId: 'from-the-proxy-1',
    method: 'GET',
    route: '/api/listings/:id',
    status: 200,
    trace: '0af7651916cd43dd8448eb211c80319c',
    msg: 'request',
  });
  expect(lines.join('\n')).not.toContain('hush');
  expect(line).not.toContain('127.0.0.1');
});

test('a request whose client disconnects stops counting as running, and is measured', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const running = async () => /carquay_http_requests_running (\d+)/.exec(await registry.metrics())?.[1];
  const client = connect(port, '127.0.0.1');
  client.write('POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{');
  await expect.poll(running).toBe('1');
  client.destroy();
  await expect.poll(running).toBe('0');
  expect(await registry.metrics()).toMatch(
    /duration_seconds_count\{method="POST",route="\/api\/login",status="499"\} 1/,
  );
});

test('unknown methods and addresses add no labels', async () => {
  for (const method of ['PROPFIND', 'PURGE', 'SEARCH'] as const)
    for (const url of ['/wp-login.php', '/api/none/17', '/.env'])
      await app.inject({ method: method as 'GET', url }).catch(() => {});
  const text = await registry.metrics();
  expect(text).not.toMatch(/wp-login|none\/17|\.env|PURGE/);
  const routes = new Set([...text.matchAll(/route="([^"]+)"/g)].map(([, route]) => route));
  expect([...routes].filter((route) => !/^\/|^(page|none)$/.test(route!))).toEqual([]);
});
