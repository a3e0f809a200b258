import { callsOf } from '#lib/api-client/api-call.ts';
import type { mediaContract } from './media-contract.ts';

export const mediaCalls = callsOf<typeof mediaContract>({
  sendPhoto: 'POST /api/photos',
  sendDocument: 'POST /api/documents',
  picture: 'GET /api/media/:key',
  document: 'GET /api/documents/:key',
});
