import { expect, test } from 'vitest';
import { NearReferences } from './near-reference.ts';
import { type OrderCandidate, suggestOrders } from './suggest-order.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The reference that the database computes for an order (`order_reference`). */
function referenceOf(id: number): string {
  const n = Number((BigInt(id) * 9_301_877n + 5_323_211n) % 16_777_216n);
  const digits = [10 + (n >> 20), (n >> 15) & 31, (n >> 10) & 31, (n >> 5) & 31, n & 31];
  const check = digits.reduce((sum, digit, at) => sum + digit * (2 * at + 1), 0) % 32;
  return `CQ-${[...digits, check].map((digit) => ALPHABET[digit]).join('')}`;
}

/** Mulberry32 with a fixed seed. */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const FIRST = ['Amina', 'Brian', 'Chipo', 'Dmitri', 'Esther', 'Farid', 'Grace', 'Hassan', 'Ivan', 'Joyce'];
const LAST = ['Otieno', 'Kamau', 'Moyo', 'Sokolov', 'Mensah', 'Karimi', 'Banda', 'Yusuf', 'Petrov', 'Wanjiru'];
const ORDERS = 2_000;

/** Open orders with amounts that many of them share. */
const orders: OrderCandidate[] = Array.from({ length: ORDERS }, (_, at) => {
  const orderId = 1_000 + at;
  return {
    orderId,
    references: [referenceOf(orderId), `CQ-${String(orderId).padStart(6, '0')}`],
    due: [{ cents: 100_000 + (at % 40) * 25_000, toleranceCents: 1_500 }],
    names: [`${FIRST[at % 10]} ${LAST[Math.floor(at / 10) % 10]}`],
    hold: null,
  };
});
const known = new NearReferences(orders.map(({ orderId, references }) => ({ orderId, reference: references[0]! })));

type Slip = (reference: string, random: (below: number) => number, order: OrderCandidate) => string;
const at = (text: string, place: number, count: number, put: string) =>
  text.slice(0, place) + put + text.slice(place + count);
const SLIPS: Record<string, Slip> = {
  wrong: (text, random) => at(text, 3 + random(6), 1, ALPHABET[random(32)]!),
  missing: (text, random) => at(text, 3 + random(6), 1, ''),
  doubled: (text, random) => {
    const place = 3 + random(6);
    return at(text, place, 0, text[place]!);
  },
  exchanged: (text, random) => {
    const place = 3 + random(5);
    return at(text, place, 2, text[place + 1]! + text[place]!);
  },
  'cut off': (text) => text.slice(0, -1),
  'without prefix': (text) => text.slice(3),
  'half a prefix': (text, random) => (random(2) ? 'Q' : 'C') + text.slice(3),
  'exchanged prefix': (text) => `QC${text.slice(2)}`,
  'order number': (_text, _random, { orderId }) => `order no ${orderId}`,
  'padded number': (_text, _random, { references }) => references[1]!.slice(3),
  spaced: (text) => `CQ ${text.slice(3, 6)} ${text.slice(6).slice(0, -1)}`,
};
const AROUND = ['Payment for car %', '%', 'TT REF % TOYOTA COROLLA 2019', 'INV % FROM MOMBASA BRANCH', '/RFB/% thanks'];

/** Reads a transfer like the server: candidates are the orders that the text names wholly or nearly. */
function read(text: string, cents: number, counterparty: string | null) {
  const near = known.find([text]);
  const named = orders.filter(
    ({ orderId, references }) =>
      near.has(orderId) ||
      references.some((reference) => text.replaceAll(/[^A-Z0-9]/gi, '').includes(reference.replace('-', ''))),
  );
  const line = {
    cents,
    currency: 'USD',
    text,
    endToEndId: null,
    counterparty,
    bookedOn: '2026-11-20',
    chargesCents: 0,
  };
  return suggestOrders(line, named, near);
}

function measure(withPayer: boolean) {
  const random = randomFrom(20_261_129);
  const kinds = Object.keys(SLIPS);
  const wrongFirst: string[] = [];
  let [first3, oneClicks] = [0, 0];
  for (let round = 0; round < 500; round++) {
    const order = orders[random(ORDERS)]!;
    const slip = SLIPS[kinds[round % kinds.length]!]!;
    const typed = slip(order.references[0]!, random, order);
    const text = AROUND[random(AROUND.length)]!.replace('%', typed);
    const found = read(text, order.due[0]!.cents, withPayer ? order.names[0]! : null);
    if (found[0] && found[0].orderId !== order.orderId) wrongFirst.push(`${text} for ${order.references[0]}`);
    if (found.slice(0, 3).some(({ orderId }) => orderId === order.orderId)) first3++;
    const isWhole = typed === order.references[0];
    if (!isWhole && found.some(({ oneClick }) => oneClick)) oneClicks++;
  }
  return { wrongFirst, first3, oneClicks };
}

test('finds the order of 500 mistyped references among the first three, with no wrong order first and never in one click', () => {
  const { wrongFirst, first3, oneClicks } = measure(true);
  expect(wrongFirst).toEqual([]);
  expect(first3).toBeGreaterThanOrEqual(495);
  expect(oneClicks).toBe(0);
});

test('finds as many by the amount alone if the bank names no payer', () => {
  const { wrongFirst, first3, oneClicks } = measure(false);
  expect([wrongFirst, oneClicks]).toEqual([[], 0]);
  expect(first3).toBeGreaterThanOrEqual(495);
});

test('suggests no order for texts without a reference, even if amount and payer fit', () => {
  const texts = [
    'car payment',
    'TOYOTA COROLLA 2019 WHITE',
    'INVOICE FOR VEHICLE',
    'FAMILY SUPPORT 2026',
    'SALARY NOVEMBER',
  ];
  for (const text of texts) expect(read(text, 100_000, 'Amina Otieno'), text).toEqual([]);
});

test('offers a reference with a slip without a prefix only if amount or payer fits', () => {
  const typed = referenceOf(1_500).slice(3, -1);
  expect(read(typed, 100_000 + (500 % 40) * 25_000, null)[0]).toMatchObject({
    orderId: 1_500,
    reasons: ['nearReference', 'amount'],
  });
  expect(read(typed, 77, null).filter(({ orderId }) => orderId === 1_500)).toEqual([]);
  expect(read(`CQ-${typed}`, 77, null)[0]).toMatchObject({
    orderId: 1_500,
    reasons: ['nearReference'],
    oneClick: false,
  });
});

test('offers both orders of two references, one of them mistyped, without one click unless the payer fits', () => {
  const [whole, mistyped] = [referenceOf(1_100), `${referenceOf(1_201).slice(0, -1)}`];
  const found = read(`${whole} and ${mistyped}`, 100_000 + (100 % 40) * 25_000, null);
  expect(found.map(({ orderId, oneClick }) => [orderId, oneClick])).toEqual([
    [1_100, false],
    [1_201, false],
  ]);
});

test('ranks an order whose amount and payer fit before one that only an order number names', () => {
  const found = read(
    `CQ-001501 ${referenceOf(1_500).slice(0, -1)}`,
    100_000 + (500 % 40) * 25_000,
    orders[500]!.names[0]!,
  );
  expect(found.map(({ orderId, oneClick }) => [orderId, oneClick])).toEqual([
    [1_500, false],
    [1_501, false],
  ]);
});
