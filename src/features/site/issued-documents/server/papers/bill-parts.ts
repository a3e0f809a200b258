import type { Translator } from '#lib/i18n/translator.ts';
import type { PdfFact, PdfPart } from '#lib/server/pdf/pdf-document.ts';
import type { BillPaper, CreditNotePaper, PayoutStatementPaper, ProFormaPaper } from '../../model/papers.ts';
import { bankParts, issuerFacts, lineParts, partyParts } from './shared-parts.ts';

export function invoiceParts(paper: BillPaper, t: Translator): PdfPart[] {
  return [{ figures: amountsOf(paper, t) }, ...bodyOf(paper, t)];
}

export function proFormaParts(paper: ProFormaPaper, t: Translator): PdfPart[] {
  return [
    { figures: amountsOf(paper, t) },
    { text: t('paper.proForma.text', { time: t.utcTime(new Date(paper.validUntil)) }) },
    ...bodyOf(paper, t),
  ];
}

export function creditNoteParts(paper: CreditNotePaper, t: Translator): PdfPart[] {
  const { remainingCents, keptCents } = paper;
  return [
    {
      figures: [
        { label: t('paper.creditNote.credit'), value: t.cents(paper.totalCents) },
        keptCents === undefined
          ? { label: t('paper.creditNote.remains'), value: t.cents(remainingCents) }
          : { label: t('paper.creditNote.kept'), value: t.cents(keptCents) },
      ],
    },
    { text: creditText(paper, t) },
    ...partyParts(paper, t),
    ...lineParts(paper, t),
  ];
}

function creditText({ order, invoices, keptCents }: CreditNotePaper, t: Translator): string {
  const values = { order, invoices: invoices.join(', ') };
  if (keptCents === undefined) return t('paper.creditNote.text', values);
  if (keptCents === 0) return t('paper.creditNote.endAllText', values);
  return t('paper.creditNote.endText', { ...values, kept: t.cents(keptCents) });
}

function amountsOf({ totalCents, paidCents, dueCents, dueOn }: BillPaper, t: Translator) {
  return [
    { label: t('paper.total'), value: t.cents(totalCents) },
    { label: t('receipt.paid'), value: t.cents(paidCents) },
    { label: t('paper.toPay'), value: t.cents(dueCents) },
    ...(dueOn === null || dueCents === 0 ? [] : [{ label: t('paper.dueOn'), value: t.date(dueOn) }]),
  ];
}

function bodyOf(paper: BillPaper, t: Translator): PdfPart[] {
  return [
    ...partyParts(paper, t),
    ...lineParts(paper, t),
    ...(paper.dueCents > 0 ? bankParts(paper.bank, paper.reference, t, paper.bankChangesAt) : []),
  ];
}

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
