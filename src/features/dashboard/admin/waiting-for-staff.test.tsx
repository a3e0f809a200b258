import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { renderToStaticMarkup } from '../../../../tests/support/messages/markup.tsx';
import { WaitingForStaff } from './waiting-for-staff.tsx';

const NO_QUEUES = {
  overdue: 0,
  balance: 0,
  transfer: 0,
  check: 0,
  claim: 0,
  contract: 0,
  shipping: 0,
  handover: 0,
  refund: 0,
  renter: 0,
};
const NOTHING = { claims: 0, approvals: 0, lines: 0, listings: 0, messages: 0 };

function render(queues: Partial<typeof NO_QUEUES>, other: Partial<typeof NOTHING>): string {
  const waiting = { queues: { ...NO_QUEUES, ...queues }, refunds_failed: 0 };
  const element = <WaitingForStaff waiting={waiting} other={{ ...NOTHING, ...other }} />;
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
}

test('names the work that waits for somebody of the office, and links to it', () => {
  const html = render(
    { check: 1, shipping: 4, refund: 2, renter: 3 },
    { lines: 2, approvals: 1, listings: 197, messages: 4 },
  );
  expect(html).toContain('1 order to check');
  expect(html).toContain('href="/Orders?queue=check"');
  expect(html).toContain('2 orders with refunds to send');
  expect(html).toContain('href="/Orders?queue=refund"');
  expect(html).toContain('3 renters waiting for an answer');
  expect(html).toContain('href="/Orders?queue=renter"');
  expect(html).toContain('2 open bank lines');
  expect(html).toContain('1 proposal to approve');
  expect(html).toContain('197 listings to review');
  expect(html).toContain('4 messages to answer');
  expect(html.match(/<li/g), 'a car on its way waits for others').toHaveLength(7);
});

test('says that nothing waits', () => {
  expect(render({ balance: 3 }, {})).toContain('Nothing is waiting.');
});
