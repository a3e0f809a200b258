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
  'commercial_invoice',
  'packing_list',
  'bill_of_sale',
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/**
 * Whether a document is still to be relied on, apart from its signature. `outdated`: its facts have changed and no other document replaces
 * it yet.
 */
export const DOCUMENT_STATES = ['valid', 'outdated', 'expired', 'superseded', 'revoked', 'key_compromised'] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

/** Why a document is outdated. */
export const END_REASONS = ['money', 'facts', 'booked', 'canceled'] as const;
export type EndReason = (typeof END_REASONS)[number];

/** Crockford base 32: no letters that look like digits. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const CODE_LENGTH = 10;

const CODE = new RegExp(`^[${CODE_ALPHABET}]{${CODE_LENGTH}}$`);

/** Reads a code as people type it; null if it cannot be one. */
export function readCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return CODE.test(code) ? code : null;
}

/** Formats a code for print, in two groups. */
export function printedCode(code: string): string {
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
}
