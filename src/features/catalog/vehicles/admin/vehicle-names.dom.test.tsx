import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import type { AskedNameResponse } from '../model/vehicle-name-contract.ts';
import { AskedNameItem, vehicleNameActions } from './vehicle-names.tsx';

const ASKED: AskedNameResponse = {
  kind: 'model',
  id: 7,
  make: 'Toyota',
  model: 'Corolla Wandrer',
  make_is_asked: false,
  asked_at: '2026-11-20T08:00:00.000Z',
  cars: 2,
  public_cars: 1,
  likely: { make: 'Toyota', model: 'Corolla' },
};
let sent: unknown[] = [];
beforeEach(() => {
  sent = [];
});

const show = () =>
  renderPage(
    <ul>
      <AskedNameItem asked={ASKED} />
    </ul>,
    {
      act: (input) =>
        vehicleNameActions({
          ...input,
          api: {
            ...input.api,
            call: async (call: unknown, request: object) => {
              sent.push([String(call), request]);
              return { names: [], cars: 2 };
            },
          } as typeof input.api,
        }),
    },
  );

test('merges a name into the one that it most likely means', async () => {
  await show();
  await page.getByRole('button', { name: 'Merge Corolla Wandrer' }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(sent).toEqual([
    [
      expect.stringContaining('/merge'),
      { params: { kind: 'model', id: '7' }, body: { make: 'Toyota', model: 'Corolla' } },
    ],
  ]);
});

test('approves a corrected name', async () => {
  await show();
  await page.getByLabelText('New name').fill('Corolla Wanderer');
  await page.getByRole('button', { name: 'Approve Corolla Wandrer' }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(sent).toEqual([
    [expect.stringContaining('/approval'), { params: { kind: 'model', id: '7' }, body: { name: 'Corolla Wanderer' } }],
  ]);
});
