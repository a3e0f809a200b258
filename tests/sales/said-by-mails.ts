import type { OrderResponse } from '#features/orders/orders/model/order-contract.ts';
import { centsOf } from '#lib/money.ts';
import { paths } from '#paths.ts';
import { englishText } from '../../scripts/order-acts/english-text.ts';
import { english } from '../support/messages/english.ts';
import { type Said, sayings } from './said.ts';
import type { Sale } from './sale.ts';

type Key = keyof typeof SENTENCES;

/** Sentences of the buyer's emails that name money. */
const SENTENCES = {
  'mail.booking.paid': 'paid so far',
  'mail.transfer.received': 'received',
  'mail.order.paid.amount': 'received',
  'mail.transfer.undone.sorry': 'not received',
  'mail.transfer.moved.amount': 'not received',
  'mail.transfer.open': 'open',
  'mail.transfer.allPaid': 'open',
  'mail.booking.backInPerson': 'promised',
  'mail.transfer.back': 'promised',
  'mail.booking.refund': 'promised',
  'mail.booking.refundBoth': 'promised',
  'mail.order.completed.surplus': 'promised',
  'mail.claim.split': 'promised',
  'mail.transfer.refundReturned.text': 'came back',
  'mail.booking.kept': 'kept',
  'mail.transfer.refundSent.text': 'sent',
  'mail.transfer.refundSent.payer': 'sent',
} as const;

/** A sentence of the catalog, with its first amount. */
const PATTERNS = Object.keys(SENTENCES).map((key) => {
  const parts = englishText(key)
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const values = [...englishText(key).matchAll(/\{(\w+)\}/g)].map(([, name]) =>
    ['amount', 'refund', 'paid', 'kept', 'cash', 'buyer'].includes(name!) ? String.raw`\$([\d,]+\.\d\d)` : '.+?',
  );
  return [key as Key, new RegExp(parts.map((part, at) => part + (values[at] ?? '')).join(''), 'g')] as const;
});

/** Reads the buyer's emails about an order, oldest first. */
async function toldTo(
  { world: { pool }, buyer }: Sale,
  { id: order, number }: OrderResponse,
): Promise<{ key: Key; cents: number }[]> {
  const { rows } = await pool.query<{ text: string }>(
    String.raw`select text from mail_outbox where text ~ ($1 || '\M')
      or subject = $2 and to_address = (select email from users where id = $3) order by id`,
    [paths.order.replace(':id', String(order)), english('mail.claim.decided', { number }), buyer.id],
  );
  return rows.flatMap(({ text }) =>
    PATTERNS.flatMap(([key, pattern]) =>
      [...text.matchAll(pattern)].map(([, amount = '0']) => ({
        key,
        cents: centsOf(Number(amount.replaceAll(',', ''))),
      })),
    ),
  );
}

/** Sums up the emails: received, open, promised and sent amounts. No two emails may promise the same money. */
export async function saidByMails(sale: Sale, page: OrderResponse): Promise<{ told: string[]; said: Said[] }> {
  const { life } = page;
  const told = await toldTo(sale, page);
  const total = (what: string) =>
    told.reduce((cents, each) => cents + (SENTENCES[each.key] === what ? each.cents : 0), 0);
  const cameBack = total('came back');
  let arrived = 0;
  const said: Said[] = [];
  for (const { key, cents } of told) {
    if (SENTENCES[key] === 'received') arrived += cents;
    if (SENTENCES[key] === 'not received') arrived -= cents;
    if (SENTENCES[key] === 'paid so far') {
      if (arrived === 0) arrived = cents;
      const what = `paid so far (email ${said.length + 1})`;
      said.push(...sayings('emails before', { [what]: arrived }), ...sayings('confirmation', { [what]: cents }));
    }
  }
  // After a correction, only the order page shows the open amount.
  const open = told.findLast(({ key }) => SENTENCES[key] === 'open' || SENTENCES[key] === 'not received');
  return {
    told: told.map(({ key, cents }) => `${key} ${cents}`),
    said: [
      ...said,
      ...sayings('emails', {
        arrived,
        promised: total('promised') - cameBack,
        'sent by transfer': total('sent') - cameBack,
      }),
      ...(life === 'cancelled' ? sayings('emails', { kept: total('kept') }) : []),
      ...(open && SENTENCES[open.key] === 'open' && life !== 'cancelled'
        ? sayings('newest email', { open: open.cents })
        : []),
    ],
  };
}
