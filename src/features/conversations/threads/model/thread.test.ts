import { expect, test } from 'vitest';
import {
  afterMessage,
  isThreadNumber,
  mayWrite,
  nextNudge,
  secondsUntilAnswer,
  threadNumber,
  type Waiting,
} from './thread.ts';

const HOUR = 3_600_000;
const NOON = new Date('2026-03-01T12:00:00Z');
const later = (hours: number) => new Date(NOON.getTime() + hours * HOUR);
const NOBODY: Waiting = { waitsFor: null, waitsSince: null, nudgeAt: null, nudges: 0 };
const ASKED: Waiting = { waitsFor: 'seller', waitsSince: NOON, nudgeAt: later(12), nudges: 0 };

test('a question waits for the seller, who is reminded after 12 hours', () => {
  expect(afterMessage(NOBODY, 'buyer', true, NOON)).toEqual(ASKED);
});

test('a question without a seller waits for the office, and nobody is reminded', () => {
  expect(afterMessage(NOBODY, 'buyer', false, NOON)).toEqual({ ...NOBODY, waitsFor: 'office', waitsSince: NOON });
});

test('further messages of a buyer do not begin the time of the seller again', () => {
  expect(afterMessage(ASKED, 'buyer', true, later(5))).toBe(ASKED);
});

test('an answer of the seller waits for the buyer, and measures the time until the answer', () => {
  expect(afterMessage({ ...ASKED, nudges: 1 }, 'seller', true, later(5))).toEqual({
    waitsFor: 'buyer',
    waitsSince: later(5),
    nudgeAt: null,
    nudges: 0,
  });
  expect(secondsUntilAnswer(ASKED, 'seller', later(5))).toBe(5 * 3_600);
  expect(secondsUntilAnswer(ASKED, 'office', later(5))).toBeNull();
  expect(secondsUntilAnswer(NOBODY, 'seller', later(5))).toBeNull();
});

test('a message of the office leaves the buyer waiting for the seller, and answers a question to the office', () => {
  expect(afterMessage(ASKED, 'office', true, later(5))).toBe(ASKED);
  const toOffice: Waiting = { ...NOBODY, waitsFor: 'office', waitsSince: NOON };
  expect(afterMessage(toOffice, 'office', false, later(1)).waitsFor).toBe('buyer');
});

test('the seller is reminded first, then the office is told 48 hours after the question', () => {
  expect(nextNudge(ASKED)).toEqual({ tell: 'seller', nudgeAt: later(48) });
  expect(nextNudge({ ...ASKED, nudges: 1 })).toEqual({ tell: 'office', nudgeAt: null });
});

test('nobody but the office writes in a conversation that has ended', () => {
  expect([mayWrite('buyer', 'buyer'), mayWrite('seller', 'buyer'), mayWrite('office', 'buyer')]).toEqual([
    false,
    false,
    true,
  ]);
  expect(mayWrite('seller', null)).toBe(true);
});

test('numbers have no vowels and no letters that look like digits', () => {
  const number = threadNumber(Uint8Array.from({ length: 8 }, (_, at) => at * 31));
  expect(isThreadNumber(number)).toBe(true);
  for (const bad of ['', 'Q', `${number}2`, number.toLowerCase(), 'Q2345678O', 'R23456789'])
    expect(isThreadNumber(bad)).toBe(false);
});
