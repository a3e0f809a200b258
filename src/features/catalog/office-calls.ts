import { callsOf } from '#lib/api-client/api-call.ts';
import type { adminListingContract, moderationContract } from './moderation/model/admin-listing-contract.ts';
import type { stockImportContract } from './stock-import/model/stock-import-contract.ts';
import type { vehicleNameContract } from './vehicles/model/vehicle-name-contract.ts';

export const adminListingCalls = callsOf<typeof adminListingContract>({
  one: 'GET /api/listings/:id',
  list: 'GET /api/listings/all',
  add: 'POST /api/listings',
  change: 'PUT /api/listings/:id',
  remove: 'DELETE /api/listings/:id',
  restore: 'POST /api/admin/listings/:id/restore',
});

export const moderationCalls = callsOf<typeof moderationContract>({
  next: 'GET /api/admin/moderation',
  decide: 'POST /api/admin/listings/:id/decision',
});

export const stockImportCalls = callsOf<typeof stockImportContract>({
  create: 'POST /api/imports',
  show: 'GET /api/imports/:id',
  map: 'PUT /api/imports/:id/mapping',
  run: 'POST /api/imports/:id/run',
  cancel: 'POST /api/imports/:id/cancel',
});

export const vehicleNameCalls = callsOf<typeof vehicleNameContract>({
  list: 'GET /api/admin/vehicle-names',
  approve: 'POST /api/admin/vehicle-names/:kind/:id/approval',
  merge: 'POST /api/admin/vehicle-names/:kind/:id/merge',
});
