/** Schemas of the lists, checked before sending and on the server. */
import * as z from 'zod/mini';
import type { MessageKey } from '#lib/i18n/translator.ts';

const INVALID = { error: 'admin.watch.invalid' satisfies MessageKey };
const text = (most: number) =>
  z.string(INVALID).check(
    z.trim(),
    z.refine(
      (typed) => typed.length <= most && typed.isWellFormed() && !/\p{Cc}/u.test(typed.replace(/\r?\n/g, ' ')),
      INVALID,
    ),
  );
export const MAX_REASON_LENGTH = 500;
const reason = text(MAX_REASON_LENGTH).check(
  z.minLength(1, { error: 'admin.watch.reasonNeeded' satisfies MessageKey }),
);

export const watchEntryForm = z
  .object({
    kind: z.enum(['party', 'destination'], INVALID),
    name: text(200),
    aliases: text(1000),
    id_number: text(60),
    country: z
      .string(INVALID)
      .check(
        z.trim(),
        z.toUpperCase(),
        z.regex(/^([A-Z]{2})?$/, { error: 'admin.watch.countryInvalid' satisfies MessageKey }),
      ),
    reason,
  })
  .check(
    z.refine(({ kind, name }) => kind !== 'party' || /[\p{L}\p{N}]{2}/u.test(name), { ...INVALID, path: ['name'] }),
    z.refine(({ kind, country }) => kind !== 'destination' || country !== '', {
      error: 'admin.watch.countryInvalid' satisfies MessageKey,
      path: ['country'],
    }),
  );
export type WatchEntryForm = z.output<typeof watchEntryForm>;

export const clearForm = z.object({ reason });
