import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '#lib/server/database/embedded/embedded-postgres.ts';
import { type DrillSite, startDrillSite } from './drill-site.ts';

const REQUESTS = 4_000;
const WARM_UP = 2_000;
const AT_ONCE = 10;
const ROUNDS = 3;
const CARS = 100;
/** Shares of requests that are traced; null: tracing is off. */
const SHARES = [null, '0.01', '1'];
const CPU = /^process_cpu_seconds_total ([\d.e+-]+)/m;

type Measured = { share: string | null; site: DrillSite; metrics: string; microseconds: number[] };

/** Measures CPU per request that reads the database, with and without tracing in turn. Spans go to a receiver in this process. */
export async function tracing(): Promise<string[]> {
  let bytes = 0;
  const collector = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.on('end', () => response.end('{}'));
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const sites: Measured[] = [];
  for (const share of SHARES) sites.push(await start(share, endpoint));
  for (const { site } of sites) await ask(site, WARM_UP);
  for (let round = 0; round < ROUNDS; round++)
    for (const each of sites) {
      const before = await processorSeconds(each.metrics);
      await ask(each.site, REQUESTS);
      each.microseconds.push((((await processorSeconds(each.metrics)) - before) * 1e6) / REQUESTS);
    }
  for (const { site } of sites) await site.stop();
  collector.close();
  if (bytes === 0) throw new Error('no spans arrived');
  const figures = sites.map(({ share, microseconds }) => {
    const rounds = microseconds.map((figure) => Math.round(figure)).join(', ');
    return `${share === null ? 'off' : `share ${share}`}: ${rounds} µs of processor time a request`;
  });
  return [`tracing: ${ROUNDS} rounds of ${REQUESTS} requests`, ...figures];
}

async function start(share: string | null, endpoint: string): Promise<Measured> {
  const port = await freePort();
  const settings = share !== null && { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share };
  const site = await startDrillSite({ DEMO_LISTINGS: String(CARS), METRICS_PORT: String(port), ...settings });
  return { share, site, metrics: `http://127.0.0.1:${port}/metrics`, microseconds: [] };
}

async function ask({ origin }: DrillSite, requests: number): Promise<void> {
  let sent = 0;
  const client = async () => {
    while (sent < requests) {
      const response = await fetch(`${origin}/api/listings/${(sent++ % CARS) + 1}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
}

async function processorSeconds(metrics: string): Promise<number> {
  return Number(CPU.exec(await (await fetch(metrics)).text())?.[1]);
}
