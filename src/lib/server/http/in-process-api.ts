import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiClient } from '../../api-client/api-client.ts';

export type InProcessApi = {
  api: ApiClient;
  /** `Set-Cookie` headers of the responses so far. */
  setCookies: string[];
  /** Returns the `Retry-After` of a response with this status. */
  retryAfterOf: (status: number) => string | undefined;
};

/** Marks calls of a page that is being rendered. Random, so that nobody else can send it. */
const IN_PROCESS = { name: 'x-in-process', value: randomUUID() };

/** Whether a request is a call of a page that is being rendered; its visitor was charged for the page. */
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
    const wait = response.headers['retry-after'];
    if (wait !== undefined) waits.set(response.statusCode, String(wait));
    return { status: response.statusCode, text: async () => response.body };
  });
  return { api, setCookies, retryAfterOf: (status) => waits.get(status) };
}
