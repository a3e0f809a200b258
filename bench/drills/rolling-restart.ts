import { Agent, request as send } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { type DrillSite, scratch, seconds, startDrillSite } from './drill-site.ts';
import { smallProxy } from './small-proxy.ts';

const REQUESTS_PER_S = 200;
const DRAIN_S = 2;
const PATHS = [
  '/',
  '/CarExplore',
  '/api/listings/featured',
  '/api/listings/listings?make=BYD',
  '/api/listings/search?q=suv',
];

/** Restarts two processes behind a proxy in turn, under 200 requests a second. A fifth are POST. */
export async function rollingRestart(): Promise<string[]> {
  const database = await startEmbeddedPostgres(await scratch());
  const environment = {
    DATABASE_URL: database.siteUrl,
    EXCHANGE_RATES: 'none',
    DATABASE_OWNER_URL: database.url,
    PAYMENTS: 'simulated',
    DEMO_LISTINGS: '300',
    DRAIN_SECONDS: String(DRAIN_S),
  };
  const ports = [await freePort(), await freePort()];
  const dataDir = await scratch();
  const sites: DrillSite[] = [];
  for (const port of ports) sites.push(await startDrillSite(environment, { port, dataDir }));
  const proxy = await smallProxy(ports);
  const load = startLoad(proxy.origin);
  await wait(2_000);
  for (const [index, port] of ports.entries()) {
    await sites[index]?.stop();
    sites[index] = await startDrillSite(environment, { port, dataDir });
    while (!proxy.isUp(port)) await wait(50);
    await wait(1_000);
  }
  const answers = await load.stop();
  proxy.close();
  for (const site of sites) await site.stop();
  await database.stop();
  const failed = answers.filter(({ status }) => status === 0 || status >= 500);
  if (failed.length > 0)
    throw new Error(`${failed.length} of ${answers.length} requests failed, the first with ${failed[0]?.status}`);
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number) => seconds(times[Math.floor(share * (times.length - 1))] ?? 0);
  return [
    `two processes restarted: ${answers.length} requests, 0 failed, p50 ${at(0.5)}, p99 ${at(0.99)}, slowest ${at(1)}`,
  ];
}

type Answer = { status: number; ms: number };

function startLoad(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const asking: Promise<Answer>[] = [];
  const began = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1_000) * REQUESTS_PER_S;
    while (asking.length < due) asking.push(ask(origin, agent, asking.length));
  }, 5);
  return {
    async stop() {
      clearInterval(timer);
      const answers = await Promise.all(asking);
      agent.destroy();
      return answers;
    },
  };
}

/** Every fifth request is a POST that changes nothing: a login with an unknown address. */
function ask(origin: string, agent: Agent, turn: number): Promise<Answer> {
  const isPost = turn % 5 === 0;
  const body = JSON.stringify({ email: `nobody${turn}@buyers.example` });
  const path = isPost ? '/api/newsletter/unsubscribe' : (PATHS[turn % PATHS.length] ?? '/');
  const began = performance.now();
  return new Promise((resolve) => {
    const done = (status: number) => resolve({ status, ms: performance.now() - began });
    const headers = isPost ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {};
    const request = send(origin + path, { agent, method: isPost ? 'POST' : 'GET', headers }, (response) => {
      response
        .resume()
        .once('end', () => done(response.statusCode ?? 0))
        .once('error', () => done(0));
    });
    request.once('error', () => done(0));
    request.end(isPost ? body : undefined);
  });
}
