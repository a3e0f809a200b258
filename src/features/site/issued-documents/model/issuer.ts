import { receiptSender } from '#features/site/operator/model/operator-fields.ts';
import type { OperatorDetails } from '#lib/pages/page-site.ts';
import type { Issuer } from './papers.ts';

/** The issuer of a document, by the details that the operator has entered. */
export function issuerOf(operator: OperatorDetails): Issuer {
  return {
    lines: receiptSender(operator),
    isNamed: operator.legalName !== '',
    registrationNumber: operator.registrationNumber || null,
    moneyHolder: operator.moneyHolder || null,
  };
}

const VIN_END = 6;
const ACCOUNT_END = 4;

/** The initials of a person's name, because anyone with the code sees the claims. Null without letters. */
export function initialsOf(name: string): string | null {
  const words = name.trim().split(/\s+/).slice(0, 4);
  const letters = words.flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0].toLocaleUpperCase('en') ?? []);
  return letters.length === 0 ? null : letters.map((letter) => `${letter}.`).join(' ');
}

export const vinEnd = (vin: string | null): string | null => vin?.slice(-VIN_END) ?? null;

export const accountEnd = (account: string): string => account.slice(-ACCOUNT_END);
