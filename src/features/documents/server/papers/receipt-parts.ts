import type { Translator } from '#lib/i18n/translator.ts';
import type { PdfPart } from '#lib/server/pdf/pdf-document.ts';
import type { ReceiptPaper } from '../../model/papers.ts';
import { issuerFacts } from './shared-parts.ts';

const DAY_MS = 86_400_000;

export function receiptParts(receipt: ReceiptPaper, replaces: string | null, t: Translator): PdfPart[] {
  return [
    { figures: figuresOf(receipt, t) },
    ...partiesOf(receipt, replaces, t),
    ...sumsOf(receipt, t),
    ...paymentOf(receipt, t),
    ...destinationOf(receipt, t),
  ];
}

function figuresOf({ totalCents, paidCents, refundedCents, dueCents }: ReceiptPaper, t: Translator) {
  return [
    { label: t('receipt.total'), value: t.cents(totalCents) },
    { label: t('receipt.paid'), value: t.cents(paidCents) },
    ...(refundedCents === null ? [] : [{ label: t('receipt.refunded'), value: t.cents(refundedCents) }]),
    { label: t('receipt.due'), value: t.cents(dueCents) },
  ];
}

function partiesOf(receipt: ReceiptPaper, replaces: string | null, t: Translator): PdfPart[] {
  const { issuer, buyer, car, bookingId, period } = receipt;
  const facts: [string, string][] = [
    ...issuerFacts(issuer, t),
    [t('receipt.buyer'), buyer],
    ...carFacts(receipt.cars ?? [car], t),
    [t('receipt.booking'), String(bookingId)],
  ];
  if (replaces !== null) facts.push([t('receipt.replaces'), replaces]);
  if (period) {
    const values = { first: t.date(period.startDay), last: t.date(lastDayOf(period)), days: daysOf(period) };
    facts.push([t('receipt.rental'), t('receipt.rentalDays', values)]);
  }
  return [{ heading: t('receipt.parties') }, { facts }];
}

function carFacts(cars: readonly ReceiptPaper['car'][], t: Translator): [string, string][] {
  return cars.flatMap(({ year, name, vin }): [string, string][] => [
    [t('receipt.car'), `${year} ${name}`],
    [t('receipt.vin'), vin ?? t('receipt.noVin')],
  ]);
}

type Period = NonNullable<ReceiptPaper['period']>;
const daysOf = ({ startDay, endDay }: Period) => (Date.parse(endDay) - Date.parse(startDay)) / DAY_MS;
const lastDayOf = ({ endDay }: Period) => new Date(Date.parse(endDay) - DAY_MS).toISOString().slice(0, 10);

function sumsOf({ period, cars, priceCents, taxCents, feeCents, totalCents }: ReceiptPaper, t: Translator): PdfPart[] {
  const price = period ? t('receipt.rentalPrice', { days: daysOf(period) }) : t('receipt.price');
  return [
    { heading: t('receipt.sums') },
    {
      table: {
        columns: [
          { head: t('receipt.what'), share: 3 },
          { head: t('receipt.amount'), share: 1, figures: true },
        ],
        rows: [
          ...(cars
            ? cars.map((car) => [`${car.year} ${car.name}`, t.cents(car.priceCents)])
            : [[price, t.cents(priceCents)]]),
          [t('receipt.tax'), t.cents(taxCents)],
          [t('receipt.fee'), t.cents(feeCents)],
        ],
        total: [t('receipt.total'), t.cents(totalCents)],
      },
    },
  ];
}

function paymentOf(receipt: ReceiptPaper, t: Translator): PdfPart[] {
  const { paidCents, refundedCents, dueCents, transactionId, paidAt } = receipt;
  const facts: [string, string][] = [
    [t('receipt.method'), methodOf(receipt, t)],
    [t('receipt.transaction'), transactionId],
    [t('receipt.paidOn'), t.utcTime(new Date(paidAt))],
    [t('receipt.paid'), t.cents(paidCents)],
  ];
  if (refundedCents !== null) facts.push([t('receipt.refunded'), t.cents(refundedCents)]);
  return [{ heading: t('receipt.payment') }, { facts: [...facts, [t('receipt.due'), t.cents(dueCents)]] }];
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

function methodOf({ method, cardBrand, cardLast4 }: ReceiptPaper, t: Translator): string {
  if (method !== 'credit_card') return t(`receipt.method.${method}`);
  if (cardLast4 === null) return t('receipt.method.plainCard');
  return t('receipt.method.credit_card', { brand: cardBrand ?? '', last4: cardLast4 }).trim();
}
