import { dayAfter } from '#features/payments/model/calendar-day.ts';
import { daysOf } from '#features/payments/model/quote.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { PRODUCT_NAME } from '#lib/product.ts';
import { type PdfPart, pdfOf } from '#lib/server/pdf/pdf-document.ts';
import type { Receipt } from '../model/receipt.ts';

export function receiptPdf(receipt: Receipt, t: Translator): Promise<Buffer> {
  const { number, issuedAt } = receipt;
  return pdfOf({
    lang: t.locale,
    title: t('receipt.title', { number }),
    subtitle: t('receipt.issued', { date: t.date(issuedAt, 'longDay') }),
    sender: PRODUCT_NAME,
    made: t('receipt.made', { time: t.utcTime(issuedAt) }),
    at: issuedAt,
    pageOf: (page, pages) => t('paper.page', { page, pages }),
    parts: [
      { figures: figuresOf(receipt, t) },
      ...partiesOf(receipt, t),
      ...sumsOf(receipt, t),
      ...paymentOf(receipt, t),
    ],
  });
}

function figuresOf({ totalCents, paidCents, refundedCents, dueCents }: Receipt, t: Translator) {
  return [
    { label: t('receipt.total'), value: t.cents(totalCents) },
    { label: t('receipt.paid'), value: t.cents(paidCents) },
    ...(refundedCents === null ? [] : [{ label: t('receipt.refunded'), value: t.cents(refundedCents) }]),
    { label: t('receipt.due'), value: t.cents(dueCents) },
  ];
}

function partiesOf({ operator, buyer, car, bookingId, period, replaces }: Receipt, t: Translator): PdfPart[] {
  const days = period ? daysOf(period).length : 0;
  const facts: [string, string][] = [
    ...senderOf(operator, t),
    [t('receipt.buyer'), buyer],
    [t('receipt.car'), `${car.year} ${car.name}`],
    [t('receipt.vin'), car.vin ?? t('receipt.noVin')],
    [t('receipt.booking'), String(bookingId)],
  ];
  if (replaces) facts.push([t('receipt.replaces'), replaces]);
  if (period) {
    const values = { first: t.date(period.startDay), last: t.date(dayAfter(period.endDay, -1)), days };
    facts.push([t('receipt.rental'), t('receipt.rentalDays', values)]);
  }
  return [{ heading: t('receipt.parties') }, { facts }];
}

function senderOf(operator: Receipt['operator'], t: Translator): [string, string][] {
  const { from, isNamed, registrationNumber, moneyHolder } = operator;
  const facts: [string, string][] = [[t('receipt.from'), from.join(', ')]];
  if (!isNamed) facts.push([t('receipt.company'), t('receipt.company.none')]);
  if (registrationNumber) facts.push([t('receipt.registration'), registrationNumber]);
  if (moneyHolder) facts.push([t('receipt.moneyHolder'), moneyHolder]);
  return facts;
}

function sumsOf(receipt: Receipt, t: Translator): PdfPart[] {
  const { period, priceCents, taxCents, feeCents, totalCents } = receipt;
  const price = period ? t('receipt.rentalPrice', { days: daysOf(period).length }) : t('receipt.price');
  return [
    { heading: t('receipt.sums') },
    {
      table: {
        columns: [
          { head: t('receipt.what'), share: 3 },
          { head: t('receipt.amount'), share: 1, figures: true },
        ],
        rows: [
          [price, t.cents(priceCents)],
          [t('receipt.tax'), t.cents(taxCents)],
          [t('receipt.fee'), t.cents(feeCents)],
        ],
        total: [t('receipt.total'), t.cents(totalCents)],
      },
    },
  ];
}

function paymentOf(receipt: Receipt, t: Translator): PdfPart[] {
  const { paidCents, refundedCents, dueCents, transactionId, paidAt } = receipt;
  const facts: [string, string][] = [
    [t('receipt.method'), methodOf(receipt, t)],
    [t('receipt.transaction'), transactionId],
    [t('receipt.paidOn'), t.utcTime(paidAt)],
    [t('receipt.paid'), t.cents(paidCents)],
  ];
  if (refundedCents !== null) facts.push([t('receipt.refunded'), t.cents(refundedCents)]);
  return [{ heading: t('receipt.payment') }, { facts: [...facts, [t('receipt.due'), t.cents(dueCents)]] }];
}

function methodOf({ method, cardBrand, cardLast4 }: Receipt, t: Translator): string {
  if (method !== 'credit_card') return t(`receipt.method.${method}`);
  if (cardLast4 === null) return t('receipt.method.plainCard');
  return t('receipt.method.credit_card', { brand: cardBrand ?? '', last4: cardLast4 }).trim();
}
