import type { Translator } from '#lib/i18n/translator.ts';
import type { PdfFact, PdfPart } from '#lib/server/pdf/pdf-document.ts';
import type { PayoutStatementPaper } from '../../model/papers.ts';
import { issuerFacts } from './shared-parts.ts';

export function payoutStatementParts(paper: PayoutStatementPaper, t: Translator): PdfPart[] {
  const { issuer, seller, account, lines, totalCents, payout } = paper;
  const facts: PdfFact[] = [
    ...issuerFacts(issuer, t),
    [t('paper.payout.seller'), seller.lines],
    [t('paper.payout.number'), String(payout)],
  ];
  if (account) {
    facts.push([t('paper.holder'), account.holder], [t('paper.bank'), account.bank]);
    facts.push([t('paper.account'), t('paper.payout.accountEnd', { end: account.accountEnd })]);
  }
  return [
    { figures: [{ label: t('paper.payout.total'), value: t.cents(totalCents) }] },
    { heading: t('paper.parties') },
    { facts },
    { heading: t('receipt.sums') },
    {
      table: {
        columns: [
          { head: t('paper.order'), share: 1 },
          { head: t('receipt.car'), share: 3 },
          { head: t('paper.payout.price'), share: 1.2, figures: true },
          { head: t('paper.payout.commission'), share: 1.2, figures: true },
          { head: t('paper.payout.paid'), share: 1.2, figures: true },
        ],
        rows: lines.map(({ order, car, vin, priceCents, commissionCents, cents }) => [
          order,
          vin === null ? car : t('paper.carWithVin', { name: car, vin }),
          t.cents(priceCents),
          t.cents(-commissionCents),
          t.cents(cents),
        ]),
        total: [t('paper.total'), '', '', '', t.cents(totalCents)],
      },
    },
  ];
}
