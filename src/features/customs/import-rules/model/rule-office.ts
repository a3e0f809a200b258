/** Limits of the back office of import rules, in characters. */
export const MAX_LENGTH = {
  cell: 600,
  reason: 300,
  csv: 90_000,
  mistake: 2_000,
  answer: 4_000,
  contact: 254,
  prices: 900_000,
} as const;

/** The lists of published rows: shipped ones, and exchange rates, which staff enter or a job fetches. */
export const RULE_LISTS = [
  'countries',
  'sources',
  'rules',
  'charges',
  'tables',
  'baseUnits',
  'freight',
  'insurance',
  'references',
  'sailings',
  'doorCosts',
  'rates',
] as const;
export type RuleList = (typeof RULE_LISTS)[number];

/** More would not fit into the 10,000 characters of an approval. */
export const MAX_DRAFTS = 300;
