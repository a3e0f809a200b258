import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import { dayFromNow } from '../../../../../tests/support/runner/test-clock.ts';
import { StayFields } from './stay-fields.tsx';

const dayIn = dayFromNow;
const first = page.getByLabelText('First day');
const last = page.getByLabelText('Last day');

async function show(days = { from: '', to: '' }) {
  const chosen: unknown[] = [];
  await renderPage(<StayFields form="explore" {...days} onChoose={(next) => chosen.push(next)} />);
  return chosen;
}

test('days are chosen once both are given, in order and not in the past', async () => {
  const chosen = await show();
  await first.fill(dayIn(5));
  expect(chosen).toEqual([]);
  await last.fill(dayIn(3));
  expect(chosen).toEqual([]);
  await last.fill(dayIn(7));
  expect(chosen).toEqual([{ from: dayIn(5), to: dayIn(7) }]);
  await first.fill(dayIn(-3));
  expect(chosen).toHaveLength(1);
});

test('a later first day moves the last day', async () => {
  const chosen = await show({ from: dayIn(5), to: dayIn(7) });
  await first.fill(dayIn(9));
  expect(chosen).toEqual([{ from: dayIn(9), to: dayIn(9) }]);
});

test('emptied fields remove the days', async () => {
  const chosen = await show({ from: dayIn(5), to: dayIn(7) });
  await first.fill('');
  expect(chosen).toEqual([]);
  await last.fill('');
  expect(chosen).toEqual([{ from: '', to: '' }]);
});
