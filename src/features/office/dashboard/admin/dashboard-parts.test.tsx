import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { renderToStaticMarkup } from '../../../../../tests/support/messages/markup.tsx';
import type { OtherWork } from '../client/dashboard-client.ts';
import { WaitingForStaff } from './dashboard-parts.tsx';

const NO_QUEUES = {
  overdue: 0,
  balance: 0,
  transfer: 0,
  check: 0,
  claim: 0,
  contract: 0,
  shipping: 0,
  completion: 0,
  handover: 0,
  refund: 0,
  renter: 0,
};
const NOTHING = { late: 0, claims: 0, approvals: 0, lines: 0, statements: 0, listings: 0, names: 0, messages: 0 };

function render(queues: Partial<typeof NO_QUEUES> | null, other: Partial<OtherWork>): string {
  const waiting = queues && { queues: { ...NO_QUEUES, ...queues }, refunds_failed: 0 };
  const element = <WaitingForStaff waiting={waiting} other={{ ...NOTHING, ...other }} />;
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
}

test('links to the work that waits for staff', () => {
  const html = render(
    { check: 1, shipping: 4, refund: 2, renter: 3 },
    { late: 5, lines: 2, statements: 3, approvals: 1, listings: 197, names: 6, messages: 4 },
  );
  expect(html).toContain('1 order to check');
  expect(html).toContain('href="/Orders?queue=check"');
  expect(html).toContain('2 orders with refunds to send');
  expect(html).toContain('href="/Orders?queue=refund"');
  expect(html).toContain('3 renters waiting for an answer');
  expect(html).toContain('href="/Orders?queue=renter"');
  expect(html).toContain('5 late steps of cars');
  expect(html).toContain('href="/ShipmentBoard?late=yes"');
  expect(html).toContain('2 open bank lines');
  expect(html).toContain('3 bank statements to confirm');
  expect(html).toContain('href="/BankStatements?tab=statements&amp;state=to_confirm"');
  expect(html).toContain('1 proposal to approve');
  expect(html).toContain('197 listings to review');
  expect(html).toContain('6 new makes and models');
  expect(html).toContain('href="/VehicleNames"');
  expect(html).toContain('4 messages to answer');
  expect(html.match(/<li/g), 'a car on its way waits for others').toHaveLength(10);
});

test('says that nothing waits', () => {
  expect(render({ balance: 3 }, {})).toContain('Nothing is waiting.');
});

test.each([
  ['the orders', null, {}],
  ['the listings', {}, { listings: null }],
] as const)('says that work may be missing if %s could not be counted', (_what, queues, other) => {
  const html = render(queues, { ...other, lines: 2 });
  expect(html).toContain('We couldn’t load all of what is waiting.');
  expect(html).toContain('2 open bank lines');
  expect(html).not.toContain('Nothing is waiting.');
});
