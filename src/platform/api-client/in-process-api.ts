import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiClient } from './api-client.ts';

/** The same endpoints without the network, asked on behalf of the visitor whose page is being rendered. */
export function inProcessApi(app: FastifyInstance, visitor: FastifyRequest): ApiClient {
  const { cookie } = visitor.headers;
  return new ApiClient(async ({ method, url, json }) => {
    const response = await app.inject({
      method,
      url,
      remoteAddress: visitor.ip,
      headers: { accept: 'application/json', ...(cookie !== undefined && { cookie }) },
      ...(json !== undefined && { payload: json as object }),
    });
    return { status: response.statusCode, text: async () => response.body };
  });
}
