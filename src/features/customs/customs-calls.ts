import { callsOf } from '#lib/api-client/api-call.ts';
import type { importContract } from './import-rules/model/import-contract.ts';
import type { mistakeContract } from './import-rules/model/rule-office-contract.ts';

export const importCalls = callsOf<typeof importContract>({
  charges: 'GET /api/import/charges',
  age: 'GET /api/import/age',
  countries: 'GET /api/import/countries',
  changes: 'GET /api/import/changes',
});

export const mistakeCalls = callsOf<typeof mistakeContract>({ report: 'POST /api/import/mistakes' });
