import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue } from '#lib/contract-parts.ts';

const text = z.string();

/** Of one user. */
export const MAX_LIVE_KEYS = 5;
const MAX_KEY_NAME = 60;

const apiKey = z.object({
  id: z.int(),
  name: text,
  beginning: text.describe('The first characters of the key'),
  created_at: text.describe('ISO 8601, UTC'),
  last_used_on: text.nullable().describe('YYYY-MM-DD in UTC'),
  revoked: z.boolean(),
});
export type ApiKeyResponse = z.output<typeof apiKey>;

const keys = z.object({
  reads_per_minute: z.int().describe('What the keys may spend together; 0: no limit'),
  keys: z.array(apiKey).describe('Newest first'),
});
export type ApiKeysResponse = z.output<typeof keys>;

const newKeyBody = z.object({
  name: z
    .string()
    .transform((name) => name.trim())
    .refine((name) => name.length > 0 && name.length <= MAX_KEY_NAME && name.isWellFormed() && !name.includes('\0')),
});

export const apiKeyContract = {
  list: { responses: { 200: keys } },
  make: {
    body: newKeyBody,
    responses: { 200: apiKey.extend({ key: text.describe('Shown only once. Send it as `Authorization: Bearer …`') }) },
  },
  revoke: { params: z.object({ id: idValue }), responses: { 200: apiKey } },
} satisfies Record<string, CallContract>;
