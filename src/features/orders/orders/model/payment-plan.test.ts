import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate, allocateReturn, carryOver, type PlanItem, planOf, stateOfItem } from './payment-plan.ts';

const now = new Date('2026-03-01T10:00:00Z');
const sale = { offer: 'Sell', totalCents: 683_400, depositCents: 170_850, startsAt: now } as const;
const item = (id: number, amountCents: number, paidCents = 0): PlanItem => ({
  id,
  position: id,
  kind: id === 1 ? 'deposit' : 'balance',
  amountCents,
  paidCents,
  dueAt: now,
});

test('plans the deposit of a sale now and the balance by its terms', () => {
  expect(planOf(sale, { balanceDays: 7 }, now)).toEqual([
    { kind: 'deposit', amountCents: 170_850, dueAt: now },
    { kind: 'balance', amountCents: 512_550, dueAt: new Date('2026-03-08T10:00:00Z') },
  ]);
});

test('plans the balance of a rental until the end of the day of the pick-up', () => {
  const startsAt = new Date('2026-04-01');
  const [, balance] = planOf({ ...sale, offer: 'Rent', startsAt }, { balanceDays: 7 }, now);
  expect(balance?.dueAt).toEqual(new Date('2026-04-01T23:59:59.999Z'));
});

test('plans no balance when the deposit is the total', () => {
  expect(planOf({ ...sale, depositCents: 683_400 }, { balanceDays: 7 }, now).map(({ kind }) => kind)).toEqual([
    'deposit',
  ]);
});

test('the state of an item depends on its money, its due date and the life of the order', () => {
  const later = new Date(now.getTime() + 1);
  expect(stateOfItem(item(2, 100), 'active', now)).toBe('due');
  expect(stateOfItem(item(2, 100, 40), 'active', now)).toBe('part_paid');
  expect(stateOfItem(item(2, 100, 40), 'active', later)).toBe('overdue');
  expect(stateOfItem(item(2, 100, 100), 'active', later)).toBe('paid');
  expect(stateOfItem(item(2, 100), 'cancelled', later)).toBe('canceled');
  expect(stateOfItem(item(2, 100), 'completed', later)).toBe('canceled');
});

test('money pays the chosen item first, then the others; the rest belongs to no item', () => {
  const items = [item(1, 100, 100), item(2, 200), item(3, 50)];
  expect(allocate(items, 230, 3)).toEqual([
    { itemId: 3, cents: 50 },
    { itemId: 2, cents: 180 },
  ]);
  expect(allocate(items, 300)).toEqual([
    { itemId: 2, cents: 200 },
    { itemId: 3, cents: 50 },
    { itemId: null, cents: 50 },
  ]);
});

test('takes refunds from the surplus, then from the last items', () => {
  expect(allocateReturn([item(1, 100, 100), item(2, 200, 150)], 20, 200)).toEqual([
    { itemId: null, cents: -20 },
    { itemId: 2, cents: -150 },
    { itemId: 1, cents: -30 },
  ]);
});

test('what went back beyond all money is not taken again from a later return', () => {
  expect(allocateReturn([item(1, 100, 100)], -30, 80)).toEqual([{ itemId: 1, cents: -80 }]);
  expect(allocateReturn([item(1, 100, 20)], -30, 80)).toEqual([
    { itemId: 1, cents: -20 },
    { itemId: null, cents: -60 },
  ]);
});

test('allocations sum to the money, and no item receives more than it asks for', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 6_000_000 }), fc.nat({ max: 5 }), (asked, cents, first) => {
      const items = asked.map((amount, index) => item(index + 1, amount));
      const allocated = allocate(items, cents, first);
      expect(allocated.reduce((sum, part) => sum + part.cents, 0)).toBe(cents);
      const paid = items.map((one) => ({
        ...one,
        paidCents: allocated.filter(({ itemId }) => itemId === one.id).reduce((sum, part) => sum + part.cents, 0),
      }));
      expect(paid.every(({ paidCents, amountCents }) => paidCents <= amountCents)).toBe(true);
      const surplus = allocated.find(({ itemId }) => itemId === null)?.cents ?? 0;
      const back = allocateReturn(paid, surplus, cents);
      expect(back.reduce((sum, part) => sum + part.cents, 0)).toBe(-cents);
      for (const { id, paidCents } of paid) {
        expect(back.filter(({ itemId }) => itemId === id).reduce((sum, part) => sum + part.cents, 0)).toBe(
          0 - paidCents,
        );
      }
    }),
  );
});

test('what went back of one payment makes room for the others', () => {
  const received = [
    { position: 1, cents: -60, from: 'refunded' },
    { position: 1, cents: 160, from: 'paid' },
  ];
  expect(carryOver(received, [{ ...item(11, 80), position: 1 }])).toEqual([
    { position: 1, itemId: 11, cents: -60, from: 'refunded' },
    { position: 1, itemId: 11, cents: 140, from: 'paid' },
    { position: 1, itemId: null, cents: 20, from: 'paid' },
  ]);
});

test('received money moves to the item with the same position, and what exceeds it to none', () => {
  const received = [
    { position: 1, cents: 100, from: 'card' },
    { position: 2, cents: 300, from: 'card' },
    { position: 2, cents: 50, from: 'cash' },
    { position: 3, cents: 70, from: 'cash' },
  ];
  const items = [item(11, 100), item(12, 320)].map((each, index) => ({ ...each, position: index + 1 }));
  expect(carryOver(received, items)).toEqual([
    { position: 1, itemId: 11, cents: 100, from: 'card' },
    { position: 2, itemId: 12, cents: 300, from: 'card' },
    { position: 2, itemId: 12, cents: 20, from: 'cash' },
    { position: 2, itemId: null, cents: 30, from: 'cash' },
    { position: 3, itemId: null, cents: 70, from: 'cash' },
  ]);
});
