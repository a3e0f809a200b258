import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiClient } from '../../api-client/api-client.ts';

export type InProcessApi = {
  api: ApiClient;
  /** What the answers so far want the visitor's browser to keep (`set-cookie`). */
  setCookies: string[];
  /** How long a call that was refused with a status asked to wait (`retry-after`). */
  retryAfterOf: (status: number) => string | undefined;
};

/**
 * The same endpoints without the network, asked while a page is rendered. Only a private page asks in the name of its
 * visitor; what a public page gets is what anybody would get.
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
