import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#lib/app-error.ts';
import type { Config } from '#lib/server/config/config.ts';
import { inProcessApi } from '#lib/server/http/in-process-api.ts';
import type { ReadBudget } from '#lib/server/http/read-budget.ts';
import { requestUrl } from '../request-url.ts';
import { carTools } from './car-tools.ts';

const MCP_PATH = '/mcp';
/** Cost of a message in the client's read budget. A tool makes up to two calls, each of which may cost 2. */
const MESSAGE_COST = 4;

type Needs = {
  config: Config;
  /** The budget of reads per client; null: no limit. */
  readBudget: ReadBudget | null;
};

/**
 * Serves the Model Context Protocol by Streamable HTTP, without sessions. Assistants can only read what the public API
 * answers: each message calls the endpoints in process, without cookies.
 */
export function registerMcp(app: FastifyInstance, { config, readBudget }: Needs): void {
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: MCP_PATH,
    schema: { hide: true },
    handler: async (request, reply) => {
      // Batches left the protocol in 2025. One would run many tools for the price of one message.
      if (Array.isArray(request.body)) throw new AppError('malformed', 'a batch of messages');
      readBudget?.spendFor(request, MESSAGE_COST);
      const url = requestUrl(config, request);
      const { api } = inProcessApi(app, request, { personal: false });
      const { fetch } = createMcpHandler(() => carTools({ api, origin: url.origin }), {
        // An open stream would hold a connection, and nothing here changes that a client could wait for.
        maxSubscriptions: 0,
        onerror: (error) => request.log.info({ err: error }, 'an MCP message failed'),
      });
      reply.header('cache-control', 'no-store');
      return reply.send(await fetch(webRequest(request, url), { parsedBody: request.body }));
    },
  });
}

function webRequest({ method, headers: sent }: FastifyRequest, url: URL): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(sent))
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value));
  return new Request(url, { method, headers });
}
