/** Schema of the operator's details, checked before sending and on the server. Every field may be empty. */
import * as z from 'zod/mini';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { MAX_LENGTH, type OperatorField } from './operator-fields.ts';

const MULTI_LINE: readonly OperatorField[] = ['address', 'contact'];

const INVALID = { error: 'admin.operator.invalid' satisfies MessageKey };
const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

const text = (field: OperatorField) =>
  z.string(INVALID).check(
    z.trim(),
    z.refine((typed) => {
      const shown = MULTI_LINE.includes(field) ? typed.replace(/\r?\n/g, ' ') : typed;
      return typed.length <= MAX_LENGTH[field] && typed.isWellFormed() && !CONTROL.test(shown);
    }, INVALID),
  );

export const operatorForm = z.object({
  legalName: text('legalName'),
  address: text('address'),
  registrationNumber: text('registrationNumber'),
  governingLaw: text('governingLaw'),
  moneyHolder: text('moneyHolder'),
  contact: text('contact'),
});

/** Returns an error for each invalid field, or null if the values are valid. */
export function operatorProblems(values: unknown): Record<string, MessageKey> | null {
  const result = operatorForm.safeParse(values);
  if (result.success) return null;
  return Object.fromEntries(result.error.issues.map(({ path, message }) => [path.join('.'), message as MessageKey]));
}
