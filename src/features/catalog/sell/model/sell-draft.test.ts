import { expect, test } from 'vitest';
import { EMPTY_VALUES } from '#features/catalog/listings/model/listing-form.ts';
import {
  completeDraft,
  draftToOpen,
  EMPTY_CONTENT,
  readUnsent,
  type SavedDraft,
  type UnsentDraft,
} from './sell-draft.ts';

const draft = { id: 'a', step: 2, ...EMPTY_CONTENT, values: { ...EMPTY_VALUES, make: 'BYD' } };
const saved: SavedDraft = { ...draft, values: { ...EMPTY_VALUES, make: 'NIO' }, updatedAt: '2026-03-01T10:00:00.000Z' };
const unsent = (change: Partial<UnsentDraft>): UnsentDraft => ({
  draft,
  base: saved.updatedAt,
  changedAt: '2026-03-01T09:00:00.000Z',
  ...change,
});
const newId = () => 'new';

test('opens the saved draft if nothing is unsent', () => {
  expect(draftToOpen(null, saved, newId)).toEqual({ draft: saved, from: saved.updatedAt, unsent: false });
  expect(draftToOpen(null, null, newId)).toBeNull();
});

test('opens unsent changes based on the saved draft, even if the device clock is wrong', () => {
  expect(draftToOpen(unsent({}), saved, newId)).toMatchObject({ draft, unsent: true });
});

test('opens the newer of two diverged drafts', () => {
  const older = unsent({ base: '2026-02-01T00:00:00.000Z' });
  const newer = unsent({ base: '2026-02-01T00:00:00.000Z', changedAt: '2026-03-01T11:00:00.000Z' });
  expect(draftToOpen(older, saved, newId)).toMatchObject({ draft: saved, unsent: false });
  expect(draftToOpen(newer, saved, newId)).toMatchObject({ draft, unsent: true });
});

test('gives unsent changes a new id if their saved draft is gone', () => {
  expect(draftToOpen(unsent({}), null, newId)?.draft).toEqual({ ...draft, id: 'new' });
  expect(draftToOpen(unsent({ base: null }), null, newId)?.draft).toEqual(draft);
});

test('reads back a stored draft, and null from anything else', () => {
  const stored = unsent({});
  expect(readUnsent(JSON.stringify(stored))).toEqual(stored);
  for (const text of [
    null,
    '',
    'no JSON',
    '{}',
    '{"draft":{"id":1}}',
    JSON.stringify({ ...stored, changedAt: 'soon' }),
  ]) {
    expect(readUnsent(text)).toBeNull();
  }
});

test('drops values of the wrong shape', () => {
  const values = { make: 'BYD', model: 7, extraFeatures: { gps: true, wings: true }, contactMethods: 'email', more: 1 };
  const { extraFeatures, ...flat } = EMPTY_VALUES;
  expect(completeDraft({ values }).values).toEqual({
    ...flat,
    make: 'BYD',
    extraFeatures: { ...extraFeatures, gps: true },
  });
});
