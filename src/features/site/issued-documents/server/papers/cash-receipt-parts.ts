import type { Translator } from '#lib/i18n/translator.ts';
import type { PdfPart } from '#lib/server/pdf/pdf-document.ts';
import type { CashReceiptPaper } from '../../model/papers.ts';
import { partyParts } from './shared-parts.ts';

/** The receipt of money that changed hands in person. */
export function cashReceiptParts(receipt: CashReceiptPaper, t: Translator): PdfPart[] {
  const { what, method, cents, dueCents } = receipt;
  const isGivenBack = what === 'returned' || what === 'securityReturned';
  const facts: [string, string][] = [
    [t(isGivenBack ? 'paper.cash.givenBack' : 'paper.cash.what'), t(`paper.cash.what.${what}`)],
    [t('receipt.method'), t(`paper.cash.method.${method}`)],
    [t('receipt.amount'), t.cents(cents)],
  ];
  if (dueCents !== null) facts.push([t('receipt.due'), t.cents(dueCents)]);
  return [
    { figures: [{ label: t(`paper.cash.what.${what}`), value: t.cents(cents) }] },
    ...partyParts({ ...receipt, consignee: null, tradeTerm: null }, t),
    { heading: t('receipt.payment') },
    { facts },
    ...(what === 'security' ? [{ text: t('paper.cash.securityText'), soft: true as const }] : []),
  ];
}
