import { z } from 'zod';
import {
  countryCell,
  dayCell,
  idCell,
  optionalDay,
  optionalId,
  SOURCE_KINDS,
  textCell,
  wordsCell,
} from './source-row.ts';

/** What a rule is about. The first three must be decided before a light is green. */
export const GATES = [
  'age',
  'steering',
  'conformity',
  'use',
  'fuel',
  'emission',
  'engine',
  'body',
  'buyer',
  'papers',
  'inspection',
  'origin',
] as const;
export type Gate = (typeof GATES)[number];
export const DECIDING_GATES = ['age', 'steering', 'conformity'] as const;

export const OUTCOMES = ['allowed', 'conditional', 'unknown', 'prohibited'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Its rules are about the export from China. */
export const ORIGIN_COUNTRY = 'CN';

/** A published rule is never edited: a correction is a new row that names the old one in `supersedes`. */
export const ruleRow = z.object({
  id: idCell,
  country: countryCell,
  gate: z.enum(GATES),
  /** Conditions under which the rule applies; empty for every car. */
  scope: z.string(),
  /** What the rule asks of a car; empty if every car gets `pass`. */
  test: z.string(),
  pass: z.enum(OUTCOMES),
  /** For cars that do not meet `test`. */
  fail: z.union([z.literal('').transform(() => null), z.enum(OUTCOMES)]),
  sentence: textCell,
  sources: wordsCell,
  /** Sources that say something else. */
  against: wordsCell,
  confidence: z.enum(SOURCE_KINDS),
  from: optionalDay,
  /** The last day. */
  to: optionalDay,
  checked: dayCell,
  supersedes: optionalId,
});
export type Rule = z.infer<typeof ruleRow>;
