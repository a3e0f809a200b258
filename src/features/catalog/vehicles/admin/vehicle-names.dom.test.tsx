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
  addresses: 1,
  likely: { make: 'Toyota', model: 'Corolla' },
};
let sent: unknown[] = [];
beforeEach(() => {
  sent = [];
});

const show = (asked = ASKED) =>
  renderPage(
    <ul>
      <AskedNameItem asked={asked} />
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

test('says before a merge how many cars and addresses it moves, and that it is final', async () => {
  await show();
  const merge = page.getByRole('button', { name: 'Merge Corolla Wandrer' });
  await expect
    .element(merge)
    .toHaveAccessibleDescription(
      '2 cars get the other name, and 1 address leads to its page from then on. Later files with “Corolla Wandrer” mean it too. This cannot be undone.',
    );
});

test('says before a merge of a make what happens to its models', async () => {
  await show({ ...ASKED, kind: 'make', make: 'Toyyotta', model: null, cars: 1, addresses: 3 });
  const merge = page.getByRole('button', { name: 'Merge Toyyotta' });
  await expect
    .element(merge)
    .toHaveAccessibleDescription(
      '1 car gets the other name, and 3 addresses lead to its pages from then on. Models that the other make has are merged too; the others move to it and wait for a decision. Later files with “Toyyotta” mean it too. This cannot be undone.',
    );
});

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
