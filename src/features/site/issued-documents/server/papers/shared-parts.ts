/** Parts that several kinds of documents have. */
import { groupedAccount } from '#features/site/operator/model/bank-account.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { PdfFact, PdfPart } from '#lib/server/pdf/pdf-document.ts';
import type { BankDetails, BillPaper, Issuer } from '../../model/papers.ts';

export function issuerFacts({ lines, isNamed, registrationNumber, moneyHolder }: Issuer, t: Translator): PdfFact[] {
  const facts: PdfFact[] = [[t('receipt.from'), lines]];
  if (!isNamed) facts.push([t('receipt.company'), t('receipt.company.none')]);
  if (registrationNumber) facts.push([t('receipt.registration'), registrationNumber]);
  if (moneyHolder) facts.push([t('receipt.moneyHolder'), moneyHolder]);
  return facts;
}

/** Lists one car per line. */
export function carFacts(cars: BillPaper['cars'], t: Translator): PdfFact[] {
  const lines = cars.map(({ name, vin }) => (vin === null ? name : t('paper.carWithVin', { name, vin })));
  return lines.length === 0 ? [] : [[t('receipt.car'), lines]];
}

type Parties = Pick<BillPaper, 'issuer' | 'buyer' | 'consignee' | 'order' | 'tradeTerm' | 'cars'>;

/** `more` are facts that only some documents have. */
export function partyParts(
  { issuer, buyer, consignee, order, tradeTerm, cars }: Parties,
  t: Translator,
  more: PdfFact[] = [],
): PdfPart[] {
  const facts: PdfFact[] = [...issuerFacts(issuer, t), [t('receipt.buyer'), buyer.lines]];
  if (consignee) facts.push([t('paper.consignee'), consignee.lines]);
  facts.push(...more, [t('paper.order'), order]);
  if (tradeTerm !== null) facts.push([t('paper.tradeTerm'), tradeTerm]);
  facts.push(...carFacts(cars, t));
  return [{ heading: t('paper.parties') }, { facts }];
}

export function lineParts({ lines, totalCents }: Pick<BillPaper, 'lines' | 'totalCents'>, t: Translator): PdfPart[] {
  return [
    { heading: t('receipt.sums') },
    {
      table: {
        columns: [
          { head: t('receipt.what'), share: 3 },
          { head: t('receipt.amount'), share: 1, figures: true },
        ],
        rows: lines.map(({ text, cents }) => [text, t.cents(cents)]),
        total: [t('paper.total'), t.cents(totalCents)],
      },
    },
  ];
}

/** Where to pay. The account is the figure that forgers change, so the part says how to check it. */
export function bankParts(
  bank: BankDetails | null,
  reference: string,
  t: Translator,
  changesAt: string | null = null,
): PdfPart[] {
  if (!bank) return [];
  const facts: PdfFact[] = [
    [t('paper.holder'), bank.holder],
    [t('paper.bank'), bank.bank],
    [t('paper.account'), groupedAccount(bank.account)],
    [t('paper.bic'), bank.bic],
    [t('paper.reference'), reference],
  ];
  return [
    { heading: t('paper.payTo') },
    ...(bank.isDemo ? [{ text: t('paper.demoAccount') }] : []),
    ...(changesAt === null ? [] : [{ text: t('paper.accountChanges', { time: t.utcTime(new Date(changesAt)) }) }]),
    { facts },
    { text: t('paper.checkAccount'), soft: true },
  ];
}
