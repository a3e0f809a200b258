import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { isReady, scratch, seconds } from './drill-site.ts';

const BASE = 'localhost/debian:12-slim';
const NODE_IMAGE = 'localhost/node:24';
const SITE = 'localhost/carquay:drill';
const START_MS = 180_000;
const MAX_STOP_MS = 16_000;
const LOG_BYTES = 16_384;

type Image = { root: string; user: string; environment: string[]; entrypoint: string[]; health: string[] };

/**
 * Builds the Dockerfile on a base made here, because pulling an image needs network access, and starts it on a read-only root,
 * without capabilities: with an external database, and with the embedded one in /data.
 */
export async function image(): Promise<string[]> {
  for (const tool of ['buildah', 'mmdebstrap', 'unshare', 'nsenter'])
    if (spawnSync(tool, ['--version']).error) return [`skipped: ${tool} is not installed`];
  if (process.getuid?.() !== 0) return ['skipped: only root can build and mount here'];
  const folder = await scratch();
  try {
    const began = performance.now();
    makeBases(folder);
    const basesMs = performance.now() - began;
    buildah(folder, [
      'bud',
      ...['--isolation', 'chroot', '--format', 'docker', '--volume', '/etc/ssl/certs:/etc/ssl/certs:ro'],
      ...[
        '--volume',
        `${npmCache()}:/root/.npm`,
        '--build-arg',
        `BASE=${BASE}`,
        '--build-arg',
        `NODE_IMAGE=${NODE_IMAGE}`,
      ],
      ...['-t', SITE, '.'],
    ]);
    const buildMs = performance.now() - began - basesMs;
    const built = openImage(folder);
    const own = Number(execFileSync('du', ['-sm', join(built.root, 'app')], { encoding: 'utf8' }).split('\t')[0]);
    const external = await runWithDatabase(built);
    const embedded = await runEmbedded(built);
    return [
      `built in ${seconds(buildMs)} after ${seconds(basesMs)} for the bases: ${sizeOf(folder, SITE)}, of which the base is ${sizeOf(folder, BASE)} and /app ${own} MB`,
      `external database, read-only root, no capabilities: ready after ${seconds(external.readyMs)}, health check passed, SIGTERM ended it after ${seconds(external.stopMs)}`,
      `embedded database in /data: ready after ${seconds(embedded.readyMs)}, SIGTERM ended it after ${seconds(embedded.stopMs)}`,
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A minimal Debian 12 from its packages, and the same with the Node and npm that run here. */
function makeBases(folder: string): void {
  const context = join(folder, 'node');
  mkdirSync(context);
  run('mmdebstrap', ['--variant=minbase', 'bookworm', join(folder, 'base.tar')]);
  writeFileSync(join(folder, 'Base'), 'FROM scratch\nADD base.tar /\n');
  buildah(folder, ['bud', '--isolation', 'chroot', '-t', BASE, '-f', join(folder, 'Base'), folder]);
  rmSync(join(folder, 'base.tar'));
  copyFileSync(process.execPath, join(context, 'node'));
  const npm = realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim());
  cpSync(join(npm, '../..'), join(context, 'npm'), { recursive: true, dereference: true });
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  writeFileSync(
    join(context, 'Node'),
    `FROM ${BASE}
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
${certificates ? `ENV NODE_EXTRA_CA_CERTS=${certificates}` : ''}
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
`,
  );
  buildah(folder, ['bud', '--isolation', 'chroot', '-t', NODE_IMAGE, '-f', join(context, 'Node'), context]);
}

const npmCache = () => execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();

function run(command: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: ${`${stdout}${stderr}`.slice(-2_000)}`);
  return stdout.trim();
}

const buildah = (folder: string, [command = '', ...args]: string[]) =>
  run('buildah', [
    ...['--root', join(folder, 'root'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'],
    command,
    ...args,
  ]);

const sizeOf = (folder: string, name: string) => buildah(folder, ['images', '--format', '{{.Size}}', name]);

function openImage(folder: string): Image {
  const { config } = JSON.parse(buildah(folder, ['inspect', '--type', 'image', SITE])).Docker;
  const [kind, ...health] = config.Healthcheck.Test;
  if (kind !== 'CMD' || !/^[1-9]\d*:[1-9]\d*$/.test(config.User))
    throw new Error('the image runs as root or has no health check');
  const root = buildah(folder, ['mount', buildah(folder, ['from', SITE])]);
  return { root, user: config.User, environment: config.Env, entrypoint: config.Entrypoint, health };
}

async function runWithDatabase(built: Image) {
  const database = await startEmbeddedPostgres(await scratch());
  const settings = {
    DATABASE_URL: database.siteUrl,
    DATABASE_OWNER_URL: database.url,
    PAYMENTS: 'simulated',
    EXCHANGE_RATES: 'none',
  };
  const times = await runOnce(built, settings);
  await database.stop();
  return times;
}

const runEmbedded = (built: Image) => runOnce(built, { DEMO_LISTINGS: '50' });

async function runOnce(built: Image, settings: Record<string, string>) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const site = startImage(built, { HOST: '127.0.0.1', PORT: String(port), ...settings });
  let log = '';
  site.stderr?.on('data', (chunk: Buffer) => {
    log = `${log}${chunk}`.slice(-LOG_BYTES);
  });
  while (!(await isReady(origin))) {
    if (site.exitCode !== null || performance.now() - began > START_MS)
      throw new Error(`the image did not start: ${log}`);
    await wait(100);
  }
  const readyMs = performance.now() - began;
  const home = await fetch(origin);
  if (home.status !== 200 || !(await home.text()).includes('</html>'))
    throw new Error(`the home page was ${home.status}`);
  if (inside(site, built, ['touch', '/app/written']).status === 0) throw new Error('the root could be written to');
  const health = inside(site, built, ['env', `PORT=${port}`, ...built.health]);
  if (health.status !== 0) throw new Error(`the health check failed: ${health.stderr}`);
  const stopping = performance.now();
  site.kill('SIGTERM');
  const [code] = await once(site, 'exit');
  const stopMs = performance.now() - stopping;
  if (code !== 0 || stopMs > MAX_STOP_MS)
    throw new Error(`the site ended with ${code} after ${seconds(stopMs)}: ${log}`);
  return { readyMs, stopMs };
}

/** Like `docker run --read-only --cap-drop ALL --security-opt no-new-privileges` with volumes at /data and /tmp. */
const MOUNTS = `set -e
mount --bind "$0" "$0"
mount -o remount,bind,ro "$0"
mount -t tmpfs tmpfs "$0/tmp"
mount -t tmpfs -o uid=10001,gid=10001,mode=700 tmpfs "$0/data"
mount --rbind /proc "$0/proc"
mount --rbind /dev "$0/dev"
exec chroot "$0" "$@"`;

function startImage(built: Image, settings: Record<string, string>): ChildProcess {
  const given = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const command = [...asUser(built), 'env', '-i', '-C', '/app', ...built.environment, ...given, ...built.entrypoint];
  const child = spawn('unshare', ['--mount', 'sh', '-c', MOUNTS, built.root, ...command], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

const asUser = ({ user }: Image) => {
  const [uid, gid] = user.split(':');
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--no-new-privs',
    '--bounding-set=-all',
    '--inh-caps=-all',
  ];
};

/** Runs a command in the container, like a health check. */
const inside = (site: ChildProcess, built: Image, command: string[]) =>
  spawnSync('nsenter', [`--target=${site.pid}`, '--mount', '--root', '--wd', ...asUser(built), ...command], {
    encoding: 'utf8',
  });
