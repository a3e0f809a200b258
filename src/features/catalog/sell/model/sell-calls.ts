import { callsOf } from '#lib/api-client/api-call.ts';
import type { sellContract } from './sell-contract.ts';

export const sellCalls = callsOf<typeof sellContract>({
  create: 'POST /api/api/listings/listings',
  myListings: 'GET /api/my-listings',
  myListing: 'GET /api/my-listings/:id',
  edit: 'PUT /api/my-listings/:id',
  move: 'POST /api/my-listings/:id/moves',
  remove: 'DELETE /api/my-listings/:id',
  draft: 'GET /api/listing-draft',
  saveDraft: 'PUT /api/listing-draft',
  dropDraft: 'DELETE /api/listing-draft',
});
