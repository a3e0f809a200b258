import type { Translator } from '#lib/i18n/translator.ts';
import type { PdfFact, PdfPart } from '#lib/server/pdf/pdf-document.ts';
import type { CashReceiptPaper, MoneyMovement, ReceiptPaper } from '../../model/papers.ts';
import { carFacts, issuerFacts, lineParts, partyParts } from './shared-parts.ts';

const DAY_MS = 86_400_000;

export function receiptParts(receipt: ReceiptPaper, replaces: string | null, t: Translator): PdfPart[] {
  return [
    { figures: figuresOf(receipt, t) },
    ...partiesOf(receipt, replaces, t),
    ...lineParts(receipt, t),
    ...moneyOf(receipt, t),
    ...destinationOf(receipt, t),
  ];
}

function figuresOf({ totalCents, paidCents, refundedCents, dueCents }: ReceiptPaper, t: Translator) {
  return [
    { label: t('receipt.total'), value: t.cents(totalCents) },
    { label: t('receipt.paid'), value: t.cents(paidCents) },
    ...(refundedCents === 0 ? [] : [{ label: t('receipt.refunded'), value: t.cents(refundedCents) }]),
    { label: t('receipt.due'), value: t.cents(dueCents) },
  ];
}

function partiesOf(receipt: ReceiptPaper, replaces: string | null, t: Translator): PdfPart[] {
  const { issuer, buyer, cars, order, bookingId, period } = receipt;
  const facts: PdfFact[] = [
    ...issuerFacts(issuer, t),
    [t('receipt.buyer'), buyer.lines],
    ...carFacts(cars, t),
    ...(order === '' ? [] : [[t('paper.order'), order] satisfies PdfFact]),
    [t('receipt.booking'), String(bookingId)],
  ];
  if (replaces !== null) facts.push([t('receipt.replaces'), replaces]);
  if (period) {
    const values = { first: t.date(period.startDay), last: t.date(lastDayOf(period)), days: daysOf(period) };
    facts.push([t('receipt.rental'), t('receipt.rentalDays', values)]);
  }
  return [{ heading: t('receipt.parties') }, { facts }];
}

type Period = NonNullable<ReceiptPaper['period']>;
const daysOf = ({ startDay, endDay }: Period) => (Date.parse(endDay) - Date.parse(startDay)) / DAY_MS;
const lastDayOf = ({ endDay }: Period) => new Date(Date.parse(endDay) - DAY_MS).toISOString().slice(0, 10);

function moneyOf({ money }: ReceiptPaper, t: Translator): PdfPart[] {
  return [
    { heading: t('receipt.money') },
    {
      table: {
        columns: [
          { head: t('receipt.day'), share: 1 },
          { head: t('receipt.movement'), share: 1.9 },
          { head: t('receipt.reference'), share: 2.4 },
          { head: t('receipt.amount'), share: 1, figures: true },
        ],
        rows: money.map((movement) => [
          t.date(movement.day),
          movementOf(movement, t),
          movement.reference,
          t.cents(movement.cents),
        ]),
      },
    },
    { text: t('receipt.days'), soft: true },
  ];
}

function movementOf(movement: MoneyMovement, t: Translator): string {
  const what = t(`receipt.movement.${movement.what}`);
  return movement.method === null ? what : t('receipt.movement.by', { what, method: methodOf(movement, t) });
}

function destinationOf({ destination }: ReceiptPaper, t: Translator): PdfPart[] {
  if (!destination) return [];
  const { place, light, shownLight, reason, cost, assessedOn, rules, declaredCountry, notice } = destination;
  const facts: [string, string][] = [
    [t('receipt.destination.place'), place],
    [t('receipt.destination.light'), t(`shipTo.light.${light}`)],
  ];
  if (shownLight && shownLight !== light) facts.push([t('receipt.destination.shown'), t(`shipTo.light.${shownLight}`)]);
  facts.push(
    [t('receipt.destination.why'), reason],
    [t('receipt.destination.cost'), cost],
    [t('receipt.destination.assessed'), t.date(assessedOn)],
    [t('receipt.destination.rules'), rules],
  );
  if (declaredCountry) {
    const country = t.region(declaredCountry);
    facts.push([t('receipt.destination.declared'), t('receipt.destination.declared.text', { country })]);
  }
  return [{ heading: t('receipt.destination') }, { facts }, { text: notice, soft: true }];
}

function methodOf({ method, cardBrand, cardLast4 }: MoneyMovement, t: Translator): string {
  if (method !== 'credit_card') return t(`receipt.method.${method ?? 'cash'}`);
  if (cardLast4 === null) return t('receipt.method.plainCard');
  return t('receipt.method.credit_card', { brand: cardBrand ?? '', last4: cardLast4 }).trim();
}

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
