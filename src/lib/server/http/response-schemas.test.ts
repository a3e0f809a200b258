import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sendError } from '#app/errors/error-responses.ts';
import { fileResponse } from '#lib/contract-parts.ts';
import { callsOf } from '../../api-client/api-call.ts';
import { AppError } from '../../app-error.ts';
import { endpoint } from './endpoint.ts';
import { registerEndpoints } from './register-endpoints.ts';
import { serializeByResponseSchema, validateWithZod } from './schema-compilers.ts';

const car = z.object({ id: z.int() });
const contract = {
  pay: { query: z.object({ status: z.coerce.number() }), responses: { 200: car, 202: car } },
  refused: { responses: { 200: car } },
  report: { responses: { 200: fileResponse } },
};
const calls = callsOf<typeof contract>({
  pay: 'GET /api/pay',
  refused: 'GET /api/refused',
  report: 'GET /api/report',
});
const ERROR = { flag: '0', message: 'No.', error: 'No.', code: 'conflict', requestId: 'r', fields: { id: 'wrong' } };
const open = { summary: '', access: 'anyone' } as const;

const app = Fastify();
app.setValidatorCompiler<z.ZodType>(validateWithZod);
app.setSerializerCompiler<z.ZodType>(serializeByResponseSchema);
app.setErrorHandler(sendError);
registerEndpoints(app, {
  db: {} as never,
  guard: async () => ({
    user: null,
    admin: { id: 1, sessionId: 1, role: 'administrator', fromEnvironment: true, needsSecondFactor: false },
  }),
  mayBeAdmin: (request) => request.headers.cookie === 'admin',
  cache: null,
  uploads: { folder: '', freeBytes: async () => 0 },
  endpoints: {
    test: [
      endpoint(calls.pay, contract.pay, {
        ...open,
        adminVariant: {
          response: z.object({ admin: z.boolean() }),
          handle: async () => ({ admin: true, secret: 'leaked' }),
        },
        handle: async ({ query, reply }) => {
          reply.code(query.status);
          return { id: 7, ...ERROR, secret: 'leaked' };
        },
      }),
      endpoint(calls.refused, contract.refused, {
        ...open,
        handle: async () => {
          throw new AppError('conflict', 'secret: leaked', { fields: { id: 'wrong' }, cause: { secret: 'leaked' } });
        },
      }),
      endpoint(calls.report, contract.report, { ...open, handle: async () => ({ secret: 'leaked' }) }),
    ],
  },
});
afterAll(() => app.close());

const get = async (url: string, headers = {}) => {
  const { statusCode, body } = await app.inject({ url, headers });
  expect(body).not.toContain('leaked');
  return { status: statusCode, body: JSON.parse(body) };
};

test.each([200, 202])('a response with status %i has the fields of its schema only', async (status) => {
  expect(await get(`/api/pay?status=${status}`)).toEqual({ status, body: { id: 7 } });
});

test('the response for administrators has only the fields of its own schema', async () => {
  expect(await get('/api/pay?status=200', { cookie: 'admin' })).toEqual({ status: 200, body: { admin: true } });
});

test.each([201, 409, 418, 503])(
  'a response with the undeclared status %i has the fields of an error only',
  async (status) => {
    expect(await get(`/api/pay?status=${status}`)).toEqual({ status, body: ERROR });
  },
);

test('a thrown error sends its message for people and the fields at fault, and nothing else', async () => {
  const { status, body } = await get('/api/refused');
  expect(status).toBe(409);
  expect(Object.keys(body).sort()).toEqual(['code', 'error', 'fields', 'flag', 'message', 'requestId']);
  expect(body).toMatchObject({ flag: '0', code: 'conflict', fields: { id: 'wrong' } });
});

test('an endpoint that declares a file cannot send JSON', async () => {
  expect((await get('/api/report')).status).toBe(500);
});
