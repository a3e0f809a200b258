import { z } from 'zod';
import { outcomeResponse } from '#features/people/accounts/model/account-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue } from '#lib/contract-parts.ts';
import { INVOICE_GAPS } from './bank-account.ts';
import { forEachField } from './operator-fields.ts';
import { bankAccountForm, foreignAccountForm, operatorForm } from './operator-forms.ts';

const version = z.number().int().min(0).describe('0 until the details are entered');

const operatorResponse = z.object({
  ...forEachField(() => z.string().describe('Empty until it is entered')),
  version,
});
export type OperatorResponse = z.output<typeof operatorResponse>;

/** `version`: the one that was edited. A newer one is refused with 409. */
const saveOperatorBody = z.intersection(z.object({ version: z.coerce.number().int().min(0) }), operatorForm);
export type OperatorEdit = z.output<typeof saveOperatorBody>;

export const operatorContract = {
  read: { responses: { 200: operatorResponse } },
  save: { body: saveOperatorBody, responses: { 200: outcomeResponse } },
} satisfies Record<string, CallContract>;

const time = z.string().describe('ISO 8601, UTC');
const details = { holder: z.string(), bank: z.string(), account: z.string(), bic: z.string() };

const accountVersion = z.object({
  ...details,
  version: z.int(),
  state: z.enum(['pending', 'in_force', 'replaced', 'canceled']),
  isDemo: z.boolean().describe('An invented account of the demo'),
  proposedBy: z.string().nullable(),
  approvedBy: z.string().nullable(),
  approvedAt: time,
  effectiveAt: time,
  canceledBy: z.string().nullable(),
  canceledAt: time.nullable(),
});
export type BankAccountVersion = z.output<typeof accountVersion>;

const proposal = z.object({ ...details, proposedBy: z.string(), proposedAt: time, expiresAt: time });
export type BankAccountProposal = z.output<typeof proposal>;

const bankAccounts = z.object({
  flag: z.literal('1'),
  versions: z.array(accountVersion).describe('The newest first'),
  proposal: proposal.nullable().describe('Waits for a second person'),
  foreign: z
    .array(z.object({ account: z.string(), currency: z.string(), addedBy: z.string().nullable(), addedAt: time }))
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
