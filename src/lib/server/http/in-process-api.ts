import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest, LightMyRequestResponse } from 'fastify';
import { ApiClient, type ApiRequest } from '../../api-client/api-client.ts';

/** A call that a page made, and a hash of its answer. */
export type MadeCall = { method: ApiRequest['method']; url: string; answer: string };

export type InProcessApi = {
  api: ApiClient;
  /** The calls so far, in the order of their answers. */
  calls: MadeCall[];
  /** `Set-Cookie` headers of the responses so far. */
  setCookies: string[];
  /** Returns the `Retry-After` of a response with this status. */
  retryAfterOf: (status: number) => string | undefined;
};

/** Marks calls of a page that is being rendered. Random, so no client can send it. */
const IN_PROCESS = { name: 'x-in-process', value: randomUUID() };

/** Returns whether a request is a call of a page that is being rendered; its visitor was charged for the page. */
export function isInProcess({ headers }: FastifyRequest): boolean {
  return headers[IN_PROCESS.name] === IN_PROCESS.value;
}

/**
 * Calls the endpoints in process while a page is rendered. Sends the visitor's cookies and user agent only for a
 * private page, so that a public page is the same for everybody.
 */
export function inProcessApi(
  app: FastifyInstance,
  visitor: FastifyRequest,
  { personal }: { personal: boolean },
): InProcessApi {
  const setCookies: string[] = [];
  const calls: MadeCall[] = [];
  const waits = new Map<number, string>();
  const { cookie, 'user-agent': userAgent } = visitor.headers;
  const headers = {
    accept: 'application/json',
    [IN_PROCESS.name]: IN_PROCESS.value,
    ...(personal && cookie !== undefined && { cookie }),
    ...(personal && userAgent !== undefined && { 'user-agent': userAgent }),
  };
  const api = new ApiClient(async ({ method, url, json }) => {
    const response = await app.inject({
      method,
      url,
      remoteAddress: visitor.ip,
      headers,
      ...(json !== undefined && { payload: json as object }),
    });
    if (personal) setCookies.push(...[response.headers['set-cookie'] ?? []].flat());
    calls.push({ method, url, answer: answerOf(response) });
    const wait = response.headers['retry-after'];
    if (wait !== undefined) waits.set(response.statusCode, String(wait));
    return { status: response.statusCode, text: async () => response.body };
  });
  return { api, calls, setCookies, retryAfterOf: (status) => waits.get(status) };
}

/** Returns whether the calls of a public page would be answered the same now. */
export async function isAnsweredTheSame(
  app: FastifyInstance,
  visitor: FastifyRequest,
  calls: readonly MadeCall[],
): Promise<boolean> {
  const headers = { accept: 'application/json', [IN_PROCESS.name]: IN_PROCESS.value };
  const same = await Promise.all(
    calls.map(async ({ method, url, answer }) => {
      if (method !== 'GET') return false;
      return answerOf(await app.inject({ method, url, remoteAddress: visitor.ip, headers })) === answer;
    }),
  );
  return same.every(Boolean);
}

function answerOf({ statusCode, rawPayload }: LightMyRequestResponse): string {
  return `${statusCode} ${createHash('sha1').update(rawPayload).digest('base64')}`;
}
