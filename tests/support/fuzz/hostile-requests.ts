import type { SeededRandom } from '@carquay/demo/inventory/seeded-random.ts';
import { BROKEN_BODIES, hostileText, hostileValue } from './hostile-values.ts';

type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};
type Parameter = { name: string; in: string; schema?: Schema };
type Described = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
};
export type ApiDocument = { paths: Record<string, Record<string, Described>> };

/** Most calls need a login. */
const CALLERS = ['visitor', 'user', 'user', 'administrator', 'administrator'] as const;
/** Values that exist, by parameter or field name. */
export type KnownValues = Record<string, readonly unknown[]>;
export type HostileRequest = {
  caller: (typeof CALLERS)[number];
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  path: string;
  type: string | undefined;
  body: string | Buffer | undefined;
};
type Operation = Pick<HostileRequest, 'method'> & { path: string; described: Described };

/** Calls that the document omits. */
const UNDESCRIBED = ['/api/health', '/api/ready', '/api/no-such-call'];

function operationsOf({ paths }: ApiDocument): Operation[] {
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase() as Operation['method'],
      path,
      described: operation,
    })),
  );
  return [...described, ...UNDESCRIBED.map((path) => ({ method: 'GET' as const, path, described: {} }))];
}

/**
 * Returns requests that are wrong in a random way, over every call of the API document in turn. Most are correct except for
 * one to three values, to get past the first check. `known` may change meanwhile.
 */
export function* hostileRequests(
  document: ApiDocument,
  random: SeededRandom,
  known: KnownValues,
): Generator<HostileRequest, never> {
  const operations = operationsOf(document);
  for (let index = 0; ; index++) {
    const operation = operations[index % operations.length]!;
    const caller = random.pick(CALLERS);
    yield { caller, ...requestOf(operation, random, known) };
  }
}

function requestOf(
  { method, path, described }: Operation,
  random: SeededRandom,
  known: KnownValues,
): Omit<HostileRequest, 'caller'> {
  const plausible = (name: string, schema: Schema = {}) => plausibleValue(name, schema, random, known);
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) =>
    inUrl(random.chance(0.6) ? String(plausible(name)) : hostileText(random), random),
  );
  const query = (described.parameters ?? [])
    .filter((parameter) => parameter.in === 'query' && random.chance(0.6))
    .flatMap(({ name, schema }) => {
      const value = random.chance(0.5) ? hostileText(random) : String(plausible(name, schema));
      const pair = `${name}${random.chance(0.1) ? '[]' : ''}=${inUrl(value, random)}`;
      return random.chance(0.15) ? [pair, pair] : [pair];
    });
  const search = random.chance(0.1) ? [...query, random.pick(['%', 'a[b]=c', '=', '__proto__=1', '&&&'])] : query;
  const url = search.length > 0 ? `${filled}?${search.join('&')}` : filled;
  return { method, path: url, ...bodyOf(method, described, random, plausible) };
}

/** Mostly escaped, sometimes raw, as only a socket can send it. */
function inUrl(text: string, random: SeededRandom): string {
  const escaped = encodeURIComponent(text.toWellFormed()).slice(0, 4_000);
  return random.chance(0.05) ? `${escaped}%` : escaped;
}

function bodyOf(
  method: string,
  { requestBody }: Described,
  random: SeededRandom,
  plausible: (name: string, schema?: Schema) => unknown,
): Pick<HostileRequest, 'type' | 'body'> {
  if (method === 'GET' || method === 'HEAD' || (requestBody === undefined && random.chance(0.8)))
    return { type: undefined, body: undefined };
  if (random.chance(0.15)) return random.pick(BROKEN_BODIES);
  const [[type, { schema = {} }] = ['application/json', {}]] = Object.entries(requestBody?.content ?? {});
  const values = plausible('body', schema);
  const body = isObject(values) ? withHostileFields(values, random) : values;
  if (type === 'multipart/form-data') return multipart(isObject(body) ? body : {}, random);
  return { type: 'application/json', body: JSON.stringify(body) ?? 'null' };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Replaces, removes or adds one to three values, also in nested objects. */
function withHostileFields(values: Record<string, unknown>, random: SeededRandom): Record<string, unknown> {
  const changed = { ...values };
  for (let count = random.whole(1, 3); count > 0; count--) {
    const name = random.pick([...Object.keys(changed), 'added']);
    const value = changed[name];
    if (isObject(value) && random.chance(0.6)) changed[name] = withHostileFields(value, random);
    else if (random.chance(0.15)) delete changed[name];
    else changed[name] = hostileValue(random);
  }
  return changed;
}

function multipart(values: Record<string, unknown>, random: SeededRandom): Pick<HostileRequest, 'type' | 'body'> {
  const boundary = 'fuzz-boundary';
  const parts = Object.entries({ image: 'not a picture', ...values }).map(([name, value]) => {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    const file = random.chance(0.3) ? `; filename="${random.pick(['a.jpg', '../a', '', 'a\u202egpj.exe'])}"` : '';
    return `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`;
  });
  const end = random.chance(0.8) ? `--${boundary}--\r\n` : '';
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.from(`${parts.join('')}${end}`) };
}

function plausibleValue(name: string, schema: Schema, random: SeededRandom, known: KnownValues): unknown {
  const nested = (field: string, of: Schema = {}) => plausibleValue(field, of, random, known);
  const values = known[name];
  if (values && random.chance(0.9)) return random.pick(values);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return nested(name, random.pick(alternatives));
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => nested(name, part)));
  if ('const' in schema) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([field, of]) => [field, nested(field, of)]),
      );
    case 'array':
      return Array.from({ length: random.whole(0, 3) }, () => nested(name, schema.items));
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, 1);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    default:
      return byFormat(schema.format ?? '');
  }
}

function byFormat(format: string): string {
  if (format === 'uuid') return '018f6b1e-0000-7000-8000-000000000000';
  if (format.startsWith('date')) return '2026-11-22';
  if (format === 'email') return 'fuzz@buyers.example';
  return 'text';
}
