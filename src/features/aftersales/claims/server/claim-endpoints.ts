import { toOutcomeResponse } from '#features/people/server/api.ts';
import { type EvidenceFile, readFileOfUser } from '#features/site/server/api.ts';
import { adminOf, type Caller, originOf, userOf } from '#lib/server/http/caller.ts';
import { downloadEvidence, type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import type { UploadedFile } from '#lib/server/http/uploads/multipart.ts';
import { claimCalls, promiseCalls } from '../../aftersales-calls.ts';
import { adminClaimCalls } from '../../office-calls.ts';
import { askQuestion, listClaims, showClaim } from '../admin/server/admin-claims.ts';
import { adminClaimContract, claimContract, MAX_CLAIM_FILES, promiseContract } from '../model/claim-contract.ts';
import { decideClaim } from './decide-claim.ts';
import {
  type ClaimDeps,
  readClaim,
  readClaimFile,
  readClaimsOfOrder,
  readMyClaims,
  readPromise,
} from './read-claims.ts';
import { addStatement, openClaim, withdrawClaim } from './submit-claim.ts';

const UPLOAD = { files: { evidence: { most: MAX_CLAIM_FILES, messageKey: 'claims.tooManyFiles' } } } as const;
const LIMIT = { uses: 60, inSeconds: 3_600 };

export function claimEndpoints(deps: ClaimDeps): Endpoint[] {
  const { pool } = deps.bookings.payments;
  const party = { access: 'user' } as const;
  const one = async (caller: Caller, id: number) => ({
    flag: '1' as const,
    claim: await readClaim(pool, { ...caller, admin: null }, id),
  });
  const evidenceOf = async (userId: number, files: UploadedFile[]) => {
    const evidence: EvidenceFile[] = [];
    for (const file of files) evidence.push(await readFileOfUser(deps.media, userId, file));
    return evidence;
  };
  return [
    endpoint(claimCalls.ofOrder, claimContract.ofOrder, {
      ...party,
      summary: 'The claims of an order, and which ones its buyer may open until when',
      handle: ({ params, caller }) => readClaimsOfOrder(deps.bookings.payments, caller, params.id),
    }),
    endpoint(claimCalls.open, claimContract.open, {
      ...party,
      summary: 'Open a claim about an order with photos or PDFs; its money is frozen until the claim is decided',
      limit: LIMIT,
      upload: UPLOAD,
      handle: async ({ params, body, files, caller, request }) => {
        const { id: userId } = userOf(caller);
        const { key, kind, listing_id: listingId = null, text } = body;
        const claim = { key, kind, listingId, text, evidence: await evidenceOf(userId, files) };
        return one(caller, await openClaim(deps, userId, params.id, claim, originOf(request)));
      },
    }),
    endpoint(promiseCalls.read, promiseContract.read, {
      access: 'anyone',
      summary: 'The ‘as described’ promise for cars for sale, and how its claims were decided',
      handle: () => readPromise(pool),
    }),
    endpoint(claimCalls.mine, claimContract.mine, {
      ...party,
      summary: 'The claims that the user has opened or is the seller of, open ones first',
      handle: async ({ caller }) => ({
        flag: '1' as const,
        items: await readMyClaims(deps.bookings.payments, userOf(caller).id),
      }),
    }),
    endpoint(claimCalls.one, claimContract.one, {
      access: 'user-or-admin',
      permission: 'bookings:read',
      summary: 'A claim with its evidence, for its parties and staff',
      handle: async ({ params, caller }) => ({ flag: '1' as const, claim: await readClaim(pool, caller, params.id) }),
    }),
    endpoint(claimCalls.answer, claimContract.answer, {
      ...party,
      summary: 'Answer a claim as the seller, with photos or PDFs',
      limit: LIMIT,
      upload: UPLOAD,
      handle: async ({ params, body, files, caller }) => {
        const { id: userId } = userOf(caller);
        await addStatement(deps, userId, params.id, 'answer', { ...body, evidence: await evidenceOf(userId, files) });
        return one(caller, params.id);
      },
    }),
    endpoint(claimCalls.add, claimContract.add, {
      ...party,
      summary: 'Add text, photos or PDFs to a claim',
      limit: LIMIT,
      upload: UPLOAD,
      handle: async ({ params, body, files, caller }) => {
        const { id: userId } = userOf(caller);
        await addStatement(deps, userId, params.id, 'evidence', { ...body, evidence: await evidenceOf(userId, files) });
        return one(caller, params.id);
      },
    }),
    endpoint(claimCalls.withdraw, claimContract.withdraw, {
      ...party,
      summary: 'Withdraw a claim as the buyer; the money is free again',
      handle: async ({ params, caller, request, t }) =>
        toOutcomeResponse(await withdrawClaim(deps, userOf(caller).id, params.id, originOf(request)), t),
    }),
    endpoint(claimCalls.file, claimContract.file, {
      access: 'user-or-admin',
      permission: 'bookings:read',
      summary: 'A photo or PDF of a claim, for its parties and staff; every opening is recorded',
      handle: async ({ params, caller, reply }) => {
        const file = await readClaimFile(pool, caller, params);
        return downloadEvidence(reply, `claim-${params.id}-${params.statement}-${params.position}`, file);
      },
    }),
  ];
}

export function adminClaimEndpoints(deps: ClaimDeps): Endpoint[] {
  const office = { access: 'admin' } as const;
  const { pool } = deps.bookings.payments;
  return [
    endpoint(adminClaimCalls.list, adminClaimContract.list, {
      ...office,
      permission: 'bookings:read',
      summary: 'Claims of buyers, those whose time is over first',
      handle: () => listClaims(pool),
    }),
    endpoint(adminClaimCalls.one, adminClaimContract.one, {
      ...office,
      permission: 'bookings:read',
      summary: 'A claim with its evidence and the money that a decision splits',
      handle: ({ params, caller }) => showClaim(pool, adminOf(caller), params.id),
    }),
    endpoint(adminClaimCalls.ask, adminClaimContract.ask, {
      ...office,
      permission: 'payments:write',
      summary: 'Ask the buyer or the seller of a claim a question, by email and with the claim',
      handle: async ({ params, body, caller, request, t }) => {
        await askQuestion(deps, adminOf(caller).id, params.id, body, originOf(request));
        return { flag: '1' as const, message: t('claims.asked') };
      },
    }),
    endpoint(adminClaimCalls.decide, adminClaimContract.decide, {
      ...office,
      permission: 'payments:write',
      summary: 'Decide a claim by a split of the frozen money; above the limit a second person confirms it',
      handle: async ({ params, body, caller, request, t }) => {
        const { to_buyer_cents: toBuyerCents, to_seller_cents: toSellerCents, reason } = body;
        const split = { toBuyerCents, toSellerCents, reason };
        return toOutcomeResponse(await decideClaim(deps, adminOf(caller), params.id, split, originOf(request)), t);
      },
    }),
  ];
}
