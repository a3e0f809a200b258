import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../../../../tests/support/runner/dom-page.tsx';
import { ReportMistake } from './reason-list.tsx';

function answer(status: number) {
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    // All files share a page, on which a call of an earlier one may still be made.
    if (url.endsWith('/import/mistakes')) bodies.push(JSON.parse(String(body)));
    return new Response('{}', { status });
  });
  return bodies;
}

async function report(status: number) {
  const bodies = answer(status);
  await renderPage(<ReportMistake country="KE" rule="KE-age-1" listingId={7} />);
  await page.getByText('Report a mistake').click();
  await userEvent.type(page.getByRole('textbox'), 'The limit is 2020.');
  await page.getByRole('button', { name: 'Send' }).click();
  return bodies;
}

test('sends what is wrong, with the rule and the car', async () => {
  const bodies = await report(200);
  await expect.element(page.getByRole('status')).toHaveTextContent('Thank you. We will check this rule.');
  expect(bodies).toEqual([{ country: 'KE', rule_id: 'KE-age-1', text: 'The limit is 2020.', listing_id: 7 }]);
});

test('keeps the text if it was not sent', async () => {
  await report(503);
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByRole('textbox')).toHaveValue('The limit is 2020.');
});
