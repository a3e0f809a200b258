import type { z } from 'zod';
import type { Message, MessageId } from '#lib/i18n/translator.ts';

type FieldMessageId = Extract<MessageId, `errors.field.${string}`>;

const QUANTITIES = new Set(['number', 'int', 'bigint', 'date']);

/** The message for an issue of a schema that names none itself. */
export function issueMessage(issue: z.core.$ZodIssue): Message<FieldMessageId> {
  switch (issue.code) {
    case 'invalid_type':
      return /received undefined$/.test(issue.message)
        ? { messageKey: 'errors.field.missing' }
        : { messageKey: 'errors.field.type', values: { type: issue.expected } };
    case 'too_small': {
      const least = Number(issue.minimum);
      return QUANTITIES.has(issue.origin)
        ? { messageKey: 'errors.field.tooSmall', values: { least } }
        : { messageKey: 'errors.field.tooShort', values: { least } };
    }
    case 'too_big': {
      const most = Number(issue.maximum);
      return QUANTITIES.has(issue.origin)
        ? { messageKey: 'errors.field.tooLarge', values: { most } }
        : { messageKey: 'errors.field.tooLong', values: { most } };
    }
    case 'invalid_value':
      return { messageKey: 'errors.field.choice', values: { values: issue.values.map(String).join(', ') } };
    case 'unrecognized_keys':
      return { messageKey: 'errors.field.unknown', values: { names: issue.keys.join(', ') } };
    default:
      return { messageKey: 'errors.field.invalid' };
  }
}
