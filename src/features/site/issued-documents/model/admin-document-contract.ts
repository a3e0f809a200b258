import { z } from 'zod';
import { outcomeResponse } from '#features/people/accounts/model/account-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { fileResponse } from '#lib/file-response.ts';
import { idValue } from '#lib/id-value.ts';
import { DOCUMENT_KINDS, DOCUMENT_STATES } from './document-kind.ts';
import { revocationForm } from './revocation-form.ts';

const text = z.string();

const listedDocument = z.object({
  id: z.int(),
  kind: z.enum(DOCUMENT_KINDS),
  number: text,
  code: text,
  subject: z.object({ kind: text, id: z.int() }).describe('What it is about, such as a booking'),
  state: z.enum(DOCUMENT_STATES),
  supersededBy: text.nullable(),
  issuedAt: text.describe('ISO 8601, UTC'),
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
      q: text.trim().max(60).optional().describe('A number or a code'),
      before: idValue.optional(),
    }),
    responses: { 200: documents },
  },
  file: { params: z.object({ id: idValue }), responses: { 200: fileResponse } },
  revoke: { body: revocationForm, responses: { 200: outcomeResponse } },
} satisfies Record<string, CallContract>;
