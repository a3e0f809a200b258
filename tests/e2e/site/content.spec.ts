import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { open, test } from '../../support/journeys/journey.ts';
import { linkIn, mailTo } from '../../support/mail/mail-files.ts';

const OPERATOR = 'admin@carquay.example';
const SENT = 'Your message was sent successfully!';
const FAILED = 'Something went wrong. Please try again.';

const form = (page: Page) => page.locator('form', { has: page.getByLabel('Message') });
const alert = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words });
const edge = (field: Locator) => field.evaluate((input) => getComputedStyle(input).borderTopColor);

/** Returns the computed value of a named design color. */
function colorNamed(page: Page, name: string): Promise<string> {
  return page.evaluate((property) => {
    const probe = document.createElement('i');
    probe.style.color = `var(${property})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, `--color-${name}`);
}

async function fillIn(page: Page, subject: string): Promise<void> {
  await form(page).getByLabel('Name').fill('Amina Otieno');
  await form(page).getByLabel('Email').fill('amina@buyers.example');
  await form(page).getByLabel('Subject').fill(subject);
  await form(page).getByLabel('Message').fill('One Seal to Mombasa,\nby RO-RO.');
}

test('read the guide and ask for a quote', { tag: '@once' }, async ({ page }) => {
  const subject = `Quote ${randomUUID()}`;
  await open(page, '/');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('link', { name: 'Export Guide' }).filter({ visible: true }).first().click();
  await expect(page).toHaveURL('/blogs');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The export guide');
  await expect(page.getByRole('cell', { name: '2,500-5,000' })).toBeVisible();

  await page.locator('summary', { hasText: 'On this page' }).click();
  await page.getByRole('link', { name: 'How long it takes' }).filter({ visible: true }).click();
  await expect(page).toHaveURL('/blogs#how-long-it-takes');
  await expect(page.getByRole('heading', { name: 'How long it takes' })).toBeInViewport();

  await page.getByRole('link', { name: 'What a VIN check tells you about a used car' }).click();
  await expect(page).toHaveURL('/blog/vin-decoding-used-car-check');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What a VIN check tells you about a used car');
  await page.getByRole('link', { name: 'See all posts' }).click();
  await page.getByRole('link', { name: 'Get Quote' }).first().click();
  await expect(page).toHaveURL('/ContactUs');

  await fillIn(page, subject);
  const call = page.waitForRequest((request) => request.url().endsWith('/api/contact'));
  await page.getByRole('button', { name: 'Send message' }).click();
  expect((await call).postDataJSON()).toEqual({
    from_name: 'Amina Otieno',
    from_email: 'amina@buyers.example',
    subject,
    message: 'One Seal to Mombasa,\nby RO-RO.',
  });
  await expect(alert(page, SENT)).toBeVisible();
  for (const name of ['Name', 'Email', 'Subject', 'Message']) {
    await expect(form(page).getByLabel(name)).toHaveValue('');
    await expect.poll(() => edge(form(page).getByLabel(name))).toBe(await colorNamed(page, 'line-strong'));
  }
  const mail = await mailTo(OPERATOR, `Contact form: ${subject}`);
  expect(mail).toContain('\nReply-To: amina@buyers.example\n');
  expect(mail).toContain('One Seal to Mombasa,\nby RO-RO.');
});

test('subscribe, confirm, unsubscribe', { tag: '@once' }, async ({ page }) => {
  const email = `${randomUUID()}@readers.example`;
  await open(page, '/ComingSoon');
  const field = page.getByLabel('New cars and export news');
  await field.fill('amina@buyers');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(alert(page, 'This isn’t a valid email address. Please check it.')).toBeVisible();
  await expect(field).toHaveValue('amina@buyers');
  await field.fill(email);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(alert(page, 'Thank you for subscribing to us!')).toBeVisible();
  await expect(field).toHaveValue('');

  await open(page, linkIn(await mailTo(email, 'Confirm your newsletter subscription')));
  const calls: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/newsletter/confirm') && calls.push(request.url()));
  await page.getByRole('button', { name: 'Confirm my subscription' }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(page.getByRole('main')).toContainText('You’re subscribed to our newsletter.');
  await expect(page.getByRole('button', { name: 'Confirm my subscription' })).toBeHidden();
  expect(calls).toHaveLength(1);

  await open(page, linkIn(await mailTo(email, 'You’re subscribed')));
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('main')).toContainText('You’ve unsubscribed');
});

test('contact fields are validated on every change, and a message that is not sent keeps its text', {
  tag: '@once',
}, async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
  await open(page, '/ContactUs');
  const email = form(page).getByLabel('Email');
  await expect(email).toHaveAttribute('required', '');
  await email.fill('amina@buyers');
  await expect(email).toHaveAccessibleDescription('Email is invalid.');
  await expect.poll(() => edge(email)).toBe(await colorNamed(page, 'danger'));
  await email.fill('amina@buyers.example');
  await expect(page.getByText('Email is invalid.')).toBeHidden();
  await expect.poll(() => edge(email)).toBe(await colorNamed(page, 'verified'));
  await page.getByRole('button', { name: 'Send message' }).click();
  for (const name of ['Name', 'Subject', 'Message'])
    await expect(form(page).getByLabel(name)).toHaveAccessibleDescription(`${name} is invalid.`);
  await expect(form(page).getByLabel('Name')).toBeFocused();
  await expect.poll(() => edge(email)).toBe(await colorNamed(page, 'verified'));
  expect(calls).toEqual([]);

  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/api/contact', async (route) => {
    await seen;
    await route.fulfill({ status: 500, body: '{}' });
  });
  await fillIn(page, 'A quote');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
  goOn();
  await expect(alert(page, FAILED)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled();
  await expect(form(page).getByLabel('Message')).toHaveValue(/Mombasa/);
});
