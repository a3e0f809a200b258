import { callsOf } from '#lib/api-client/api-call.ts';
import type { listingContract } from './listing-contract.ts';

export const listingCalls = callsOf<typeof listingContract>({
  featured: 'GET /api/api/listings/featured',
  find: 'GET /api/api/listings/listings',
  search: 'GET /api/api/listings/search',
  cards: 'GET /api/api/listings/cards',
  one: 'GET /api/api/listings/:id',
  oneToPay: 'GET /api/api/listings/listings/:id',
  related: 'GET /api/api/listings/:id/related',
  countView: 'POST /api/listings/:id/views',
  shareCard: 'GET /api/media/cards/:file',
});
