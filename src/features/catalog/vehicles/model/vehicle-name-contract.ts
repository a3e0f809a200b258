import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue } from '#lib/contract-parts.ts';

const NAME_KINDS = ['make', 'model'] as const;
export type NameKind = (typeof NAME_KINDS)[number];

const askedName = z.object({
  kind: z.enum(NAME_KINDS),
  id: z.int(),
  make: z.string(),
  model: z.string().nullable().describe('Null for a make'),
  make_is_asked: z.boolean().describe('Whether the make of a model is asked about too'),
  asked_at: z.string().describe('ISO 8601, UTC'),
  cars: z.int(),
  public_cars: z.int(),
  addresses: z.int().describe('Addresses of pages that lead to those of the other name after a merge'),
  likely: z.object({ make: z.string(), model: z.string() }).nullable().describe('What the name may mean'),
});
export type AskedNameResponse = z.output<typeof askedName>;

const names = z.object({ names: z.array(askedName).describe('At most 200, those of most cars first') });
export type VehicleNamesResponse = z.output<typeof names>;

const params = z.object({ kind: z.enum(NAME_KINDS), id: idValue });
const name = (most: number) => z.string().trim().min(1).max(most);

export const vehicleNameContract = {
  list: { responses: { 200: names } },
  approve: {
    params,
    body: z.object({ name: name(80).describe('The name to use, as it is or corrected') }),
    responses: { 200: names },
  },
  merge: {
    params,
    body: z.object({
      make: name(60),
      model: z.string().trim().max(80).default('').describe('Required for a model, empty for a make'),
    }),
    responses: { 200: names.extend({ cars: z.int().describe('Cars that have the other name now') }) },
  },
} satisfies Record<string, CallContract>;
