import { describe, expect, test } from 'vitest';
import { foldReference, numbersIn, type OrderCandidate, splitAmong, suggestOrders } from './suggest-order.ts';

const order = (orderId: number, change: Partial<OrderCandidate> = {}): OrderCandidate => ({
  orderId,
  references: [`CQ-${String(orderId).padStart(6, '0')}`],
  due: [{ cents: 512_550, toleranceCents: 0 }],
  names: ['Amina Otieno'],
  hold: null,
  ...change,
});
const line = (change: Partial<Parameters<typeof suggestOrders>[0]> = {}) => ({
  cents: 512_550,
  currency: 'USD',
  text: 'Payment CQ-000123 Toyota',
  endToEndId: null,
  counterparty: null,
  bookedOn: '2026-11-20',
  chargesCents: 0,
  ...change,
});

describe('foldReference', () => {
  test.each([
    'CQ-000123',
    'cq000123',
    'C Q 0 0 0 1 2 3',
    'CQ/000.123',
    'CQ-OOO123',
    'CQ-000l23',
    'CQ-000I23',
    'ＣＱ－０００１２３',
    'СQ-000123',
    'CQ\n000\t123',
    'CQ\u200B-000123',
    `${'ϹQ'.replace('Ϲ', 'C')}–000123`,
  ])('finds the reference in %j', (text) => {
    expect(foldReference(`Invoice ${text} thanks`)).toContain('CQ000123');
    expect(suggestOrders(line({ text }), [order(123)])).toMatchObject([{ orderId: 123, score: 85 }]);
  });

  test('keeps scripts apart that look like nothing Latin', () => {
    expect(foldReference('车款 CQ-000123 谢谢')).toBe('CQ000123');
    expect(foldReference('ЖЩ')).toBe('');
  });
});

describe('suggestOrders', () => {
  test('takes no amount in another currency for that of an order', () => {
    const suggested = (currency: string) =>
      suggestOrders(line({ currency, counterparty: 'Amina Otieno' }), [order(123)]);
    expect(suggested('USD')).toMatchObject([{ reasons: ['reference', 'amount', 'name'], oneClick: true }]);
    expect(suggested('EUR')).toMatchObject([{ reasons: ['reference', 'name'], oneClick: false }]);
  });

  test('adds points for reference, amount, name and hold', () => {
    const hold = { from: '2026-11-18', to: '2026-11-21' };
    expect(suggestOrders(line({ counterparty: 'OTIENO AMINA' }), [order(123, { hold })])).toEqual([
      { orderId: 123, score: 100, reasons: ['reference', 'amount', 'name', 'hold'], oneClick: true },
    ]);
  });

  test('offers one click only from 85 points, and never for another amount', () => {
    const paid = (change: object) => suggestOrders(line({ counterparty: 'Amina Otieno', ...change }), [order(123)]);
    expect(paid({})).toMatchObject([{ score: 95, oneClick: true }]);
    expect(paid({ cents: 500_000 })).toMatchObject([{ score: 70, oneClick: false }]);
    expect(paid({ cents: 512_551 })).toMatchObject([{ score: 70, oneClick: false }]);
  });

  test.each([null, 'Brown', 'ОТИЕНО АМИНА'])(
    'offers no one click if the bank names %j as the payer',
    (counterparty) => {
      const hold = { from: '2026-11-18', to: '2026-11-21' };
      const [found] = suggestOrders(line({ counterparty }), [order(123, { hold })]);
      expect(found?.reasons).toEqual(expect.arrayContaining(['reference', 'amount', 'hold']));
      expect(found?.oneClick).toBe(false);
    },
  );

  test('accepts what is short within the tolerance or by the stated charges', () => {
    const short = line({ cents: 511_050 });
    const tolerating = (toleranceCents: number) => order(123, { due: [{ cents: 512_550, toleranceCents }] });
    expect(suggestOrders(short, [order(123)])).toMatchObject([{ score: 60 }]);
    expect(suggestOrders(short, [tolerating(1_500)])).toMatchObject([{ score: 78, reasons: ['reference', 'short'] }]);
    expect(suggestOrders(short, [tolerating(1_499)])).toMatchObject([{ score: 60 }]);
    expect(suggestOrders({ ...short, chargesCents: 1_500 }, [order(123)])).toMatchObject([{ score: 78 }]);
  });

  test('suggests nothing by amount, name and date without a reference', () => {
    const hold = { from: '2026-11-01', to: '2026-11-30' };
    const anonymous = line({ text: 'car payment', counterparty: 'Amina Otieno' });
    expect(suggestOrders(anonymous, [order(123, { hold })])).toEqual([]);
  });

  test('tells two equal deposits apart by their reference only', () => {
    const both = [order(123), order(124)];
    expect(suggestOrders(line({ text: 'deposit' }), both)).toEqual([]);
    expect(suggestOrders(line({ counterparty: 'Amina Otieno' }), both)).toMatchObject([
      { orderId: 123, oneClick: true },
    ]);
    const named = suggestOrders(line({ text: 'CQ-000123 CQ-000124' }), both);
    expect(named).toMatchObject([
      { orderId: 123, oneClick: false },
      { orderId: 124, oneClick: false },
    ]);
  });

  test('offers no one click if another order is less than 20 points behind', () => {
    const amounts = [order(123), order(124, { due: [{ cents: 900_000, toleranceCents: 0 }] })];
    const text = 'CQ-000123 and CQ-000124';
    const paid = suggestOrders(line({ text, counterparty: 'Amina Otieno' }), [
      amounts[0]!,
      { ...amounts[1]!, names: ['Brown'] },
    ]);
    expect(paid[0]).toMatchObject({ orderId: 123, score: 95, oneClick: true });
    expect(suggestOrders(line({ text }), amounts)[0]).toMatchObject({ orderId: 123, score: 85, oneClick: false });
    const paidBy = [order(123), order(124, { due: [], names: ['Brown'] })];
    expect(suggestOrders(line({ text, counterparty: 'Brown' }), paidBy)[0]).toMatchObject({ oneClick: false });
  });

  test('takes the longer of two references that begin alike', () => {
    const both = [order(100_012), order(1_000_123)];
    expect(suggestOrders(line({ text: 'CQ-1000123' }), both)).toMatchObject([{ orderId: 1_000_123 }]);
    expect(suggestOrders(line({ text: 'CQ-100012 3rd car' }), [order(100_012)])).toHaveLength(1);
  });

  test('knows the next item as well as the whole amount, and looks at incoming money only', () => {
    const deposit = order(123, {
      due: [
        { cents: 170_850, toleranceCents: 0 },
        { cents: 683_400, toleranceCents: 0 },
      ],
    });
    expect(suggestOrders(line({ cents: 170_850 }), [deposit])).toMatchObject([{ score: 85 }]);
    expect(suggestOrders(line({ cents: 683_400 }), [deposit])).toMatchObject([{ score: 85 }]);
    expect(suggestOrders(line({ cents: -170_850 }), [deposit])).toEqual([]);
    expect(suggestOrders(line(), [order(123, { due: [] })])).toMatchObject([{ score: 60 }]);
  });
});

test('numbersIn finds every order number that a line may name', () => {
  expect(numbersIn('CQ-000123', null)).toEqual([123]);
  expect(numbersIn('pay cq1000123')).toEqual([100_012, 1_000_123]);
  expect(numbersIn('CQ-00012', '000123')).toEqual([]);
});

const first = { orderId: 1, nextCents: 3_000, openCents: 10_000 };
const second = { orderId: 2, nextCents: 5_000, openCents: 20_000 };

test('a transfer that is the sum of what its orders owe next, or of all that they owe, is split among them', () => {
  expect([...splitAmong(8_000, [first, second])]).toEqual([
    [1, 3_000],
    [2, 5_000],
  ]);
  expect([...splitAmong(30_000, [first, second])]).toEqual([
    [1, 10_000],
    [2, 20_000],
  ]);
});

test('any other amount, a single order and an order that owes nothing are not split', () => {
  expect(splitAmong(8_001, [first, second]).size).toBe(0);
  expect(splitAmong(3_000, [first]).size).toBe(0);
  expect(splitAmong(3_000, [first, { orderId: 3, nextCents: 0, openCents: 0 }]).size).toBe(0);
});
