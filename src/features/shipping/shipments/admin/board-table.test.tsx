import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { BoardOrder } from '#features/shipping/shipments/model/shipment-contract.ts';
import { renderToStaticMarkup } from '../../../../../tests/support/messages/markup.tsx';
import { BoardTable } from './board-table.tsx';

const ORDER: BoardOrder = {
  order_id: 4,
  number: 'CQ-000004',
  cars: ['2023 Voyah Free'],
  buyer: 'Amina Otieno',
  queue: 'shipping',
  step: 'bill_of_lading',
  owner: 'carrier',
  due_at: '2026-12-29T00:00:00.000Z',
  late_days: 0,
  expected_at: null,
  age_days: 0,
  vessel: null,
  import: null,
};

function render(queue: BoardOrder['queue']): string {
  const element = <BoardTable orders={[{ ...ORDER, queue }]} />;
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
}

test.each([
  ['claim', 'Claim open'],
  ['check', 'Being checked'],
  ['overdue', 'Overdue'],
  ['contract', 'Contract not accepted'],
] as const)('an order that waits for its %s says so beside its next step', (queue, words) => {
  expect(render(queue)).toContain(words);
});

test.each([
  ['balance', 'Waiting for payment'],
  ['shipping', 'On the way'],
  [null, 'Claim open'],
] as const)('an order in the queue %s shows its next step only', (queue, words) => {
  const html = render(queue);
  expect(html).toContain('Bill of lading');
  expect(html).not.toContain(words);
});
