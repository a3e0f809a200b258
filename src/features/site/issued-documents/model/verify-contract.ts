import { z } from 'zod';
import { outcomeResponse } from '#features/people/accounts/model/account-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { fileResponse, idValue } from '#lib/contract-parts.ts';
import { DOCUMENT_KINDS, DOCUMENT_STATES, END_REASONS } from './document.ts';
import { revocationForm } from './revocation-form.ts';

const text = z.string();
const cents = z.int().describe('Cents of the currency');

/** The figures of a document that anyone with its code may see. All of them are printed on it. */
const documentClaims = z.object({
  kind: z.enum(DOCUMENT_KINDS),
  number: text,
  issuer: text,
  issued_on: z.iso.date().describe('In the time zone of the issuer'),
  time_zone: text.describe('IANA name'),
  currency: text.describe('ISO 4217'),
  total_cents: cents.nullable(),
  paid_cents: cents.nullable().describe('Cents of the currency; below zero if the receipt states a refund'),
  cars: z.array(z.object({ name: text, vin_end: text.nullable().describe('The last 6 characters of the VIN') })),
  party: z
    .object({ role: z.enum(['buyer', 'consignee', 'seller']), name: text.describe('Of a buyer, only the initials') })
    .nullable(),
  bank_account_end: text.nullable().describe('The last 4 characters of the bank account to pay into'),
  reference: text.optional().describe('What the payer writes on the transfer'),
  valid_until: text.optional().describe('Until when the issuer is bound by it; ISO 8601, UTC'),
  replaces: text.nullable().describe('The number of the document that it replaces'),
  is_demo: z.boolean().describe('Names an invented bank account or company'),
});
export type DocumentClaims = z.output<typeof documentClaims>;

const state = z.enum(DOCUMENT_STATES);
const endedFor = z
  .enum(END_REASONS)
  .nullable()
  .describe(
    'What has changed since the issue: money of the order, its consignee, trade term or cars, that it was booked, or that it was canceled',
  );

const paidAt = text
  .nullable()
  .describe('When what an invoice or a pro-forma invoice asks for was paid after its issue; ISO 8601, UTC');

/** The state of the document's bank account today. */
export const accountNotice = z
  .object({
    state: z.enum(['changing', 'replaced']),
    changes_at: text.nullable().describe('When another account takes its place; ISO 8601, UTC'),
  })
  .nullable()
  .describe('Set if the bank account that the document names is changing or has been replaced');
export type AccountNotice = z.output<typeof accountNotice>;

const verifiedDocument = z.object({
  flag: z.literal('1'),
  code: text,
  number: text,
  claims: documentClaims,
  state,
  ended_for: endedFor,
  superseded_by: text.nullable().describe('The number of the document that replaces it'),
  paid_at: paidAt,
  account_notice: accountNotice,
  issued_at: text.describe('ISO 8601, UTC'),
  sha256: text.nullable().describe('Of the PDF, in hex; null until it is stored, a moment after the issue'),
  /** The text in the QR code, for comparison with a scanned one. */
  signed: text.describe('The signed text in the QR code'),
  kid: text.describe('The key that signed it, in the list of keys'),
});
export type VerifiedDocument = z.output<typeof verifiedDocument>;

const checkedFile = z.object({
  flag: z.literal('1'),
  result: z.enum(['identical', 'not_identical', 'unknown']),
  number: text.nullable(),
  claims: documentClaims.nullable().describe('Null for receipts from before documents were signed'),
  state: state.nullable(),
  ended_for: endedFor,
  superseded_by: text.nullable(),
  paid_at: paidAt,
  account_notice: accountNotice,
});
export type CheckedFile = z.output<typeof checkedFile>;

export const verifyContract = {
  read: { params: z.object({ code: text.max(40) }), responses: { 200: verifiedDocument } },
  check: { body: z.object({}), responses: { 200: checkedFile } },
} satisfies Record<string, CallContract>;

const listedDocument = z.object({
  id: z.int(),
  kind: z.enum(DOCUMENT_KINDS),
  number: z.string(),
  code: z.string(),
  subject: z.object({ kind: z.string(), id: z.int() }).describe('What it is about, such as a booking'),
  state: z.enum(DOCUMENT_STATES),
  supersededBy: z.string().nullable(),
  issuedAt: z.string().describe('ISO 8601, UTC'),
});
export type ListedDocument = z.output<typeof listedDocument>;

const documents = z.object({
  flag: z.literal('1'),
  items: z.array(listedDocument).describe('The newest first'),
  next: z.int().nullable().describe('`before` of the next page'),
});
export type DocumentsResponse = z.output<typeof documents>;

export const adminDocumentContract = {
  list: {
    query: z.object({
      q: z.string().trim().max(60).optional().describe('A number or a code'),
      before: idValue.optional(),
    }),
    responses: { 200: documents },
  },
  file: { params: z.object({ id: idValue }), responses: { 200: fileResponse } },
  revoke: { body: revocationForm, responses: { 200: outcomeResponse } },
} satisfies Record<string, CallContract>;
