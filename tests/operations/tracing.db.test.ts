import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { expect, test, vi } from 'vitest';
import { createApp } from '#app/app.ts';
import { openTracing } from '#app/tracing/open-tracing.ts';
import { readConfig } from '#lib/server/config/config.ts';
import { openPool, rowsOf, statement } from '#lib/server/database/postgres.ts';
import { openJob } from '#lib/server/jobs/job-runs.ts';
import { addCars } from '../support/catalog/cars.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { afterFile } from '../support/runner/after-file.ts';
import { scratchFolder } from '../support/runner/scratch-folder.ts';
import { postJson } from '../support/server/test-app.ts';
import { type ReceivedSpan, traceCollector } from '../support/server/trace-collector.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const SERVER = 2;
const TIMES = { sendEveryMs: 50, maxEndMs: 300 };
const { url } = await testDatabase();
const pool = await openPool(url);
afterFile(() => pool.end());
const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal' }]);

type Traced = {
  collector: Awaited<ReturnType<typeof traceCollector>>;
  app: FastifyInstance;
  log: string[];
  said: string[];
};

/** Runs `work` with a traced app, then ends tracing, which sends the remaining spans. */
async function traced(environment: Record<string, string>, work: (site: Traced) => Promise<unknown>): Promise<Traced> {
  const collector = await traceCollector();
  const config = readConfig({
    DATA_DIR: await scratchFolder(),
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_TRACES_SAMPLER_ARG: '1',
    ...environment,
  });
  const said: string[] = [];
  const log: string[] = [];
  const logTo = new PassThrough().on('data', (chunk) => log.push(...String(chunk).split('\n').filter(Boolean)));
  const { trustProxy } = config;
  const tracing = await openTracing({
    settings: config.tracing!,
    trustProxy,
    report: (line) => said.push(line),
    times: TIMES,
  });
  const app = await createApp({ config, pool, mode: 'test', logTo });
  const site = { collector, app, log, said };
  await app.ready();
  await work(site);
  await app.close();
  await tracing.stop();
  await collector.close();
  return site;
}

const attribute = ({ attributes }: ReceivedSpan, name: string) => {
  const { stringValue, intValue } = attributes.find(({ key }) => key === name)?.value ?? {};
  return stringValue ?? intValue;
};
const traceparent = (flags: string) => ({ traceparent: `00-${TRACE}-${PARENT}-${flags}` });

test('records requests by route pattern with their statements, below the span of the caller, without personal data', async () => {
  const { collector, log } = await traced(
    { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc' },
    async ({ app }) => {
      await app.inject({ url: `/api/listings/${car}?email=hush@x.example`, headers: traceparent('01') });
      await postJson(
        app,
        '/api/login',
        { email: 'hush@x.example', password: 'hush-hush' },
        { headers: traceparent('01') },
      );
    },
  );
  const requests = collector.spans.filter(({ kind }) => kind === SERVER);
  expect(requests.map(({ name, traceId, parentSpanId }) => [name, traceId, parentSpanId])).toEqual([
    ['GET /api/listings/:id', TRACE, PARENT],
    ['POST /api/login', TRACE, PARENT],
  ]);
  const [get, login] = requests;
  expect(attribute(get!, 'http.response.status_code')).toBe(200);
  const partsOf = (span: ReceivedSpan) => collector.spans.filter(({ parentSpanId }) => parentSpanId === span.spanId);
  expect(partsOf(get!).map(({ name }) => name)).toContain('select rental_days');
  expect(partsOf(login!).map(({ name }) => name)).toContain('select users');
  const statement = partsOf(get!).find(({ name }) => name === 'select rental_days')!;
  expect(attribute(statement, 'db.system.name')).toBe('postgresql');
  expect(attribute(statement, 'carquay.statement')).toMatch(/^[0-9a-f]{20}$/);
  expect(JSON.stringify(collector.spans)).not.toMatch(/hush|127\.0\.0\.1/);
  expect(JSON.stringify(collector.spans)).not.toContain(`/${car}`);
  expect(collector.requests[0]).toMatchObject({ path: '/v1/traces', headers: { authorization: 'Bearer abc' } });
  expect(log.filter((line) => line.includes(TRACE)).length).toBe(2);
});

test('the log names the trace of a request that came without one', async () => {
  const { collector, log } = await traced({}, ({ app }) => app.inject(`/api/listings/${car}`));
  const { traceId } = collector.spans.find(({ kind }) => kind === SERVER)!;
  expect(log.some((line) => JSON.parse(line).trace === traceId)).toBe(true);
});

test('records each job as a separate trace, and a failure by its code only', async () => {
  const { collector } = await traced({}, async () => {
    const job = openJob('test job', 1_000, () => {});
    await job.run(() => rowsOf(pool, statement('select id from users where email = $1'), ['hush@x.example']));
    await job.run(() => pool.query("select 'hush' / 0 as hush from users"));
    job.close();
  });
  const jobs = collector.spans.filter(({ name }) => name === 'job test job');
  expect(jobs.map(({ status, parentSpanId }) => [status.code, parentSpanId ?? ''])).toEqual([
    [0, ''],
    [2, ''],
  ]);
  expect(jobs.map((job) => attribute(job, 'error.type'))).toEqual([undefined, '22P02']);
  expect(JSON.stringify(collector.spans)).not.toContain('hush');
});

test('statements of two requests that wait for one connection stay in their own traces', async () => {
  const narrow = await openPool(url, { max: 1 });
  const { collector } = await traced({}, async () => {
    const job = openJob('narrow', 1_000, () => {});
    await Promise.all([1, 2, 3].map(() => job.run(() => narrow.query('select 1 from users'))));
    job.close();
  });
  await narrow.end();
  const parents = collector.spans.filter(({ name }) => name === 'select users').map(({ parentSpanId }) => parentSpanId);
  expect(new Set(parents).size).toBe(3);
});

test('reports a failing collector once, and again when it works, without affecting requests', async () => {
  const { said } = await traced({}, async ({ app, collector, said: lines }) => {
    const ask = async () => expect((await app.inject(`/api/listings/${car}`)).statusCode).toBe(200);
    collector.answers.status = 400;
    await ask();
    await vi.waitFor(() => expect(collector.requests.length).toBeGreaterThan(0), 10_000);
    await vi.waitFor(() => expect(lines.length).toBe(1), 10_000);
    await ask();
    const before = collector.requests.length;
    await vi.waitFor(() => expect(collector.requests.length).toBeGreaterThan(before), 10_000);
    expect(lines.length).toBe(1);
    collector.answers.status = 200;
    await ask();
  });
  expect(said).toEqual([
    expect.stringMatching(
      /^Warning: The trace collector 127\.0\.0\.1:\d+ cannot be reached \(.+\)\. Traces are dropped until it can\.$/,
    ),
    expect.stringMatching(/^The trace collector 127\.0\.0\.1:\d+ works again\.$/),
  ]);
});

test('a silent collector does not delay the end by more than the limit', async () => {
  const silent = createServer((socket) => void socket.unref().on('error', () => {})).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  afterFile(() => void silent.close());
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const settings = { endpoint, headers: {}, serviceName: 'carquay', ratio: 1 };
  const tracing = await openTracing({ settings, trustProxy: 0, report: () => {}, times: TIMES });
  const job = openJob('test job', 1_000, () => {});
  await job.run(async () => {});
  job.close();
  const ended: string[] = [];
  const noting = (what: string) => () => ended.push(what);
  await Promise.all([tracing.stop().then(noting('tracing')), wait(4 * TIMES.maxEndMs).then(noting('later timer'))]);
  expect(ended).toEqual(['tracing', 'later timer']);
});
