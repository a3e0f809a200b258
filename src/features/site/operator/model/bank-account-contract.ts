import { z } from 'zod';
import { outcomeResponse } from '#features/people/accounts/model/account-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue } from '#lib/id-value.ts';
import { INVOICE_GAPS } from './bank-account.ts';
import { bankAccountForm, foreignAccountForm } from './bank-account-form.ts';

const text = z.string();
const time = z.string().describe('ISO 8601, UTC');
const details = { holder: text, bank: text, account: text, bic: text };

const version = z.object({
  ...details,
  version: z.int(),
  state: z.enum(['pending', 'in_force', 'replaced', 'canceled']),
  isDemo: z.boolean().describe('An invented account of the demo'),
  proposedBy: text.nullable(),
  approvedBy: text.nullable(),
  approvedAt: time,
  effectiveAt: time,
  canceledBy: text.nullable(),
  canceledAt: time.nullable(),
});
export type BankAccountVersion = z.output<typeof version>;

const proposal = z.object({ ...details, proposedBy: text, proposedAt: time, expiresAt: time });
export type BankAccountProposal = z.output<typeof proposal>;

const bankAccounts = z.object({
  flag: z.literal('1'),
  versions: z.array(version).describe('The newest first'),
  proposal: proposal.nullable().describe('Waits for a second person'),
  foreign: z
    .array(z.object({ account: text, currency: text, addedBy: text.nullable(), addedAt: time }))
    .describe('Our accounts in other currencies'),
  missing: z.array(z.enum(INVOICE_GAPS)).describe('What to enter before invoices can be issued'),
});
export type BankAccountsResponse = z.output<typeof bankAccounts>;

export const bankAccountContract = {
  list: { responses: { 200: bankAccounts } },
  propose: { body: bankAccountForm, responses: { 200: outcomeResponse } },
  addForeign: { body: foreignAccountForm, responses: { 200: outcomeResponse } },
  cancel: { params: z.object({ version: idValue }), responses: { 200: outcomeResponse } },
} satisfies Record<string, CallContract>;
