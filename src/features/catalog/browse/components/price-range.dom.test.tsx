import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import { PriceRange } from './price-range.tsx';

const NONE = { minPrice: null, maxPrice: null };
const [lowest, highest] = ['Lowest price', 'Highest price'].map((name) => page.getByRole('slider', { name })) as [
  ReturnType<typeof page.getByRole>,
  ReturnType<typeof page.getByRole>,
];

async function show(mode: 'buy' | 'rent', range: { minPrice: number | null; maxPrice: number | null } = NONE) {
  const onChoose = vi.fn();
  await renderPage(<PriceRange form="explore" label="Price" mode={mode} range={range} onChoose={onChoose} />);
  return onChoose;
}

const scaleOf = (slider: typeof lowest) => {
  const { min, max, step } = slider.element() as HTMLInputElement;
  return [min, max, step].map(Number);
};

test.each([
  ['buy', [0, 100_000, 1_000], '100,000+'],
  ['rent', [10, 200, 5], '200+'],
] as const)('the slider of mode %s has the scale %j', async (mode, scale, open) => {
  await show(mode);
  expect(scaleOf(lowest)).toEqual(scale);
  expect(scaleOf(highest)).toEqual(scale);
  await expect.element(page.getByRole('textbox', { name: 'To' })).toHaveValue(open);
});

test('a thumb of the rent slider moves by 5 dollars, and its end is no limit', async () => {
  const onChoose = await show('rent', { minPrice: null, maxPrice: 195 });
  (highest.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(() => onChoose.mock.lastCall).toEqual([{ minPrice: null, maxPrice: 190 }]);
  await userEvent.keyboard('{End}');
  await expect.poll(() => onChoose.mock.lastCall).toEqual([NONE]);
});

test('rentals above the slider are reached by typing', async () => {
  const onChoose = await show('rent', { minPrice: 250, maxPrice: null });
  await expect.element(lowest).toHaveAttribute('aria-valuetext', '$250');
  await userEvent.fill(page.getByRole('textbox', { name: 'To' }), '400');
  await userEvent.keyboard('{Enter}');
  expect(onChoose.mock.lastCall).toEqual([{ minPrice: 250, maxPrice: 400 }]);
});
