import { dayAfter, daysOf } from '#features/payments/model/quote.ts';
import { englishWords as t } from '#lib/i18n/all-messages.ts';
import { formatCents } from '#lib/money.ts';
import { PRODUCT_NAME } from '#lib/product.ts';
import { type PdfPart, pdfOf } from '#lib/server/pdf/pdf-document.ts';
import type { Receipt } from '../model/receipt.ts';

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

export function receiptPdf(receipt: Receipt): Promise<Buffer> {
  const { number, issuedAt } = receipt;
  return pdfOf({
    title: t('receipt.title', { number }),
    subtitle: t('receipt.issued', { date: date.format(issuedAt) }),
    sender: PRODUCT_NAME,
    made: t('receipt.made', { time: minuteOf(issuedAt) }),
    at: issuedAt,
    pageOf: (page, pages) => t('paper.page', { page, pages }),
    parts: [{ figures: figuresOf(receipt) }, ...partiesOf(receipt), ...sumsOf(receipt), ...paymentOf(receipt)],
  });
}

function figuresOf({ totalCents, paidCents, refundedCents, dueCents }: Receipt) {
  return [
    { label: t('receipt.total'), value: formatCents(totalCents) },
    { label: t('receipt.paid'), value: formatCents(paidCents) },
    ...(refundedCents === null ? [] : [{ label: t('receipt.refunded'), value: formatCents(refundedCents) }]),
    { label: t('receipt.due'), value: formatCents(dueCents) },
  ];
}

function partiesOf({ from, buyer, car, bookingId, period }: Receipt): PdfPart[] {
  const days = period ? daysOf(period).length : 0;
  const facts: [string, string][] = [
    [t('receipt.from'), from.join(', ')],
    [t('receipt.buyer'), buyer],
    [t('receipt.car'), `${car.year} ${car.name}`],
    [t('receipt.vin'), car.vin ?? t('receipt.noVin')],
    [t('receipt.booking'), String(bookingId)],
  ];
  if (period) {
    const values = { first: period.startDay, last: dayAfter(period.endDay, -1), days };
    facts.push([t('receipt.rental'), t('receipt.rentalDays', values)]);
  }
  return [{ heading: t('receipt.parties') }, { facts }];
}

function sumsOf(receipt: Receipt): PdfPart[] {
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
          [price, formatCents(priceCents)],
          [t('receipt.tax'), formatCents(taxCents)],
          [t('receipt.fee'), formatCents(feeCents)],
        ],
        total: [t('receipt.total'), formatCents(totalCents)],
      },
    },
  ];
}

function paymentOf(receipt: Receipt): PdfPart[] {
  const { paidCents, refundedCents, dueCents, transactionId, paidAt } = receipt;
  const facts: [string, string][] = [
    [t('receipt.method'), methodOf(receipt)],
    [t('receipt.transaction'), transactionId],
    [t('receipt.paidOn'), `${minuteOf(paidAt)} UTC`],
    [t('receipt.paid'), formatCents(paidCents)],
  ];
  if (refundedCents !== null) facts.push([t('receipt.refunded'), formatCents(refundedCents)]);
  return [{ heading: t('receipt.payment') }, { facts: [...facts, [t('receipt.due'), formatCents(dueCents)]] }];
}

function methodOf({ method, cardBrand, cardLast4 }: Receipt): string {
  if (method !== 'credit_card') return t(`receipt.method.${method}`);
  if (cardLast4 === null) return t('receipt.method.plainCard');
  return t('receipt.method.credit_card', { brand: cardBrand ?? '', last4: cardLast4 }).trim();
}

function minuteOf(moment: Date): string {
  return moment.toISOString().slice(0, 16).replace('T', ' ');
}
