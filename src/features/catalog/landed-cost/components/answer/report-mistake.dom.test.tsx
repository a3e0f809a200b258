import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../../../../tests/support/runner/dom-page.tsx';
import { ReportMistake } from './report-mistake.tsx';

type Answer = { status: number; body?: unknown };

function answer({ status, body = {} }: Answer) {
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    // All files share a page, on which a call of an earlier one may still be made.
    if (url.endsWith('/import/mistakes')) bodies.push(JSON.parse(String(init.body)));
    return new Response(JSON.stringify(body), { status });
  });
  return bodies;
}

const wrong = () => page.getByLabelText('What is wrong, and how do you know?');
const email = () => page.getByLabelText('Email, if you want an answer');

async function report(response: Answer, address = '') {
  const bodies = answer(response);
  await renderPage(<ReportMistake country="KE" rule="KE-age-1" listingId={7} />);
  await page.getByText('Report a mistake').click();
  await userEvent.type(wrong(), 'The limit is 2020.');
  if (address !== '') await userEvent.type(email(), address);
  await page.getByRole('button', { name: 'Send' }).click();
  return bodies;
}

const SENT = { country: 'KE', rule_id: 'KE-age-1', text: 'The limit is 2020.', listing_id: 7, website: '' };

test('sends what is wrong, with the rule and the car', async () => {
  const bodies = await report({ status: 200 });
  await expect.element(page.getByRole('status')).toHaveTextContent('Thank you. We will check this rule.');
  expect(bodies).toEqual([SENT]);
});

test('sends an address and says that the answer goes there', async () => {
  const bodies = await report({ status: 200 }, 'reader@example.com');
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('Thank you. We will check this and write to reader@example.com.');
  expect(bodies).toEqual([{ ...SENT, contact: 'reader@example.com' }]);
});

test('keeps the text if it was not sent', async () => {
  await report({ status: 503 });
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(wrong()).toHaveValue('The limit is 2020.');
});

test('reports about a country without a rule', async () => {
  const bodies = answer({ status: 200 });
  await renderPage(<ReportMistake country="KE" rule={null} listingId={null} />);
  await page.getByText('Report something wrong or missing').click();
  await userEvent.type(wrong(), 'A port is missing.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.element(page.getByRole('status')).toBeVisible();
  expect(bodies).toEqual([{ country: 'KE', text: 'A port is missing.', website: '' }]);
});

test('has a field that only programs fill', async () => {
  answer({ status: 200 });
  await renderPage(<ReportMistake country="KE" rule={null} listingId={null} />);
  await page.getByText('Report something wrong or missing').click();
  const hidden = document.querySelector<HTMLInputElement>('input[name=website]');
  expect(hidden?.checkVisibility()).toBe(false);
  expect(page.getByRole('textbox').elements()).toHaveLength(2);
});
