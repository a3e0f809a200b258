import { dayAfter, daysOf } from '#features/payments/model/quote.ts';
import { englishWords as t } from '#lib/i18n/all-messages.ts';
import { writtenCents } from '#lib/money.ts';
import { PRODUCT_NAME } from '#lib/product.ts';
import { type PaperPart, pdfOf } from '#lib/server/pdf/pdf-document.ts';
import type { Receipt } from '../model/receipt.ts';

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** The receipt of a booking, for its buyer to keep. */
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
    { label: t('receipt.total'), value: writtenCents(totalCents) },
    { label: t('receipt.paid'), value: writtenCents(paidCents) },
    ...(refundedCents === null ? [] : [{ label: t('receipt.refunded'), value: writtenCents(refundedCents) }]),
    { label: t('receipt.due'), value: writtenCents(dueCents) },
  ];
}

function partiesOf({ from, buyer, car, bookingId, period }: Receipt): PaperPart[] {
  const days = period ? daysOf(period).length : 0;
  const facts: [string, string][] = [
    [t('receipt.from'), from.join(', ')],
    [t('receipt.buyer'), buyer],
    [t('receipt.car'), `${car.year} ${car.name}`],
    [t('receipt.vin'), car.vin ?? t('receipt.noVin')],
    [t('receipt.booking'), String(bookingId)],
  ];
  if (period) {
    const shown = { first: period.startDay, last: dayAfter(period.endDay, -1), days };
    facts.push([t('receipt.rental'), t('receipt.rentalDays', shown)]);
  }
  return [{ heading: t('receipt.parties') }, { facts }];
}

function sumsOf(receipt: Receipt): PaperPart[] {
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
          [price, writtenCents(priceCents)],
          [t('receipt.tax'), writtenCents(taxCents)],
          [t('receipt.fee'), writtenCents(feeCents)],
        ],
        total: [t('receipt.total'), writtenCents(totalCents)],
      },
    },
  ];
}

function paymentOf(receipt: Receipt): PaperPart[] {
  const { paidCents, refundedCents, dueCents, transactionId, paidAt } = receipt;
  const facts: [string, string][] = [
    [t('receipt.method'), methodOf(receipt)],
    [t('receipt.transaction'), transactionId],
    [t('receipt.paidOn'), `${minuteOf(paidAt)} UTC`],
    [t('receipt.paid'), writtenCents(paidCents)],
  ];
  if (refundedCents !== null) facts.push([t('receipt.refunded'), writtenCents(refundedCents)]);
  return [{ heading: t('receipt.payment') }, { facts: [...facts, [t('receipt.due'), writtenCents(dueCents)]] }];
}

function methodOf({ method, cardBrand, cardLast4 }: Receipt): string {
  if (method !== 'credit_card') return t(`receipt.method.${method}`);
  if (cardLast4 === null) return t('receipt.method.plainCard');
  return t('receipt.method.credit_card', { brand: cardBrand ?? '', last4: cardLast4 }).trim();
}

function minuteOf(moment: Date): string {
  return moment.toISOString().slice(0, 16).replace('T', ' ');
}
