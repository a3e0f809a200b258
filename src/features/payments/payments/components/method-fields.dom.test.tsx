import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import { CardNumberField } from './method-fields.tsx';

const field = () => page.getByLabelText('Card number');
const input = () => field().element() as HTMLInputElement;

/** The value, with the caret as |. */
function state(): string {
  const { value, selectionStart } = input();
  return `${value.slice(0, selectionStart ?? 0)}|${value.slice(selectionStart ?? 0)}`;
}

test('groups the digits in fours while they are typed', async () => {
  await renderPage(<CardNumberField />);
  await userEvent.type(field(), '4242');
  expect(state()).toBe('4242|');
  await userEvent.type(field(), '424242424242');
  expect(state()).toBe('4242 4242 4242 4242|');
});

test('keeps the caret when a digit is inserted in the middle', async () => {
  await renderPage(<CardNumberField />);
  await userEvent.fill(field(), '4224 242');
  input().setSelectionRange(2, 2);
  await userEvent.keyboard('9');
  expect(state()).toBe('429|2 4242');
});

test('Backspace removes one digit at a time, also over a space', async () => {
  await renderPage(<CardNumberField />);
  await userEvent.fill(field(), '123456789');
  await userEvent.keyboard('{Backspace}{Backspace}');
  expect(state()).toBe('1234 567|');
  input().setSelectionRange(5, 5);
  await userEvent.keyboard('{Backspace}');
  expect(state()).toBe('123|5 67');
  await userEvent.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}');
  expect(state()).toBe('|567');
});

test('Delete over a space removes the digit behind it', async () => {
  await renderPage(<CardNumberField />);
  await userEvent.fill(field(), '12345678');
  input().setSelectionRange(4, 4);
  await userEvent.keyboard('{Delete}');
  expect(input().value).toBe('1234 678');
});

test('groups a pasted number and drops other characters', async () => {
  await renderPage(<CardNumberField />);
  await userEvent.click(field());
  document.execCommand('insertText', false, ' 4242-4242\t42424242 ');
  expect(state()).toBe('4242 4242 4242 4242|');
});
