import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import type { DraftResponse, EffectResponse } from '../model/rule-office-contract.ts';
import { DraftList } from './rule-panel.tsx';
import { CsvForm } from './rule-table.tsx';

const draft = (id: number, rowId: string, corrects: string | null): DraftResponse => ({
  id,
  list: 'rules',
  rowId,
  title: 'Left-hand drive is not allowed.',
  country: 'KE',
  record: {},
  version: 1,
  corrects,
  changes: [{ column: 'checked', before: '2026-08-01', after: '2026-11-22' }],
  savedBy: 'Amina',
  savedAt: '2026-11-22T10:00:00Z',
});
const DRAFTS = [draft(7, 'KE-1.2', 'KE-1'), draft(8, 'KE-9', null)];
const EFFECT: EffectResponse = {
  country: 'KE',
  before: { green: 0, amber: 700, red: 12 },
  after: { green: 0, amber: 388, red: 324 },
};

/** Renders the list and collects what its form sends. */
async function render(effects: EffectResponse[] | null = null) {
  const sent: Record<string, string>[] = [];
  await renderPage(<DraftList drafts={DRAFTS} effects={effects} />, {
    act: async ({ values }) => {
      sent.push(values);
      return { done: false, fields: { reason: 'Give a reason.' } };
    },
  });
  return sent;
}

test('proposes the chosen drafts with the reason, and shows the problem at its field', async () => {
  const sent = await render();
  await userEvent.click(page.getByRole('checkbox', { name: 'Rules: new row KE-9' }));
  await userEvent.fill(page.getByLabelText('Reason'), 'A new law');
  await userEvent.click(page.getByRole('button', { name: 'Propose' }));
  await expect.element(page.getByText('Give a reason.')).toBeVisible();
  expect(sent).toEqual([{ form: 'propose', 'draft-7': 'on', reason: 'A new law' }]);
  await expect.element(page.getByLabelText('Reason')).toHaveFocus();
});

test('shows the changes of a correction and the number of cars whose light changes', async () => {
  await render([EFFECT]);
  await expect.element(page.getByText('2026-08-01')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'Kenya' });
  await expect.element(row.getByText('12 → 324')).toBeVisible();
  await expect.element(row.getByText('700 → 388')).toBeVisible();
});

test('says that no light changes', async () => {
  await render([]);
  await expect.element(page.getByRole('status').filter({ hasText: 'No car' })).toBeVisible();
});

test('fills in the text of a chosen CSV file', async () => {
  await renderPage(<CsvForm />);
  const file = new File(['currency,perUsd,date,source'], 'rates.csv', { type: 'text/csv' });
  await userEvent.upload(page.getByLabelText('CSV file'), file);
  await expect.element(page.getByLabelText('Lines')).toHaveValue('currency,perUsd,date,source');
});
