import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ContactForm } from '#features/site/contact/components/contact-form.tsx';
import { ApiFailure } from '#lib/api-client/api-client.ts';
import type { ActionOutcome, FormAction } from '#lib/pages/form-action.ts';
import { renderPage } from '../../../tests/support/runner/dom-page.tsx';

const field = (name: string) => page.getByLabelText(name);
const send = page.getByRole('button', { name: 'Send message' });
const NAME = 'Amina Otieno';

async function fillIn({ email = 'amina@buyers.example' } = {}) {
  await userEvent.fill(field('Name'), NAME);
  await userEvent.fill(field('Email'), email);
  await userEvent.fill(field('Subject'), 'BYD Seal');
  await userEvent.fill(field('Message'), 'Is it still available?');
}

/** The problem that a field names as its description; null when it has none. */
function problemOf(name: string): string | null {
  const input = field(name).element();
  const described = input.getAttribute('aria-describedby');
  expect(input.getAttribute('aria-invalid')).toBe(described === null ? null : 'true');
  return described === null ? null : document.getElementById(described)!.textContent;
}

/** An action that answers on demand. */
function heldAction() {
  const { promise, resolve } = Promise.withResolvers<ActionOutcome>();
  return { act: vi.fn<FormAction>(() => promise), answer: resolve };
}

test('empty fields are marked with their problems, the first one takes the focus, and nothing is sent', async () => {
  const act = vi.fn<FormAction>();
  await renderPage(<ContactForm />, { act });
  await userEvent.click(send);
  await expect.poll(() => problemOf('Name')).toBe('Name is invalid.');
  expect(problemOf('Message')).toBe('Message is invalid.');
  await expect.element(field('Name')).toHaveFocus();
  expect(act).not.toHaveBeenCalled();
});

test('the focus skips valid fields and goes to the first invalid one', async () => {
  await renderPage(<ContactForm />, { act: vi.fn<FormAction>() });
  await fillIn({ email: 'nobody' });
  await userEvent.click(send);
  await expect.element(field('Email')).toHaveFocus();
  expect([problemOf('Name'), problemOf('Email'), problemOf('Subject')]).toEqual([null, 'Email is invalid.', null]);
});

test('typing removes the problem of that field and of no other', async () => {
  await renderPage(<ContactForm />, { act: vi.fn<FormAction>() });
  await userEvent.click(send);
  await expect.poll(() => problemOf('Name')).not.toBeNull();
  await userEvent.fill(field('Name'), NAME);
  await expect.poll(() => problemOf('Name')).toBeNull();
  expect(problemOf('Email')).toBe('Email is invalid.');
});

test('while typing, a wrong field gets a red edge and a right one a green edge', async () => {
  await renderPage(<ContactForm />);
  const edge = () => getComputedStyle(field('Email').element()).borderTopColor;
  const plain = edge();
  await userEvent.fill(field('Email'), 'amina@');
  await expect.poll(() => problemOf('Email')).toBe('Email is invalid.');
  const wrong = edge();
  await userEvent.fill(field('Email'), 'amina@buyers.example');
  await expect.poll(() => problemOf('Email')).toBeNull();
  expect(new Set([plain, wrong, edge()]).size).toBe(3);
});

test('problems that the server finds appear under their fields', async () => {
  const act: FormAction = () =>
    Promise.reject(new ApiFailure(400, { message: 'Please check the form.', fields: { subject: 'Too short.' } }));
  await renderPage(<ContactForm />, { act });
  await fillIn();
  await userEvent.click(send);
  await expect.poll(() => problemOf('Subject')).toBe('Too short.');
  await expect.element(field('Subject')).toHaveFocus();
  await expect.element(field('Message')).toHaveValue('Is it still available?');
});

test('a refusal without fields appears above them with the focus, and disappears with the next key', async () => {
  const act: FormAction = () => Promise.resolve({ done: false, message: 'You have sent too many messages.' });
  await renderPage(<ContactForm />, { act });
  await fillIn();
  await userEvent.click(send);
  const refusal = page.getByText('You have sent too many messages.').nth(1);
  await expect.element(refusal).toHaveFocus();
  await expect.element(page.getByRole('alert')).toHaveTextContent('You have sent too many messages.');
  await userEvent.type(field('Message'), '!');
  await expect.element(refusal).not.toBeInTheDocument();
});

test('a double click sends the form once, and the button says that it is being sent', async () => {
  const { act, answer } = heldAction();
  await renderPage(<ContactForm />, { act });
  await fillIn();
  // The second click comes before the form is rendered again.
  const button = send.element() as HTMLElement;
  button.focus();
  button.click();
  button.click();
  const busy = page.getByRole('button', { name: 'Submitting...' });
  await expect.element(busy).toHaveAttribute('aria-disabled', 'true');
  await expect.element(busy).toHaveFocus();
  await userEvent.click(busy, { force: true });
  await userEvent.type(field('Subject'), '{Enter}');
  answer({ done: true, message: 'Sent.' });
  await expect.element(page.getByRole('alert')).toHaveTextContent('Sent.');
  expect(act).toHaveBeenCalledOnce();
  expect(act.mock.calls[0]?.[0].values).toMatchObject({ name: NAME, subject: 'BYD Seal' });
});

test('a form is empty after it was sent', async () => {
  await renderPage(<ContactForm />, { act: () => Promise.resolve({ done: true, message: 'Sent.' }) });
  await fillIn();
  await userEvent.click(send);
  await expect.element(field('Name')).toHaveValue('');
  await expect.element(field('Message')).toHaveValue('');
  await expect.element(send).not.toHaveAttribute('aria-disabled');
});
