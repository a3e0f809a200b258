import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { sendError } from '#app/errors/error-responses.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { callsOf } from '../../../api-client/api-call.ts';
import { AppError } from '../../../app-error.ts';
import { ANONYMOUS } from '../caller.ts';
import { endpoint } from '../endpoint.ts';
import { registerEndpoints } from '../register-endpoints.ts';
import { serializeByResponseSchema, validateWithZod } from '../schema-compilers.ts';
import { MAX_FILE_BYTES, type UploadedFile } from './multipart.ts';
import { MIN_FREE_BYTES } from './register-uploads.ts';

const { pool } = await testDatabase();
const folder = await mkdtemp(join(tmpdir(), 'carquay-uploads-'));
let free = Number.POSITIVE_INFINITY;
let mayCall = true;
let seen: { body: unknown; files: UploadedFile[]; contents: string[] } | undefined;

const contract = {
  add: {
    body: z.object({ make: z.string().min(1), year: z.coerce.number().optional() }),
    responses: { 200: z.object({ seen: z.int() }) },
  },
};
const calls = callsOf<typeof contract>({ add: 'POST /api/cars' });
const app = Fastify({ bodyLimit: 100 * 1024 });
app.setValidatorCompiler<z.ZodType>(validateWithZod);
app.setSerializerCompiler<z.ZodType>(serializeByResponseSchema);
app.setErrorHandler(sendError);
registerEndpoints(app, {
  db: pool,
  cache: null,
  uploads: { folder, freeBytes: async () => free },
  guard: async () => {
    if (!mayCall) throw new AppError('not_signed_in', 'nobody');
    return ANONYMOUS;
  },
  endpoints: {
    test: [
      endpoint(calls.add, contract.add, {
        summary: 'A car with pictures',
        access: 'user',
        upload: { files: { images: { most: 2 }, report: { most: 1 } } },
        handle: async ({ body, files }) => {
          seen = { body, files, contents: files.map(({ path }) => readFileSync(path, 'latin1')) };
          if (body.make === 'Trouble') throw new Error('trouble');
          return { seen: files.length };
        },
      }),
    ],
  },
});
const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  seen = undefined;
});

type Field = [name: string, value: string | File];
const picture = (bytes: string | number = 'picture', name = 'car.jpg') =>
  new File([typeof bytes === 'number' ? new Uint8Array(bytes) : bytes], name);

async function send(fields: Field[]) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return answered(await fetch(new URL('/api/cars', address), { method: 'POST', body: form }));
}

async function sendRaw(type: string, body: string) {
  return answered(
    await fetch(new URL('/api/cars', address), { method: 'POST', headers: { 'content-type': type }, body }),
  );
}

async function answered(response: Response) {
  const body = (await response.json()) as { seen?: number; code?: string; fields?: Record<string, string> };
  expect(readdirSync(folder), 'no file is left on disk').toEqual([]);
  return { status: response.status, ...body };
}

const part = (headers: string, content: string) => `--b\r\n${headers}\r\n\r\n${content}\r\n`;
const field = (name: string, value: string) => part(`content-disposition: form-data; name="${name}"`, value);
const file = (name: string, content: string) =>
  part(`content-disposition: form-data; name="${name}"; filename="x.jpg"\r\ncontent-type: image/jpeg`, content);
const FORM = 'multipart/form-data; boundary=b';

test('passes text fields and files to the handler, and deletes the files when it is done', async () => {
  expect(
    await send([
      ['make', 'BYD'],
      ['year', '2023'],
      ['images', picture('one')],
      ['images', picture('two')],
      ['report', picture('', '')],
    ]),
  ).toMatchObject({ status: 200, seen: 2 });
  expect(seen).toMatchObject({ body: { make: 'BYD', year: 2023 }, contents: ['one', 'two'] });
  expect(seen?.files[0]).toMatchObject({ field: 'images', filename: 'car.jpg', bytes: 3 });
  expect(seen?.files[0]?.sha256.toString('hex')).toMatch(/^7692c3ad/);
  expect(existsSync(seen?.files[0]?.path ?? '')).toBe(false);
});

test('deletes the files if the handler fails', async () => {
  expect(
    (
      await send([
        ['make', 'Trouble'],
        ['images', picture()],
      ])
    ).status,
  ).toBe(500);
});

test.each<[string, Field[], number, string | undefined]>([
  [
    'an invalid text field',
    [
      ['make', ''],
      ['images', picture()],
    ],
    400,
    'make',
  ],
  [
    'a field twice',
    [
      ['make', 'BYD'],
      ['make', 'Geely'],
    ],
    400,
    'make',
  ],
  [
    'an undeclared file field',
    [
      ['make', 'BYD'],
      ['other', picture()],
    ],
    400,
    'other',
  ],
  [
    'a file too many',
    [
      ['make', 'BYD'],
      ['report', picture()],
      ['report', picture()],
    ],
    400,
    'report',
  ],
  ['many files too many', [['make', 'BYD'], ...Array<Field>(9).fill(['images', picture()])], 400, 'images'],
  [
    'a file too large',
    [
      ['make', 'BYD'],
      ['images', picture(MAX_FILE_BYTES + 1)],
    ],
    413,
    undefined,
  ],
  ['a text too long', [['make', 'x'.repeat(32 * 1024 + 1)]], 413, undefined],
  ['too many texts', Array.from({ length: 101 }, (_, at): Field => [`f${at}`, '']), 413, undefined],
  [
    'a field named __proto__',
    [
      ['__proto__', 'x'],
      ['make', 'BYD'],
    ],
    400,
    undefined,
  ],
  [
    'a name too long',
    [
      ['n'.repeat(101), 'x'],
      ['make', 'BYD'],
    ],
    400,
    undefined,
  ],
])('rejects %s and leaves no file behind', async (_what, fields, status, wrong) => {
  const answer = await send(fields);
  expect(answer.status).toBe(status);
  if (wrong) expect(Object.keys(answer.fields ?? {})).toEqual([wrong]);
  expect(seen).toBeUndefined();
});

test.each([
  ['cut off in a file', FORM, field('make', 'BYD') + file('images', 'half').slice(0, -8)],
  ['cut off in a header', FORM, '--b\r\ncontent-dispo'],
  ['without an end', FORM, field('make', 'BYD') + file('images', 'whole')],
  ['without a boundary', 'multipart/form-data', field('make', 'BYD')],
  ['with another boundary', FORM, '--c\r\nx'],
  ['with a part that has no name', FORM, `${part('content-disposition: form-data', 'x')}--b--`],
  ['without content', FORM, ''],
  ['of noise', FORM, '\0\xff\r\n--b\r\r\n\n--b--b--'],
  ['with a header that never ends', FORM, `--b\r\ncontent-disposition: form-data; name="${'x'.repeat(90_000)}`],
])('responds with 400 to a form %s', async (_what, type, body) => {
  expect((await sendRaw(type, body)).status).toBe(400);
  expect(seen).toBeUndefined();
});

test.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'image/jpeg'])(
  'responds with 415 to %s',
  async (type) => {
    expect(await sendRaw(type, '{"make":"BYD"}')).toMatchObject({ status: 415, code: 'unsupported_media' });
  },
);

test('rejects unauthorized callers, large bodies and uploads to a full disk before reading the body', async () => {
  const head = (length: number) =>
    `POST /api/cars HTTP/1.1\r\nhost: x\r\ncontent-type: ${FORM}\r\ncontent-length: ${length}\r\n\r\n`;
  mayCall = false;
  expect(await firstLine(head(1_000))).toContain('401');
  mayCall = true;
  expect(await firstLine(head(61 * 1024 * 1024))).toContain('413');
  free = MIN_FREE_BYTES - 1;
  expect(await firstLine(head(1_000))).toContain('503');
  free = Number.POSITIVE_INFINITY;
});

/** Sends the start of a request and returns the status line of the response. */
function firstLine(start: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(address.port), '127.0.0.1', () => socket.write(start));
    socket.once('data', (answer) => {
      socket.destroy();
      resolve(String(answer).split('\r\n')[0] ?? '');
    });
    socket.once('error', reject);
  });
}

test('drains the rest of a rejected form, so that the connection can be reused', async () => {
  const body = field('make', 'BYD') + field('make', 'BYD') + file('images', 'x'.repeat(5_000_000));
  const head = `POST /api/cars HTTP/1.1\r\nhost: x\r\ncontent-type: ${FORM}\r\n`;
  const socket = connect(Number(address.port), '127.0.0.1');
  let said = '';
  socket.on('data', (bytes) => {
    said += bytes;
  });
  socket.write(`${head}content-length: ${body.length}\r\n\r\n${body}`);
  socket.write(`${head}content-length: 0\r\n\r\n`);
  await expect.poll(() => said.match(/HTTP\/1.1 400/g)?.length).toBe(2);
  socket.destroy();
});

test('writes a file to disk while it arrives, and deletes it if the connection breaks', async () => {
  const socket = connect(Number(address.port), '127.0.0.1');
  socket.write(`POST /api/cars HTTP/1.1\r\nhost: x\r\ncontent-type: ${FORM}\r\ncontent-length: 9000000\r\n\r\n`);
  socket.write(field('make', 'BYD') + file('images', 'x'.repeat(1_000_000)).slice(0, -2));
  const onDisk = () => readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  await expect.poll(() => onDisk()[0]).toBeGreaterThan(900_000);
  socket.destroy();
  await expect.poll(onDisk).toEqual([]);
  expect(seen).toBeUndefined();
});
