import { z } from 'zod';
import { outcomeResponse } from '#features/people/accounts/model/account-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue } from '#lib/contract-parts.ts';
import { APPROVAL_STATES } from './approval.ts';

const text = z.string();
const time = z.string().describe('ISO 8601, UTC');
const person = z.object({ id: z.number(), name: text });

const approval = z.object({
  id: z.number(),
  kind: text,
  /** The change in a sentence. */
  summary: text,
  /** SHA-256 of the proposal in hex; an approval must name it. */
  hash: text,
  state: z.enum(APPROVAL_STATES),
  proposer: person,
  proposedAt: time,
  expiresAt: time,
  approver: person.nullable(),
  decidedAt: time.nullable(),
  /** True if the caller may be the second person. */
  mayApprove: z.boolean(),
  /** Why the caller may not approve an open proposal. */
  problem: text.nullable(),
});
export type ApprovalResponse = z.output<typeof approval>;

const params = z.object({ id: idValue });

export const approvalContract = {
  list: { responses: { 200: z.object({ flag: z.literal('1'), items: z.array(approval) }) } },
  approve: {
    params,
    body: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex') }),
    responses: { 200: outcomeResponse },
  },
  cancel: { params, responses: { 200: outcomeResponse } },
} satisfies Record<string, CallContract>;
