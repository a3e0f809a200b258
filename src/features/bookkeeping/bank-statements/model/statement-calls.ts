import { callsOf } from '#lib/api-client/api-call.ts';
import type { statementContract } from './statement-contract.ts';

export const statementCalls = callsOf<typeof statementContract>({
  import: 'POST /api/admin/statements',
  list: 'GET /api/admin/statements',
  lines: 'GET /api/admin/statements/lines',
  line: 'GET /api/admin/statements/lines/:id',
  match: 'POST /api/admin/statements/lines/:id/match',
  unmatch: 'POST /api/admin/statements/lines/:id/unmatch',
  mappings: 'GET /api/admin/statements/mappings',
  saveMapping: 'POST /api/admin/statements/mappings',
});
