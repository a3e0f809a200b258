import { randomUUID } from 'node:crypto';
import { BALANCE, DEPOSIT, type Sale, TOTAL } from './sale.ts';

/**
 * A whole sale with the expected end of its newest order: life, received and open amount in cents.
 * @property isVariant the acts of another sale with other amounts or another way of paying; only `npm run chaos` runs it
 */
export type Script = {
  name: string;
  isVariant?: true;
  run(sale: Sale): Promise<void>;
  ends: { life: string; received: number; open?: number };
};

/** Money that stays with us and the sellers of a completed order. */
const done = { life: 'completed', received: TOTAL, open: 0 };

export const SALES: Script[] = [
  {
    name: 'a deposit by card and the balance by transfer, handed over and paid out',
    ends: done,
    async run(sale) {
      await sale.buysByCard();
      await sale.transfers(BALANCE);
      await sale.isCompleted();
      await sale.sellerIsPaid(2_500);
    },
  },
  {
    name: 'three transfers, and a cancellation that is refused once the car is aboard',
    isVariant: true,
    ends: { life: 'active', received: TOTAL, open: 0 },
    async run(sale) {
      await sale.holds();
      for (const cents of [111_000, 333_000, 666_000]) await sale.transfers(cents);
      await sale.isLoaded();
      await sale.cancels(409);
    },
  },
  {
    name: '$123.45 too much by transfer, of which a part is given back after the sale',
    ends: done,
    async run(sale) {
      await sale.holds();
      await sale.transfers(TOTAL + 12_345);
      await sale.isCompleted();
      await sale.refundsAreSent();
    },
  },
  {
    name: '$15 short is borne by us, $40 short stays open until the rest comes',
    ends: { life: 'completed', received: TOTAL - 1_500, open: 0 },
    async run(sale) {
      await sale.holds();
      await sale.transfers(DEPOSIT - 1_500);
      await sale.transfers(BALANCE - 4_000);
      await sale.isCompleted(409);
      await sale.transfers(4_000);
      await sale.isCompleted();
    },
  },
  {
    name: 'a transfer is matched to the wrong order, undone, and matched to the right one',
    ends: { life: 'active', received: DEPOSIT, open: BALANCE },
    async run(sale) {
      await sale.holds();
      const [wrong] = sale.orders;
      await sale.holds();
      await sale.lineComes(DEPOSIT);
      await sale.isMatched({ order_id: wrong });
      await sale.isUnmatched();
      await sale.isMatched();
    },
  },
  {
    name: 'one transfer pays the deposits of two orders',
    isVariant: true,
    ends: { life: 'active', received: DEPOSIT, open: BALANCE },
    async run(sale) {
      await sale.holds();
      await sale.holds();
      await sale.lineComes(2 * DEPOSIT);
      for (const [nth, order] of sale.orders.entries())
        await sale.isMatched({ order_id: order, cents: DEPOSIT, left_cents: (2 - nth) * DEPOSIT });
      await sale.isMatched({}, 409);
    },
  },
  {
    name: 'one transfer goes to one order, and its rest is moved to the other, twice by a repeated call',
    ends: { life: 'active', received: DEPOSIT, open: BALANCE },
    async run(sale) {
      await sale.holds();
      await sale.transfers(TOTAL + DEPOSIT);
      await sale.holds();
      const key = randomUUID();
      for (const _ of [1, 2]) await sale.isMoved(DEPOSIT, sale.orders[0]!, sale.order, key);
    },
  },
  {
    name: 'a hold is canceled before its money comes, which then goes back',
    ends: { life: 'cancelled', received: 0, open: 0 },
    async run(sale) {
      await sale.holds();
      await sale.cancelsHold();
      await sale.transfers(DEPOSIT);
      await sale.refundsAreSent();
    },
  },
  {
    name: 'a cancellation in the free days gives the whole deposit back',
    ends: { life: 'cancelled', received: 0, open: 0 },
    async run(sale) {
      await sale.buysByCard();
      await sale.cancels();
      await sale.refundsAreSent();
    },
  },
  {
    name: 'a hold lapses without money',
    isVariant: true,
    ends: { life: 'cancelled', received: 0, open: 0 },
    async run(sale) {
      await sale.holds();
      await sale.holdLapses();
    },
  },
  {
    name: 'a hold lapses with a part of its money, which goes back',
    ends: { life: 'cancelled', received: 0, open: 0 },
    async run(sale) {
      await sale.holds();
      await sale.transfers(100_000);
      await sale.holdLapses();
      await sale.refundsAreSent();
    },
  },
  {
    name: 'a hold lapses and is taken up again by its transfer',
    ends: { life: 'active', received: DEPOSIT, open: BALANCE },
    async run(sale) {
      await sale.holds();
      await sale.lineComes(DEPOSIT);
      await sale.holdLapses();
      await sale.isMatched({ revive: true });
    },
  },
  {
    name: 'a balance that is never paid ends the order, and a part of the deposit is kept',
    ends: { life: 'cancelled', received: 138_750, open: 0 },
    async run(sale) {
      await sale.buysByCard();
      await sale.isOverdue();
      await sale.refundsAreSent();
    },
  },
  {
    name: 'a refund whose answer is lost at the provider is sent once',
    ends: { life: 'cancelled', received: 0, open: 0 },
    async run(sale) {
      await sale.buysByCard();
      await sale.paysNextByCard();
      await sale.cancels();
      await sale.refundsAreSent('lost');
    },
  },
  {
    name: 'a refund that stays pending at the provider arrives later',
    isVariant: true,
    ends: { life: 'cancelled', received: 0, open: 0 },
    async run(sale) {
      await sale.buysByCard();
      await sale.cancels();
      await sale.refundsAreSent('pending');
      for (const { id } of (await sale.world.pool.query('select id from payments where order_id = $1', [sale.order]))
        .rows)
        sale.world.gateway.decide(id, 'done');
      await sale.refundsAreSent();
    },
  },
  {
    name: 'all by card in two payments',
    isVariant: true,
    ends: done,
    async run(sale) {
      await sale.buysByCard();
      await sale.paysNextByCard();
      await sale.isCompleted();
    },
  },
  {
    name: 'the balance in cash, recorded twice by a repeated call',
    ends: done,
    async run(sale) {
      await sale.buysByCard();
      const key = randomUUID();
      for (const _ of [1, 2]) await sale.paysInPerson(BALANCE, 'cash', key);
      await sale.isCompleted();
      await sale.sellerIsPaid();
    },
  },
  {
    name: 'the balance at the card terminal of the office',
    isVariant: true,
    ends: done,
    async run(sale) {
      await sale.holds();
      await sale.transfers(DEPOSIT);
      await sale.paysInPerson(BALANCE, 'card');
      await sale.isCompleted();
    },
  },
  {
    name: 'cash of a canceled order is given back in cash',
    isVariant: true,
    ends: { life: 'cancelled', received: 0, open: 0 },
    async run(sale) {
      await sale.buysByCard();
      await sale.paysInPerson(200_000);
      await sale.cancels();
      await sale.refundsAreSent();
      await sale.getsCashBack(200_000);
    },
  },
  {
    name: 'cash of a canceled order is given back by transfer',
    ends: { life: 'cancelled', received: 0, open: 0 },
    async run(sale) {
      await sale.buysByCard();
      await sale.paysInPerson(150_000);
      await sale.cancels();
      await sale.refundsAreSent();
      await sale.getsCashBack(150_000, 'transfer');
      await sale.lineComes(150_000, { out: true });
      await sale.isMatched({ kind: 'cash_return' });
    },
  },
  {
    name: 'three cars by one transfer',
    ends: { life: 'completed', received: 3 * TOTAL, open: 0 },
    async run(sale) {
      await sale.holds(3);
      await sale.transfers(3 * DEPOSIT);
      await sale.transfers(3 * BALANCE);
      await sale.isCompleted();
      await sale.sellerIsPaid();
    },
  },
  {
    name: 'two cars are canceled together',
    isVariant: true,
    ends: { life: 'cancelled', received: 0, open: 0 },
    async run(sale) {
      await sale.holds(2);
      await sale.transfers(2 * DEPOSIT);
      await sale.cancels();
      await sale.refundsAreSent();
    },
  },
  {
    name: 'the transfer that booked the car was for something else, and another one comes in time',
    isVariant: true,
    ends: done,
    async run(sale) {
      await sale.holds();
      await sale.transfers(DEPOSIT);
      await sale.isUnmatched();
      await sale.isMatched({ kind: 'set_aside', order_id: undefined });
      await sale.transfers(TOTAL);
      await sale.isCompleted();
    },
  },
  {
    name: 'the transfer that booked the car was for something else, and no other one comes',
    ends: { life: 'cancelled', received: 0, open: 0 },
    async run(sale) {
      await sale.holds();
      await sale.transfers(DEPOSIT);
      await sale.isUnmatched();
      await sale.isMatched({ kind: 'set_aside', order_id: undefined });
      await sale.holdLapses();
    },
  },
  {
    name: 'one part of a split transfer is undone and goes to the other order',
    isVariant: true,
    ends: { life: 'active', received: 2 * DEPOSIT, open: BALANCE - DEPOSIT },
    async run(sale) {
      await sale.holds();
      await sale.holds();
      await sale.lineComes(2 * DEPOSIT);
      for (const [nth, order] of sale.orders.entries())
        await sale.isMatched({ order_id: order, cents: DEPOSIT, left_cents: (2 - nth) * DEPOSIT });
      await sale.isUnmatched(0);
      await sale.isMatched();
    },
  },
  {
    name: 'a balance arrives after everything was paid by card, and goes back with the completion',
    isVariant: true,
    ends: done,
    async run(sale) {
      await sale.buysByCard();
      await sale.paysNextByCard();
      await sale.transfers(BALANCE);
      await sale.isCompleted();
      await sale.refundsAreSent();
    },
  },
  {
    name: 'after the sale the office gives back $200 for hail',
    isVariant: true,
    ends: { life: 'completed', received: TOTAL - 20_000 },
    async run(sale) {
      await sale.buysByCard();
      await sale.paysNextByCard();
      await sale.isCompleted();
      await sale.isRefunded(20_000);
      await sale.refundsAreSent();
    },
  },
  {
    name: 'after the sale the office gives back $77.77 and then $33.33, which lower the tax like their sum',
    ends: { life: 'completed', received: TOTAL - 11_110 },
    async run(sale) {
      await sale.buysByCard();
      await sale.paysNextByCard();
      await sale.isCompleted();
      for (const cents of [7_777, 3_333]) await sale.isRefunded(cents);
      await sale.refundsAreSent();
      await sale.sellerIsPaid();
    },
  },
  {
    name: 'after the sale the bank of the buyer takes back $2,700, which the seller bears without the tax of it',
    isVariant: true,
    ends: { life: 'completed', received: TOTAL - 270_000 },
    async run(sale) {
      await sale.buysByCard();
      await sale.paysNextByCard();
      await sale.isCompleted();
      await sale.isChargedBack(270_000);
    },
  },
  {
    name: 'after the payout the bank of the buyer takes back $777.77, which the seller owes us without the tax of it',
    ends: { life: 'completed', received: TOTAL - 77_777 },
    async run(sale) {
      await sale.buysByCard();
      await sale.paysNextByCard();
      await sale.isCompleted();
      await sale.sellerIsPaid();
      await sale.isChargedBack(77_777);
    },
  },
  {
    name: 'money that comes after the completion goes back',
    ends: done,
    async run(sale) {
      await sale.holds();
      await sale.transfers(TOTAL);
      await sale.isCompleted();
      await sale.transfers(77_700);
      await sale.refundsAreSent();
    },
  },
  {
    name: 'a car whose papers are made stays booked when its transfer is undone, and is paid by another one',
    isVariant: true,
    ends: done,
    async run(sale) {
      await sale.holds();
      await sale.transfers(TOTAL);
      await sale.papersAreMade();
      await sale.isUnmatched();
      await sale.isMatched({ kind: 'set_aside', order_id: undefined });
      await sale.isCompleted(409);
      await sale.transfers(TOTAL);
      await sale.isCompleted();
    },
  },
  {
    name: 'two people record the same balance at once',
    ends: done,
    async run(sale) {
      await sale.buysByCard();
      await Promise.allSettled([sale.paysInPerson(BALANCE, 'cash'), sale.paysInPerson(BALANCE, 'card')]);
      await sale.isCompleted();
    },
  },
];
