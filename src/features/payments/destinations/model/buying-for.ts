import * as z from 'zod/mini';
import type { MessageKey } from '#lib/i18n/translator.ts';

/** One visible line without control characters and bidirectional overrides. */
const LINE = /^(?=.*[\p{L}\p{N}])[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+$/u;

export const MAX_BUYING_FOR = 120;
/** The recipient or purpose that a buyer declares for a car that the destination prohibits. */
export const buyingForName = z.string().check(
  z.trim(),
  z.normalize(),
  z.refine((name) => name.length <= MAX_BUYING_FOR && name.isWellFormed() && LINE.test(name), {
    error: 'payment.buyingFor.invalid' satisfies MessageKey,
    abort: true,
  }),
);
