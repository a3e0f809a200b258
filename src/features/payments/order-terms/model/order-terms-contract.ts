import { z } from 'zod';
import { countryCode } from '#features/customs/import-rules/model/import-contract.ts';
import { outcomeResponse } from '#features/people/accounts/model/account-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { MAX_BANK_DAYS, MAX_DAY_NAME_LENGTH } from './bank-days.ts';
import { PLAN_OFFERS } from './order-terms.ts';
import { CANCEL_STEPS, TERM_FIELDS, TERM_NAMES, type TermField } from './term-values.ts';
import { MAX_COUNTRIES, MAX_REASON_LENGTH } from './terms-form.ts';

export const cancelTerms = z
  .object({
    free_days: z.int().describe('After the booking, in which canceling costs nothing'),
    until: z.enum(CANCEL_STEPS).describe('The step that ends the right to cancel'),
    kept_bps: z
      .int()
      .describe('Kept of the price after the free days, in hundredths of a percent; 10000: canceling ends with them'),
    kept_unpaid_bps: z.int().describe('Kept of the price if the balance is not paid'),
  })
  .describe('Until when the buyer of a car for sale may cancel, and what that costs');
export type CancelTerms = z.output<typeof cancelTerms>;

/** What a buyer accepts before a car is held for a transfer, and the plans on offer. */
const orderTermsResponse = z.object({
  version: z.int(),
  plans: z.array(z.object({ plan: z.enum(PLAN_OFFERS), share: z.number() })),
  balance_days: z.int(),
  grace_days: z.int(),
  tolerance: z
    .object({ cents: z.int(), bps: z.int().describe('Hundredths of a percent of the amount due') })
    .describe('A transfer that is short by no more than the smaller of both counts as complete'),
  claims: z
    .object({
      days: z.int().describe('After the handover, in which the buyer may open a claim'),
      arrival_days: z.int().describe('After the latest expected arrival, if the car did not arrive'),
      answer_days: z.int().describe('For the answer of the seller'),
      reply_days: z.int().describe('For what the buyer adds to the answer'),
      review_days: z.int().describe('For the decision'),
    })
    .describe('How long a claim may be opened, and its steps may take'),
  cancel: cancelTerms,
  transfer: z
    .object({
      hold_days: z.int().describe('Business days'),
      until: z.string().describe('When a hold that is made now would end; ISO 8601, UTC'),
      time_zone: z.string().describe('IANA name of the zone of the bank'),
      is_demo: z.boolean().describe('The account is invented'),
    })
    .nullable()
    .describe('Null while no transfers are taken, because the company or its bank account is not entered'),
});
export type OrderTermsResponse = z.output<typeof orderTermsResponse>;

export const orderTermsContract = {
  read: { query: z.object({ country: countryCode.optional() }), responses: { 200: orderTermsResponse } },
} satisfies Record<string, CallContract>;

const text = z.string();
const time = z.string().describe('ISO 8601, UTC');
const INVALID = { error: 'admin.terms.invalid' };
const figure = (field: TermField, about: string) =>
  z.int(INVALID).min(TERM_FIELDS[field].least, INVALID).max(TERM_FIELDS[field].most, INVALID).describe(about);
const plans = z
  .array(z.enum(PLAN_OFFERS))
  .min(1, { error: 'admin.terms.noPlan' })
  .refine((list) => new Set(list).size === list.length, INVALID);

export const termValues = z.object({
  commission_bps: figure('commission_bps', 'Our commission in hundredths of a percent of the price of a car'),
  balance_days: figure('balance_days', 'Days from the booking of a car for sale until the balance is due'),
  grace_days: figure('grace_days', 'Days after the due date until an unpaid sale is canceled'),
  hold_days: figure('hold_days', 'Business days for which a car is held for a bank transfer'),
  tolerance_cents: figure('tolerance_cents', 'What may be missing from a transfer, in cents'),
  tolerance_bps: figure('tolerance_bps', 'The same limit in hundredths of a percent of the amount that was due'),
  security_cents: figure('security_cents', 'The security deposit of a rental, in cents'),
  refund_limit_cents: figure(
    'refund_limit_cents',
    'What one person may refund of an order, in cents; counts for all orders',
  ),
  payout_limit_cents: figure(
    'payout_limit_cents',
    'What one person may pay out to a seller in a day, in cents; counts for all orders',
  ),
  claim_days: figure('claim_days', 'Days after the handover in which the buyer may open a claim'),
  claim_arrival_days: figure(
    'claim_arrival_days',
    'Days after the latest expected arrival in which the buyer may claim that a car did not arrive',
  ),
  claim_answer_days: figure('claim_answer_days', 'Days that the seller has to answer a claim'),
  claim_reply_days: figure('claim_reply_days', 'Days that the buyer has to reply to the answer'),
  claim_review_days: figure('claim_review_days', 'Days that the operator has to decide a claim'),
  claim_limit_cents: figure('claim_limit_cents', 'The largest claim decision that one person may make, in cents'),
  cash_limit_cents: figure(
    'cash_limit_cents',
    'What one person may record as taken in person, of an order and in a day, in cents; counts for all orders',
  ),
  cancel_free_days: figure(
    'cancel_free_days',
    'Days after the booking in which the buyer may cancel for a full refund',
  ),
  kept_cancel_bps: figure(
    'kept_cancel_bps',
    'What is kept if the buyer cancels later, in hundredths of a percent of the price of the cars; with 10000 the buyer cannot cancel',
  ),
  kept_unpaid_bps: figure(
    'kept_unpaid_bps',
    'What is kept if the balance is not paid, in hundredths of a percent of the price of the cars',
  ),
  payout_days: figure('payout_days', 'Days after the handover until the seller is paid'),
  pick_up_hour: figure(
    'pick_up_hour',
    'The hour from which a rented car is picked up on the first day, by the clock of the car',
  ),
  return_hour: figure('return_hour', 'The hour until which it is brought back on the last day; 24 is midnight'),
  return_grace_minutes: figure('return_grace_minutes', 'Minutes after that hour in which it is not late'),
  rental_fee_days: figure(
    'rental_fee_days',
    'A renter pays the registration fee once in so many days; counts for all orders',
  ),
  renter_min_age: figure(
    'renter_min_age',
    'The age that a renter must have at the pick-up; with 0, neither age nor license is asked',
  ),
  cancel_until: z.enum(CANCEL_STEPS).describe('The step that ends the right of the buyer to cancel'),
  requires_steps: z
    .boolean()
    .describe('Whether cars are loaded and orders completed only with their papers, payments, contract and consignee'),
  requires_contract: z.boolean().describe('Whether the buyer of a car for sale accepts the sales contract'),
  plans: plans.describe('The plans on offer, the proposed one first'),
  country_plans: z
    .record(z.string().regex(/^[A-Z]{2}$/, 'must be a country code such as KE'), plans)
    .refine((all) => Object.keys(all).length <= MAX_COUNTRIES, INVALID)
    .describe('Plans of countries that differ from the general plan'),
});

/** Values of any version, because the oldest are outside of today's bounds. */
export const storedTerms = z.object({
  ...(Object.fromEntries(TERM_NAMES.map((name) => [name, z.int()])) as Record<TermField, z.ZodInt>),
  requires_contract: z.boolean(),
  requires_steps: z.boolean(),
  cancel_until: z.enum(CANCEL_STEPS),
  plans: z.array(z.enum(PLAN_OFFERS)),
  country_plans: z.record(text, z.array(z.enum(PLAN_OFFERS))),
});

const version = storedTerms.extend({
  version: z.int(),
  reason: text,
  made_at: time,
  proposed_by: text.nullable().describe('Null for versions of the installation'),
  approved_by: text.nullable(),
});
export type TermsVersionResponse = z.output<typeof version>;

const proposal = z.object({
  version: z.int().describe('The number that it will have'),
  terms: termValues,
  reason: text,
  proposed_by: text,
  proposed_at: time,
  expires_at: time,
});
export type TermsProposalResponse = z.output<typeof proposal>;

const terms = z.object({
  flag: z.literal('1'),
  versions: z.array(version).describe('The newest first. It is in force'),
  proposal: proposal.nullable().describe('Waits for a second person'),
});
export type TermsOfficeResponse = z.output<typeof terms>;

const proposalBody = termValues.extend({
  after: z.int().describe('The newest version that the proposer saw'),
  reason: z.string().trim().min(1, { error: 'admin.terms.reasonNeeded' }).max(MAX_REASON_LENGTH, INVALID),
});
export type TermsProposal = z.output<typeof proposalBody>;

const bankDay = z.object({
  day: z.iso.date('must be a day as YYYY-MM-DD'),
  is_open: z.boolean().describe('Whether banks work on it, other than its weekday says'),
  name: z.string().trim().min(1, { error: 'admin.bankDays.nameNeeded' }).max(MAX_DAY_NAME_LENGTH),
});
const year = z.coerce.number().int().min(2000).max(2100);

const bankDays = z.object({
  flag: z.literal('1'),
  year: z.int(),
  years: z.array(z.int()).describe('Years with days, this year and the next'),
  days: z.array(bankDay),
  seen: text.describe('Identifies this list; a change must name the list that it replaces'),
});
export type BankDaysResponse = z.output<typeof bankDays>;

const bankDaysBody = z
  .object({ year: z.int().min(2000).max(2100), days: z.array(bankDay).max(MAX_BANK_DAYS), seen: text.max(64) })
  .refine(({ year: of, days }) => days.every(({ day }) => day.startsWith(`${of}-`)), {
    error: 'admin.bankDays.otherYear',
  })
  .refine(({ days }) => new Set(days.map(({ day }) => day)).size === days.length, { error: 'admin.bankDays.twice' });
export type BankDaysBody = z.output<typeof bankDaysBody>;

export const termsOfficeContract = {
  read: { responses: { 200: terms } },
  propose: { body: proposalBody, responses: { 200: outcomeResponse } },
  bankDays: { query: z.object({ year: year.optional() }), responses: { 200: bankDays } },
  saveBankDays: { body: bankDaysBody, responses: { 200: bankDays } },
} satisfies Record<string, CallContract>;
