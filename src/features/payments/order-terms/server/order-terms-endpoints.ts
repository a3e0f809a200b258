import { toOutcomeResponse } from '#features/people/server/api.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { termsOfficeCalls } from '../../office-calls.ts';
import { orderTermsCalls } from '../../payments-calls.ts';
import { orderTermsContract, type TermsOfficeResponse, termsOfficeContract } from '../model/order-terms-contract.ts';
import { proposeTerms, readBankDays, readTerms, saveBankDays } from './change-terms.ts';
import { readOrderTerms, type TermsDeps } from './read-order-terms.ts';

export function orderTermsEndpoints(deps: TermsDeps): Endpoint[] {
  const { pool, clock } = deps;
  const office = { access: 'admin' } as const;
  return [
    endpoint(orderTermsCalls.read, orderTermsContract.read, {
      access: 'anyone',
      readCost: 1,
      summary: 'The rules of an order that is made now: plans, due days and holds for bank transfers',
      handle: ({ query }) => readOrderTerms(deps, query.country ?? null),
    }),
    endpoint(termsOfficeCalls.read, termsOfficeContract.read, {
      ...office,
      permission: 'terms:read',
      summary: 'List the versions of the order terms, and the one that waits for a second person',
      handle: async () => toResponse(await readTerms(pool)),
    }),
    endpoint(termsOfficeCalls.propose, termsOfficeContract.propose, {
      ...office,
      permission: 'terms:write',
      summary: 'Propose the next version of the order terms to a second person',
      handle: async ({ body, caller, request, t }) =>
        toOutcomeResponse(await proposeTerms(pool, adminOf(caller), body, originOf(request)), t),
    }),
    endpoint(termsOfficeCalls.bankDays, termsOfficeContract.bankDays, {
      ...office,
      permission: 'terms:read',
      summary: 'List the bank holidays of a year, and the weekend days on which banks work',
      handle: ({ query }) => readBankDays(pool, clock, query.year),
    }),
    endpoint(termsOfficeCalls.saveBankDays, termsOfficeContract.saveBankDays, {
      ...office,
      permission: 'terms:write',
      summary: 'Replace the bank holidays of a year; new holds of cars end by them at once',
      handle: ({ body, caller, request }) => saveBankDays(pool, clock, adminOf(caller), body, originOf(request)),
    }),
  ];
}

function toResponse({ versions, proposal }: Awaited<ReturnType<typeof readTerms>>): TermsOfficeResponse {
  return {
    flag: '1',
    versions: versions.map(({ madeAt, madeBy, approvedBy, ...version }) => ({
      ...version,
      made_at: madeAt.toISOString(),
      proposed_by: madeBy,
      approved_by: approvedBy,
    })),
    proposal: proposal && {
      version: proposal.after + 1,
      terms: proposal.terms,
      reason: proposal.reason,
      proposed_by: proposal.proposerName,
      proposed_at: proposal.proposedAt.toISOString(),
      expires_at: proposal.expiresAt.toISOString(),
    },
  };
}
