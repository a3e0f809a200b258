import { callsOf } from '#lib/api-client/api-call.ts';
import type { importContract } from './import-rules/model/import-contract.ts';

export const importCalls = callsOf<typeof importContract>({
  charges: 'GET /api/import/charges',
  age: 'GET /api/import/age',
  countries: 'GET /api/import/countries',
  changes: 'GET /api/import/changes',
});
