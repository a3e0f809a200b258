import { expect, test } from 'vitest';
import { testDatabase } from '../support/database/test-database.ts';
import { testApp } from '../support/server/test-app.ts';

type Schema = { [key: string]: unknown };
type Responses = Record<string, { content?: Record<string, { schema: Schema }> }>;

const { pool } = await testDatabase();
const app = await testApp(pool);
/** The document is generated from the schemas that serialize each route. */
const { paths, tags } = (await app.inject('/api/docs/json')).json<{
  paths: Record<string, Record<string, { responses: Responses; tags?: string[] }>>;
  tags: { name: string }[];
}>();
const callsOfApi = Object.entries(paths).filter(([path]) => path.startsWith('/api/'));
const operations = callsOfApi.flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { responses }]) => ({ name: `${method.toUpperCase()} ${path}`, responses })),
);

/** Schemas that allow any field, each with the reason. */
const OPEN: Record<string, string> = {
  'POST /api/my-data': 'a download of everything that is stored about the caller',
  'GET /api/admin/audit details': 'what changed, per action',
  'GET /api/admin/users/{id} details': 'what changed, per action',
  'GET /api/admin/payments/{id}/events details': 'what happened, per event',
  ...Object.fromEntries(
    [
      'GET /api/imports/{id}',
      'POST /api/imports',
      'POST /api/imports/{id}/cancel',
      'POST /api/imports/{id}/run',
      'PUT /api/imports/{id}/mapping',
    ].map((call) => [`${call} mapping`, 'what the caller declared about the columns, checked when it was sent']),
  ),
};

test('every call declares its success statuses and the error body for all others', () => {
  expect(operations.length).toBeGreaterThan(100);
  for (const { name, responses } of operations) {
    const { default: error, ...success } = responses;
    expect(
      Object.keys(success).filter((status) => !/^20\d$/.test(status)),
      name,
    ).toEqual([]);
    expect(Object.keys(success), name).not.toEqual([]);
    expect(error?.content?.['application/json']?.schema, name).toEqual({ $ref: '#/components/schemas/Error' });
  }
});

/** Returns the paths at which a schema allows unnamed fields. */
function openParts(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { additionalProperties: extra } = schema as Schema;
  const isOpen = extra === true || (typeof extra === 'object' && extra !== null && Object.keys(extra).length === 0);
  const inner = Object.entries(schema).flatMap(([key, part]) => openParts(part, /^[a-z]\w*$/i.test(key) ? key : at));
  return isOpen ? [at, ...inner] : inner;
}

test('no response contains fields beyond its schema', () => {
  const open = operations.flatMap(({ name, responses }) =>
    Object.values(responses).flatMap(({ content }) =>
      openParts(content?.['application/json']?.schema, '').map((part) => `${name} ${part}`.trim()),
    ),
  );
  expect([...new Set(open)].sort()).toEqual(Object.keys(OPEN).sort());
});

test('the API documentation lists every call in an area, and only calls that exist', () => {
  const groups = new Set(tags.map(({ name }) => name));
  expect(groups.size).toBe(11);
  for (const [path, methods] of Object.entries(paths)) {
    expect(path).not.toContain('*');
    for (const [method, { tags: own = [] }] of Object.entries(methods)) {
      expect(['get', 'post', 'put', 'patch', 'delete'], path).toContain(method);
      if (path.startsWith('/api/')) expect(groups.has(own[0] ?? ''), `${method} ${path}`).toBe(true);
    }
  }
});
