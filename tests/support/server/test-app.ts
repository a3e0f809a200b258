import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { createApp } from '#app/app.ts';
import type { PaymentGateway } from '#features/payments/gateways/server/payment-gateway.ts';
import type { Clock } from '#lib/clock.ts';
import { readConfig } from '#lib/server/config/config.ts';
import { afterFile } from '../runner/after-file.ts';
import { scratchFolder } from '../runner/scratch-folder.ts';
import { DOCUMENT_KEYS } from './document-keys.ts';

const pools = new WeakMap<FastifyInstance, pg.Pool>();

/** The database of an app that `testApp` created. */
export function poolOf(app: FastifyInstance): pg.Pool {
  const pool = pools.get(app);
  if (!pool) throw new Error('testApp did not create this app');
  return pool;
}

/** Creates the app without pages on a test database. `jobs` runs the payment and booking workers. */
export async function testApp(
  pool: pg.Pool,
  environment: Record<string, string> = {},
  gateway?: PaymentGateway,
  jobs = false,
  clock?: Clock,
): Promise<FastifyInstance> {
  const config = readConfig({
    DATA_DIR: await scratchFolder(),
    READS_PER_MINUTE: '0',
    PAYMENT_DELAY_MS: '0',
    DOCUMENT_KEYS,
    ...environment,
  });
  const app = await createApp({ config, pool, mode: 'test', gateway, jobs, clock });
  afterFile(() => app.close());
  pools.set(app, pool);
  return app;
}

export async function getJson(app: FastifyInstance, url: string, cookie?: string) {
  const response = await app.inject({ method: 'GET', url, headers: cookie === undefined ? {} : { cookie } });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}

type Post = { cookie?: string; headers?: Record<string, string>; ip?: string; method?: 'POST' | 'PUT' | 'DELETE' };

/** Sends a JSON body. `cookies` in the result is a cookie header with the cookies that were set. */
export async function postJson(
  app: FastifyInstance,
  url: string,
  body: unknown,
  { cookie, headers, ip, method = 'POST' }: Post = {},
) {
  const response = await app.inject({
    method,
    url,
    headers: { ...(cookie !== undefined && { cookie }), ...headers },
    payload: body as object,
    ...(ip !== undefined && { remoteAddress: ip }),
  });
  const cookies = response.cookies.filter(({ value }) => value !== '').map(({ name, value }) => `${name}=${value}`);
  return { status: response.statusCode, body: response.json(), headers: response.headers, cookies: cookies.join('; ') };
}

/** Sends a multipart form as browsers do. File values are sent as files. */
export async function postForm(
  app: FastifyInstance,
  url: string,
  fields: [name: string, value: string | File][],
  { cookie, headers }: Post = {},
) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const encoded = new Response(form);
  const response = await app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': encoded.headers.get('content-type') ?? '',
      ...(cookie !== undefined && { cookie }),
      ...headers,
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}
