import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../tests/support/runner/dom-page.tsx';
import { holdTimers } from '../../../tests/support/runner/hold-timers.ts';
import { FilterPanel } from './filter-panel.tsx';

const panel = (
  <FilterPanel
    fields={[
      { name: 'search', kind: 'text', label: 'Search' },
      {
        name: 'status',
        label: 'Status',
        options: [
          { value: 'Active', label: 'Active' },
          { value: 'Inactive', label: 'Inactive' },
        ],
      },
    ]}
  />
);
const TYPING_PAUSE_MS = 350;
const search = page.getByLabelText('Search');
const status = page.getByLabelText('Status');
const show = () => userEvent.click(page.getByRole('button', { name: 'Show Filters' }));

test('a choice applies immediately, keeps the sort order and returns to the first page', async () => {
  const shown = await renderPage(panel, { at: '/?sort=name&page=4' });
  await show();
  await userEvent.selectOptions(status, 'Inactive');
  await expect.poll(shown.search).toBe('?sort=name&status=Inactive');
  await userEvent.selectOptions(status, 'All');
  await expect.poll(shown.search).toBe('?sort=name');
});

test('typed text applies once, after a pause', async () => {
  const pause = holdTimers(TYPING_PAUSE_MS);
  const { search: query } = await renderPage(panel);
  await userEvent.type(search, 'seal');
  await userEvent.type(search, ' u');
  expect(pause.count()).toBe(1);
  expect(query()).toBe('');
  pause.fire();
  await expect.poll(query).toBe('?search=seal+u');
});

test('Enter applies typed text immediately, and only once', async () => {
  const pause = holdTimers(TYPING_PAUSE_MS);
  const { search: query } = await renderPage(panel);
  await userEvent.type(search, 'han{Enter}');
  await expect.poll(query).toBe('?search=han');
  expect(pause.count()).toBe(0);
});

test('reset clears the fields and the URL, and forgets text that has not been applied', async () => {
  const pause = holdTimers(TYPING_PAUSE_MS);
  const { search: query } = await renderPage(panel, { at: '/?sort=name&status=Active' });
  await expect.element(status).toHaveValue('Active');
  await userEvent.type(search, 'tang');
  expect(pause.count()).toBe(1);
  await userEvent.click(page.getByRole('link', { name: 'Reset Filters' }));
  await expect.poll(query).toBe('?sort=name');
  await expect.element(search).toHaveValue('');
  await expect.element(status).toHaveValue('');
  expect(pause.count()).toBe(0);
});

test('the fields follow the URL', async () => {
  const { router } = await renderPage(panel);
  await router.navigate('/?search=seal&status=Inactive');
  await expect.element(search).toHaveValue('seal');
  await expect.element(status).toHaveValue('Inactive');
});

test('text that is being typed is not replaced when the URL changes', async () => {
  const { router } = await renderPage(panel);
  await userEvent.fill(search, 'sea');
  await router.navigate('/?status=Active');
  await expect.element(status).toHaveValue('Active');
  await expect.element(search).toHaveValue('sea');
});

test('the search is always shown, and the other filters only after a click', async () => {
  await renderPage(panel);
  await expect.element(search).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Show Filters' })).toHaveAttribute('aria-expanded', 'false');
  await expect.element(status).not.toBeVisible();
  await show();
  await expect.element(status).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Hide Filters' }));
  await expect.element(status).not.toBeVisible();
});

test('the filters are shown if one of them is set', async () => {
  await renderPage(panel, { at: '/?status=Active' });
  await expect.element(status).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Hide Filters' })).toHaveAttribute('aria-expanded', 'true');
});
