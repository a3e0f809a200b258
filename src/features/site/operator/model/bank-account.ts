import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';

/** An account for transfers in US dollars. */
export type BankAccount = {
  holder: string;
  /** Name and place of the bank. */
  bank: string;
  /** IBAN or account number, without spaces. */
  account: string;
  bic: string;
};

/** An account in another currency. No document names it. */
export type ForeignAccount = { account: string; currency: string };

/** The checks of the table `bank_account_versions` have the same limits. */
export const MAX_ACCOUNT_LENGTH = { holder: 140, bank: 300, account: 34, bic: 11 } as const;

/** How long an approved change waits before it takes effect. The database refuses less. */
export const BANK_ACCOUNT_WAIT_S = 24 * 60 * 60;

/** What the operator has to enter before invoices can be issued. */
export const INVOICE_GAPS = ['legalName', 'address', 'bankAccount'] as const;
export type InvoiceGap = (typeof INVOICE_GAPS)[number];

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]+$/;

/** Returns true if an account number is plausible. An IBAN must have valid check digits (ISO 13616). */
export function isAccountNumber(account: string): boolean {
  if (!/^[A-Z0-9]{6,34}$/.test(account)) return false;
  if (!IBAN.test(account)) return true;
  const digits = (account.slice(4) + account.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(parseInt(letter, 36)));
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

export const isBic = (bic: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic);

/** An account number or BIC without the spaces and in the letter case of banks. */
export const withoutSpaces = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

/** An account number in groups of four, as on bank statements. */
export const groupedAccount = (account: string): string => account.replace(/(.{4})(?=.)/g, '$1 ');

/** The number of an account of ours, with its currency unless that is the one of the books. */
export function ownAccount({ account, currency }: ForeignAccount): string {
  return currency === BOOKS_CURRENCY ? groupedAccount(account) : `${groupedAccount(account)} · ${currency}`;
}
