import { expect, test } from 'vitest';
import { EMPTY_VALUES } from '#features/listings/model/listing-form.ts';
import { completeDraft, draftToOpen, NOTHING, readUnsent, type SavedDraft, type UnsentDraft } from './sell-draft.ts';

const draft = { id: 'a', step: 2, ...NOTHING, values: { ...EMPTY_VALUES, make: 'BYD' } };
const saved: SavedDraft = { ...draft, values: { ...EMPTY_VALUES, make: 'NIO' }, updatedAt: '2026-03-01T10:00:00.000Z' };
const unsent = (change: Partial<UnsentDraft>): UnsentDraft => ({
  draft,
  base: saved.updatedAt,
  changedAt: '2026-03-01T09:00:00.000Z',
  ...change,
});
const newId = () => 'new';

test('with nothing unsent the saved draft is opened', () => {
  expect(draftToOpen(null, saved, newId)).toEqual({ draft: saved, from: saved.updatedAt, unsent: false });
  expect(draftToOpen(null, null, newId)).toBeNull();
});

test('changes that continue what is saved win, however wrong the clock of their device is', () => {
  expect(draftToOpen(unsent({}), saved, newId)).toMatchObject({ draft, unsent: true });
});

test('where both went their own way, the newer one wins', () => {
  const older = unsent({ base: '2026-02-01T00:00:00.000Z' });
  const newer = unsent({ base: '2026-02-01T00:00:00.000Z', changedAt: '2026-03-01T11:00:00.000Z' });
  expect(draftToOpen(older, saved, newId)).toMatchObject({ draft: saved, unsent: false });
  expect(draftToOpen(newer, saved, newId)).toMatchObject({ draft, unsent: true });
});

test('a draft whose saved state is gone was sent somewhere else: what was typed since is another one', () => {
  expect(draftToOpen(unsent({}), null, newId)?.draft).toEqual({ ...draft, id: 'new' });
  expect(draftToOpen(unsent({ base: null }), null, newId)?.draft).toEqual(draft);
});

test('what this browser kept comes back as it was; anything else is nothing', () => {
  const kept = unsent({});
  expect(readUnsent(JSON.stringify(kept))).toEqual(kept);
  for (const text of [
    null,
    '',
    'no JSON',
    '{}',
    '{"draft":{"id":1}}',
    JSON.stringify({ ...kept, changedAt: 'soon' }),
  ]) {
    expect(readUnsent(text)).toBeNull();
  }
});

test('values of another shape than the form has are left out', () => {
  const values = { make: 'BYD', model: 7, extraFeatures: { gps: true, wings: true }, contactMethods: 'email', more: 1 };
  const { extraFeatures, ...flat } = EMPTY_VALUES;
  expect(completeDraft({ values }).values).toEqual({
    ...flat,
    make: 'BYD',
    extraFeatures: { ...extraFeatures, gps: true },
  });
});
