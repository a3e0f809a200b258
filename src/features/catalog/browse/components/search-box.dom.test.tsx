import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import { holdTimers } from '../../../../../tests/support/runner/hold-timers.ts';
import type { Suggestion } from '../model/search-contract.ts';
import { SearchBox, TYPING_PAUSE_MS } from './search-box.tsx';

const TOYOTA: Suggestion = { filters: { make: ['Toyota'] }, cars: 1_204 };
const COROLLA: Suggestion = { filters: { make: ['Toyota'], model: ['Corolla'] }, cars: 214 };
const SUV: Suggestion = { filters: { make: ['Toyota'], carType: ['suv'], maxPrice: ['10000'] }, cars: 1 };

type Request = {
  url: string;
  signal: AbortSignal | null | undefined;
  answer(suggestions: Suggestion[]): void;
  fail(): void;
};

const box = page.getByRole('combobox', { name: 'Search cars' });
const options = page.getByRole('option');
const onSearch = vi.fn();
const onSuggestion = vi.fn();
let requests: Request[];
let pause: ReturnType<typeof holdTimers>;

beforeEach(async () => {
  requests = [];
  vi.clearAllMocks();
  pause = holdTimers(TYPING_PAUSE_MS);
  vi.spyOn(window, 'fetch').mockImplementation(
    (url, init) =>
      new Promise((resolve, reject) => {
        requests.push({
          url: String(url),
          signal: init?.signal,
          answer: (suggestions) => resolve(Response.json({ suggestions })),
          fail: () => reject(new TypeError('failed')),
        });
      }),
  );
  await renderPage(
    <SearchBox form="search" action="/" q="" mode="rent" onSearch={onSearch} onSuggestion={onSuggestion} />,
  );
});

/** Types into the box and waits for its request. */
async function type(text: string): Promise<Request> {
  const before = requests.length;
  await userEvent.type(box, text);
  await expect.poll(pause.count).toBe(1);
  pause.fire();
  await expect.poll(() => requests.length).toBe(before + 1);
  return requests.at(-1)!;
}

test('shows what can be found with its number of cars, and announces how many suggestions there are', async () => {
  await expect.element(box).toHaveAttribute('aria-expanded', 'false');
  (await type('toyo')).answer([TOYOTA, COROLLA, SUV]);
  await expect.element(options.nth(0)).toHaveTextContent('Toyota1,204 cars');
  await expect.element(options.nth(1)).toHaveTextContent('Toyota Corolla214 cars');
  await expect.element(options.nth(2)).toHaveTextContent('Toyota SUV, Up to $10,0001 car');
  await expect.element(box).toHaveAttribute('aria-expanded', 'true');
  await expect
    .element(page.getByRole('status').first())
    .toHaveTextContent('3 suggestions. Use the up and down arrow keys.');
  expect(requests.map(({ url }) => url)).toEqual(['/api/listings/suggestions?q=toyo&rentSell=Rent']);
});

test('the arrow keys choose a suggestion, and Enter opens its cars', async () => {
  (await type('toyo')).answer([TOYOTA, COROLLA]);
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  expect(box.element().getAttribute('aria-activedescendant')).toBe(options.nth(1).element().id);
  expect(document.getElementById(box.element().getAttribute('aria-controls') ?? '')).toBe(
    page.getByRole('listbox', { name: 'Suggestions' }).element(),
  );
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(box).not.toHaveAttribute('aria-activedescendant');
  await userEvent.keyboard('{ArrowUp}{Enter}');
  expect(onSuggestion).toHaveBeenCalledExactlyOnceWith('?mode=rent&make=Toyota&model=Corolla');
  expect(onSearch).not.toHaveBeenCalled();
  await expect.element(options.first()).not.toBeInTheDocument();
});

test('Enter without a chosen suggestion searches for the typed text', async () => {
  (await type('toyo')).answer([TOYOTA]);
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('toyo');
  await expect.element(options.first()).not.toBeInTheDocument();
});

test('a press opens the cars of a suggestion', async () => {
  (await type('toyo')).answer([TOYOTA, COROLLA]);
  await userEvent.click(options.nth(1));
  expect(onSuggestion).toHaveBeenCalledExactlyOnceWith('?mode=rent&make=Toyota&model=Corolla');
});

test('Escape closes the suggestions and keeps the text, and the arrow down shows them again', async () => {
  (await type('toyo')).answer([TOYOTA]);
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(options.first()).not.toBeInTheDocument();
  await expect.element(box).toHaveValue('toyo');
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(pause.count).toBe(1);
  pause.fire();
  await expect.poll(() => requests.length).toBe(2);
  requests[1]!.answer([TOYOTA]);
  await expect.element(options.first()).toBeVisible();
});

test('leaving the box closes the suggestions', async () => {
  (await type('toyo')).answer([TOYOTA]);
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(options.first()).not.toBeInTheDocument();
});

test('a newer text aborts the older request, and a late answer is not shown', async () => {
  const older = await type('toyo');
  expect(older.signal?.aborted).toBe(false);
  const newer = await type('ta');
  expect(older.signal?.aborted).toBe(true);
  newer.answer([COROLLA]);
  await expect.element(options).toHaveTextContent('Toyota Corolla214 cars');
  older.answer([TOYOTA, SUV]);
  await expect.element(options).toHaveTextContent('Toyota Corolla214 cars');
});

test('a failed request shows nothing, and the search still works', async () => {
  (await type('toyo')).fail();
  (await type('ta')).answer([TOYOTA]);
  await expect.element(options).toBeVisible();
  (await type(' x')).fail();
  await expect.element(options).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('toyota x');
});

test('asks for nothing while one letter or nothing is typed', async () => {
  await userEvent.type(box, 't');
  expect(pause.count()).toBe(0);
  await userEvent.type(box, '丰');
  await expect.poll(pause.count).toBe(1);
});
