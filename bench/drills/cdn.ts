import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request as send } from 'node:https';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { freePort, runningBelow } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { paths, privatePages } from '#paths.ts';
import { signIn } from '../../tests/support/data/accounts.ts';
import { selfSigned } from './certificate.ts';
import { type DrillSite, scratch, startDrillSite } from './drill-site.ts';

const NAME = 'cars.example';
const PUBLIC = [
  paths.home,
  paths.explore,
  paths.usedCars,
  paths.about,
  paths.promise,
  '/api/listings/featured',
  '/robots.txt',
];
/** Spellings that make a private page look like a file. A cache must not store them. */
const SPELLINGS = ['', '/x.css', '/x.js?a', ';x.css', '%2fx.css', '/..%2fassets/x.css', '?x.css'];
/** The site lets proxies cache a page for two seconds. */
const DUE_MS = 8_000;
const START_MS = 10_000;

type Answer = { status: number; cache: string; headers: Record<string, unknown>; body: string };
type Ask = (path: string, headers?: Record<string, string>) => Promise<Answer>;

/** Runs nginx with deploy/nginx-cdn.conf in front of a site, and checks what it caches, for whom, and for how long. */
export async function cdn(): Promise<string[]> {
  if (spawnSync('nginx', ['-v']).error) return ['skipped: nginx is not installed (Debian package nginx-light)'];
  const environment = { PUBLIC_URL: `https://${NAME}`, TRUST_PROXY: '1', PAYMENTS: 'simulated', DEMO_LISTINGS: '50' };
  const site = await startDrillSite(environment);
  const pool = await openPool(runningBelow(join(site.dataDir, 'postgres'))?.url ?? '', { max: 1 });
  const { cookie, email } = await signIn(pool, { name: 'Zebedee Quist' });
  await pool.end();
  const ask = await startNginx(site);
  const asUser = { cookie: `__Host-${cookie}` };
  const isPersonal = ({ body }: Answer) => body.includes('Zebedee') || body.includes(email);

  const privates = await checkPrivate(ask, asUser, isPersonal);
  const kept = await checkPublic(ask, asUser, isPersonal);
  await checkEncodings(ask);
  await checkHosts(ask);
  const asset = /\/assets\/[\w-]+\.js/.exec((await ask('/')).body)?.[0] ?? '';
  await ask(asset);
  const file = await ask(asset);
  expect(
    file.cache === 'HIT' && /immutable/.test(String(file.headers['cache-control'])),
    `${asset} was a ${file.cache}`,
  );

  await ask('/');
  await site.kill();
  let stale = await ask('/');
  await until(async () => {
    stale = await ask('/');
    return stale.cache !== 'HIT';
  }, 'the home page was never due');
  expect(stale.status === 200, `without a site the home page was ${stale.status} ${stale.cache}`);
  const away = await ask(paths.profile, asUser);
  expect(away.status >= 502, `without a site a private page was ${away.status}`);
  return [
    `${privates} answers at ${privatePages.length} private pages, none kept and none shown to somebody else`,
    `${kept} of ${PUBLIC.length} public addresses are kept, the same with and without cookies; API calls are not`,
    `with the site killed: home page ${stale.status} (${stale.cache}), private page ${away.status}`,
  ];
}

/** A user and then a stranger open each private page by each spelling. */
async function checkPrivate(ask: Ask, asUser: Record<string, string>, isPersonal: (answer: Answer) => boolean) {
  let answers = 0;
  let personal = 0;
  for (const page of privatePages) {
    for (const spelling of SPELLINGS) {
      const path = page.replace(/:\w+/g, '1') + spelling;
      for (const headers of [asUser, asUser, {}]) {
        const answer = await ask(path, headers);
        answers += 1;
        personal += isPersonal(answer) ? 1 : 0;
        expect(answer.cache !== 'HIT', `${path} was kept`);
        expect(headers === asUser || !isPersonal(answer), `${path} showed a stranger what is personal`);
      }
    }
  }
  expect(personal > 0, 'no page was personal, so nothing was checked');
  return answers;
}

/** Public pages are cached after any request and refreshed after two seconds. API responses are never cached. */
async function checkPublic(ask: Ask, asUser: Record<string, string>, isPersonal: (answer: Answer) => boolean) {
  let kept = 0;
  for (const path of PUBLIC) {
    const first = await ask(path, asUser);
    expect(!isPersonal(first) && !first.headers['set-cookie'], `${path} is personal`);
    const second = await ask(path);
    if (path.startsWith('/api/')) {
      expect(second.cache === 'MISS', `${path} was a ${second.cache}`);
      continue;
    }
    expect(second.cache === 'HIT' && second.body === first.body, `${path} was a ${second.cache}`);
    kept += 1;
  }
  await until(async () => (await ask(paths.home)).cache !== 'HIT', 'the home page was never due');
  await until(async () => (await ask(paths.home)).cache === 'HIT', 'the home page was not fetched again');
  const lost = await ask('/no-such-page');
  expect(lost.status === 404 && (await ask('/no-such-page')).cache !== 'HIT', 'a missing page was kept');
  return kept;
}

/** Each browser gets an accepted encoding. */
async function checkEncodings(ask: Ask): Promise<void> {
  for (const accepted of ['br', 'gzip', 'identity', 'gzip', 'br', 'identity']) {
    const { headers, body } = await ask(paths.about, { 'accept-encoding': accepted });
    const encoding = headers['content-encoding'] ?? 'identity';
    expect(encoding === accepted && body.includes('</html>'), `who accepts ${accepted} got ${encoding}`);
  }
}

/** No request can put its own host into a cached page. */
async function checkHosts(ask: Ask): Promise<void> {
  const evil = 'evil.example';
  const attempts = [
    { host: evil },
    { 'x-forwarded-host': evil },
    { 'x-original-url': `//${evil}` },
    { forwarded: `host=${evil}` },
  ];
  for (const headers of attempts) {
    await ask(`${paths.about}?poison`, headers as Record<string, string>);
    expect(
      !(await ask(`${paths.about}?poison`)).body.includes(evil),
      `${JSON.stringify(headers)} got into a kept page`,
    );
  }
}

async function startNginx(site: DrillSite): Promise<Ask> {
  const folder = await scratch();
  const port = await freePort();
  mkdirSync(join(folder, 'cache'));
  const sample = readFileSync('deploy/nginx-cdn.conf', 'utf8');
  const text = sample
    .replace('/var/cache/nginx/carquay', join(folder, 'cache'))
    .replaceAll('/etc/nginx/tls/site.pem', selfSigned(folder, NAME))
    .replace('server site-a:3000', `server ${new URL(site.origin).host}`)
    .replace(/^.*server site-b:3000.*\n/m, '')
    .replaceAll('listen 8443', `listen 127.0.0.1:${port}`)
    .replace('listen 8080', `listen 127.0.0.1:${await freePort()}`);
  writeFileSync(join(folder, 'nginx.conf'), text);
  const own = `daemon off; user root; pid ${folder}/pid; error_log ${folder}/errors;`;
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', own], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.once('exit', () => nginx.kill('SIGTERM'));
  const ask: Ask = (path, headers = {}) => askOver(port, path, headers);
  for (const deadline = Date.now() + START_MS; ; await wait(50)) {
    const answer = await ask('/api/ready').catch(() => null);
    if (answer?.status === 200) return ask;
    if (nginx.exitCode !== null || Date.now() > deadline) throw new Error('nginx did not start');
  }
}

const decoders: Record<string, (body: Buffer) => Buffer> = { gzip: gunzipSync, br: brotliDecompressSync };

function askOver(port: number, path: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path,
      servername: NAME,
      rejectUnauthorized: false,
      headers: { host: NAME, ...headers },
    };
    const request = send(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.once('end', () => {
        const body = Buffer.concat(chunks);
        const decode = decoders[response.headers['content-encoding'] ?? ''];
        resolve({
          status: response.statusCode ?? 0,
          cache: String(response.headers['x-cache'] ?? ''),
          headers: response.headers,
          body: (decode && body.length > 0 ? decode(body) : body).toString(),
        });
      });
    });
    request.once('error', reject);
    request.end();
  });
}

async function until(condition: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (const deadline = Date.now() + DUE_MS; !(await condition()); await wait(100))
    expect(Date.now() < deadline, otherwise);
}

function expect(condition: boolean, otherwise: string): void {
  if (!condition) throw new Error(otherwise);
}
