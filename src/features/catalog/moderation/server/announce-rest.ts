import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAX_PAGE_SIZE } from '#features/catalog/listings/model/listing-contract.ts';
import { methodAndPath } from '#lib/server/http/endpoint.ts';
import { adminListingCalls } from '../../office-calls.ts';

const { path: LIST } = methodAndPath(adminListingCalls.list);

/**
 * Says in headers how many cars a list without paging would have, and where it continues (RFC 8288). `sent` must be a
 * multiple of the page size unless it is everything.
 */
export function announceRest(
  request: FastifyRequest,
  reply: FastifyReply,
  { sent, total }: { sent: number; total: number },
): void {
  reply.header('x-total-count', total);
  if (sent >= total) return;
  const [prefix = '/api'] = /^(\/api)+/.exec(request.url) ?? [];
  const query = new URLSearchParams(request.url.split('?')[1]);
  query.set('page', String(sent / MAX_PAGE_SIZE + 1));
  query.set('limit', String(MAX_PAGE_SIZE));
  reply.header('link', `<${prefix}${LIST}?${query}>; rel="next"`);
}
