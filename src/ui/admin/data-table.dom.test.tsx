import { useSearchParams } from 'react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../tests/support/runner/dom-page.tsx';
import { DataTable } from './data-table.tsx';
import { BulkBar, useSelection } from './selection.tsx';

type Car = { id: number; name: string; price: number };

const CARS: Car[] = [
  { id: 1, name: 'BYD Seal', price: 24_000 },
  { id: 2, name: 'Zeekr 001', price: 38_500 },
  { id: 3, name: 'Haval H6', price: 15_900 },
];

/** A list that reads its order and its page from the URL, as back-office lists do. */
function Cars() {
  const [search] = useSearchParams();
  const rows = search.get('page') === '2' ? CARS.slice(2) : CARS;
  const selection = useSelection(rows.map(({ id }) => id));
  return (
    <>
      <DataTable
        caption="Cars"
        rows={search.has('none') ? [] : rows}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        empty="No cars"
        selection={selection}
        order={{ sort: search.get('sort') ?? 'name', order: search.get('order') === 'desc' ? 'desc' : 'asc' }}
        columns={[
          { id: 'name', head: 'Name', cell: ({ name }) => name, sorts: true },
          { id: 'price', head: 'Price', cell: ({ price }) => price, sorts: true, figures: true },
          { id: 'id', head: 'Number', cell: ({ id }) => id },
        ]}
        actions={({ name }) => <button type="button">{`Edit ${name}`}</button>}
      />
      <BulkBar selection={selection}>
        <button type="button">Delete</button>
      </BulkBar>
    </>
  );
}

const head = (name: string) => page.getByRole('columnheader', { name });
const sortBy = (name: string) => userEvent.click(page.getByRole('link', { name }));
const box = (name: string) => page.getByRole('checkbox', { name });

test('a click on a column head sorts by it, and a second one reverses the order', async () => {
  const { search } = await renderPage(<Cars />, { at: '/?status=Active&page=2' });
  await expect.element(head('Price')).toHaveAttribute('aria-sort', 'none');
  await sortBy('Price');
  expect(search()).toBe('?status=Active&sort=price&order=asc');
  await expect.element(head('Price')).toHaveAttribute('aria-sort', 'ascending');
  await expect.element(head('Name')).toHaveAttribute('aria-sort', 'none');
  await sortBy('Price');
  expect(search()).toBe('?status=Active&sort=price&order=desc');
  await expect.element(head('Price')).toHaveAttribute('aria-sort', 'descending');
  await sortBy('Name');
  expect(search()).toBe('?status=Active&sort=name&order=asc');
});

test('a column that the list cannot sort by has no link', async () => {
  await renderPage(<Cars />);
  await expect.element(head('Number')).toBeVisible();
  expect(head('Number').getByRole('link').query()).toBeNull();
  await expect.element(head('Number')).not.toHaveAttribute('aria-sort');
});

test('the arrow of the sorted column points up when ascending and down when descending', async () => {
  await renderPage(<Cars />);
  const turn = () => getComputedStyle(head('Name').element().querySelector('svg')!).rotate;
  expect(turn()).toBe('180deg');
  await sortBy('Name');
  await expect.poll(turn).toBe('none');
});

test('a selected row opens the bulk bar, which counts and clears the selection', async () => {
  await renderPage(<Cars />);
  expect(page.getByRole('button', { name: 'Delete' }).query()).toBeNull();
  await userEvent.click(box('Select Zeekr 001'));
  await expect.element(page.getByText('1 selected')).toBeVisible();
  await userEvent.click(box('Select Haval H6'));
  await expect.element(page.getByText('2 selected')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Zeekr 001/ })).toHaveAttribute('data-selected');
  await expect.element(page.getByRole('row', { name: /BYD Seal/ })).not.toHaveAttribute('data-selected');
  await userEvent.click(page.getByRole('button', { name: 'Clear selection' }));
  await expect.element(box('Select Zeekr 001')).not.toBeChecked();
  expect(page.getByRole('button', { name: 'Delete' }).query()).toBeNull();
});

test('one checkbox selects all rows in view and unselects them again', async () => {
  await renderPage(<Cars />);
  await userEvent.click(box('Select BYD Seal'));
  await expect.element(box('Select all on this page')).not.toBeChecked();
  await userEvent.click(box('Select all on this page'));
  await expect.element(page.getByText('3 selected')).toBeVisible();
  await expect.element(box('Select Haval H6')).toBeChecked();
  await userEvent.click(box('Select all on this page'));
  await expect.element(box('Select Haval H6')).not.toBeChecked();
  expect(page.getByText(/selected/).query()).toBeNull();
});

test('the space bar selects the focused row', async () => {
  await renderPage(<Cars />);
  (box('Select BYD Seal').element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(box('Select BYD Seal')).toBeChecked();
});

test('a row that leaves the view is deselected', async () => {
  const { router } = await renderPage(<Cars />);
  await userEvent.click(box('Select all on this page'));
  await router.navigate('/?page=2');
  await expect.element(page.getByText('1 selected')).toBeVisible();
});

test('the table takes the focus when the focused row disappears', async () => {
  const { router } = await renderPage(<Cars />);
  (page.getByRole('button', { name: 'Edit BYD Seal' }).element() as HTMLElement).focus();
  await router.navigate('/?page=2');
  await expect.element(page.getByRole('region', { name: 'Cars' })).toHaveFocus();
});

test('an empty list shows its text instead of a table', async () => {
  await renderPage(<Cars />, { at: '/?none' });
  await expect.element(page.getByText('No cars')).toBeVisible();
  expect(page.getByRole('table').query()).toBeNull();
});

test('on a phone each row is a card whose values carry their column heads', async () => {
  await renderPage(<Cars />);
  const price = page.getByText('24000', { exact: true });
  const labelOf = () => getComputedStyle(price.element(), '::before').content;
  await expect.element(head('Price')).toBeVisible();
  expect(labelOf()).toBe('none');
  await page.viewport(360, 740);
  await expect.poll(labelOf).toBe('"Price"');
  const [first, second] = page
    .getByRole('row')
    .elements()
    .slice(-2)
    .map((row) => row.getBoundingClientRect());
  expect(first!.bottom).toBeLessThanOrEqual(second!.top);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
