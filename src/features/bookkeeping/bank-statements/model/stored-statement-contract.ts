import { z } from 'zod';
import { STATEMENT_FORMATS } from './statement.ts';

export const cents = z.int().describe('Cents of US dollars; negative: money that went out');
export const minorUnits = z.int().describe('In the smallest unit of the currency; negative: money that went out');
export const currency = z.string().describe('The code of the currency of our account, such as EUR');
export const day = z.iso.date();
export const time = z.string().describe('ISO 8601, UTC');

export const storedStatement = z.object({
  id: z.int(),
  filename: z.string(),
  format: z.enum(STATEMENT_FORMATS),
  imported_at: time,
  imported_by: z.string().nullable(),
  account: z.string(),
  currency,
  number: z.string(),
  from_on: day,
  to_on: day,
  opening_cents: minorUnits.nullable(),
  closing_cents: minorUnits.nullable(),
  pending_lines: z.int(),
  lines: z.int().describe('Lines that came with it for the first time'),
  in_cents: minorUnits.describe('The money in of these lines'),
  out_cents: minorUnits.describe('The money out of these lines'),
  largest_lines: z
    .array(z.object({ booked_on: day, cents: minorUnits, counterparty: z.string().nullable(), text: z.string() }))
    .describe('The lines with the largest amounts, at most five, until it is confirmed'),
  missing_before: z.boolean(),
  confirmed_by: z.string().nullable().describe('The second person, who compared it with the bank'),
  confirmed_at: time.nullable(),
  to_confirm: z.boolean().describe('Whether a line is above what may be matched before a second person confirms it'),
  limit_cents: cents.describe('How much may be matched within a day of what one person imported without confirmation'),
  problem: z.string().nullable().describe('Why the caller may not confirm it'),
});
export type StoredStatementResponse = z.output<typeof storedStatement>;
