import { beforeEach, expect, test } from 'vitest';
import { clearUser, rememberUser } from '#lib/session/stored-user.ts';
import type { TimelineResponse } from '../model/shipment-contract.ts';
import { readStoredTimelines, storeTimeline } from './stored-timelines.ts';

const timeline = (id: number) => ({ order_id: id, number: `CQ-00000${id}`, cars: [] }) as unknown as TimelineResponse;
const ids = () => readStoredTimelines().map(({ order_id: id }) => id);

beforeEach(() => localStorage.clear());

test('stores the newest timeline of each order for the user who saw it', () => {
  rememberUser({ id: 1, name: 'Amina' });
  for (const id of [1, 2, 1]) storeTimeline(timeline(id));
  expect(ids()).toEqual([1, 2]);
});

test('returns nothing after the session has ended, and nothing to the next user of a shared phone', () => {
  rememberUser({ id: 1, name: 'Amina' });
  storeTimeline(timeline(1));
  clearUser();
  expect(ids()).toEqual([]);
  storeTimeline(timeline(3));
  rememberUser({ id: 2, name: 'Juma' });
  expect(ids()).toEqual([]);
  storeTimeline(timeline(2));
  expect(localStorage.getItem('timelines')).not.toContain('CQ-000001');
});

test.each(['[]', '{', '7', '{"user":"1"}'])('ignores %s in the storage', (text) => {
  rememberUser({ id: 1, name: 'Amina' });
  localStorage.setItem('timelines', text);
  expect(ids()).toEqual([]);
});
