import { BALANCE, DEPOSIT, TOTAL } from './sale.ts';
import type { Script } from './sales.ts';

/** What the seller gets of one car. */
const SHARE = 950_000;
/** More than half of the price of the car. */
const MOST = 700_000;

/** Sales with a claim, a dispute, a car that is away, or money that the bank returns. */
export const CLAIMED_SALES: Script[] = [
  {
    name: 'a claim before the handover lowers the price by $400, and the rest is paid, handed over and paid out',
    ends: { life: 'completed', received: TOTAL - 40_000, open: 0 },
    async run(sale) {
      await sale.buysByCard();
      await sale.paysNextByCard();
      await sale.isClaimed();
      await sale.isCompleted(409);
      await sale.claimIsDecided(40_000);
      await sale.refundsAreSent('lost');
      await sale.isCompleted();
      await sale.sellerIsPaid();
    },
  },
  {
    name: 'a claim about an order that nobody decides gives everything back, and a cancellation in between is refused',
    isVariant: true,
    ends: { life: 'cancelled', received: 0, open: 0 },
    async run(sale) {
      await sale.holds();
      await sale.transfers(DEPOSIT);
      await sale.transfers(BALANCE);
      await sale.isClaimed();
      await sale.cancels(409);
      await sale.claimIsRuled();
      await sale.refundsAreSent();
    },
  },
  {
    name: 'a claim after the sale gives $500 back, and the answer of the provider is lost',
    isVariant: true,
    ends: { life: 'completed', received: TOTAL - 50_000 },
    async run(sale) {
      await sale.buysByCard();
      await sale.paysNextByCard();
      await sale.isCompleted();
      await sale.isClaimed();
      await sale.claimIsDecided(50_000);
      await sale.refundsAreSent('lost');
      await sale.sellerIsPaid();
    },
  },
  {
    name: 'a claim gives most of the price, and the return of the car, recorded twice, ends the order',
    ends: { life: 'completed', received: TOTAL - MOST, open: 0 },
    async run(sale) {
      await sale.buysByCard();
      await sale.paysNextByCard();
      await sale.isLoaded();
      await sale.isClaimed();
      await sale.claimIsDecided(MOST);
      await sale.refundsAreSent();
      await sale.carComesBack();
      await sale.refundsAreSent('pending');
      for (const { id } of (await sale.world.pool.query('select id from payments where order_id = $1', [sale.order]))
        .rows)
        sale.world.gateway.decide(id, 'done');
      await sale.refundsAreSent();
    },
  },
  {
    name: 'a car is lost at sea, and its buyer gets everything back after two people have recorded the loss',
    ends: { life: 'cancelled', received: 0, open: 0 },
    async run(sale) {
      await sale.buysByCard();
      await sale.paysNextByCard();
      await sale.isLoaded();
      await sale.isClaimed();
      await sale.claimIsRuled();
      await sale.refundsAreSent();
      await sale.carIsLost();
      await sale.refundsAreSent('lost');
    },
  },
  {
    name: 'an order is undone at sea by two people, and its refunds by card and transfer wait for the car',
    isVariant: true,
    ends: { life: 'cancelled', received: 0, open: 0 },
    async run(sale) {
      await sale.buysByCard();
      await sale.transfers(BALANCE);
      await sale.isLoaded();
      await sale.isUndone();
      await sale.carComesBack();
      await sale.refundsAreSent();
    },
  },
  {
    name: 'the bank of the buyer disputes $1,000 and withdraws it, and the seller is paid',
    isVariant: true,
    ends: { life: 'completed', received: TOTAL, open: 0 },
    async run(sale) {
      await sale.buysByCard();
      await sale.paysNextByCard();
      await sale.disputeIsWon(100_000);
      await sale.isCompleted();
      await sale.sellerIsPaid();
    },
  },
  {
    name: 'a payout comes back from the bank and is paid again by two people',
    isVariant: true,
    ends: { life: 'completed', received: TOTAL, open: 0 },
    async run(sale) {
      await sale.buysByCard();
      await sale.paysNextByCard();
      await sale.isCompleted();
      await sale.payoutIsSent();
      await sale.payoutComesBack();
      await sale.sellerIsPaid();
    },
  },
  {
    name: 'a refund by transfer comes back from the bank and is sent again',
    isVariant: true,
    ends: { life: 'cancelled', received: 0, open: 0 },
    async run(sale) {
      await sale.holds();
      await sale.transfers(DEPOSIT);
      await sale.cancels();
      await sale.refundsAreSent();
      await sale.refundComesBack();
    },
  },
  {
    name: 'a claim gives everything that the seller was paid, which the seller owes, and the car comes back',
    isVariant: true,
    ends: { life: 'completed', received: TOTAL - SHARE },
    async run(sale) {
      await sale.buysByCard();
      await sale.paysNextByCard();
      await sale.isCompleted();
      await sale.isClaimed();
      await sale.claimIsDecided(SHARE);
      await sale.refundsAreSent();
      await sale.carComesBack();
      await sale.refundsAreSent();
    },
  },
  {
    name: 'too much by transfer is moved to another order of the buyer, whose claim is withdrawn before it is decided',
    isVariant: true,
    ends: { life: 'completed', received: TOTAL, open: 0 },
    async run(sale) {
      await sale.holds();
      await sale.transfers(TOTAL + DEPOSIT);
      await sale.holds();
      await sale.isMoved(DEPOSIT, sale.orders[0]!, sale.order);
      await sale.isClaimed();
      await sale.claimIsWithdrawn();
      await sale.transfers(BALANCE);
      await sale.isCompleted();
    },
  },
];
