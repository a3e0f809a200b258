/** The kinds of documents. Each has a series of numbers in the table `document_series`. */
export const DOCUMENT_KINDS = [
  'receipt',
  'pro_forma',
  'invoice',
  'credit_note',
  'contract',
  'landed_cost_quote',
  'payout_statement',
  'handover',
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Whether a document is still to be relied on, apart from its signature. */
export const DOCUMENT_STATES = ['valid', 'superseded', 'revoked', 'key_compromised'] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];
