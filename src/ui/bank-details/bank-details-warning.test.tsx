import { expect, test } from 'vitest';
import { renderToStaticMarkup } from '../../../tests/support/messages/markup.tsx';
import { BankDetailsFlag, BankDetailsWarning } from './bank-details-warning.tsx';

const PAY = 'Transfer to account 6222021234567890123';

test.each(['writer', 'reader', 'office'] as const)('warns the %s of payment details', (to) => {
  expect(renderToStaticMarkup(<BankDetailsWarning text={PAY} to={to} />)).toContain('payment details');
});

test('shows no warning for an ordinary text', () => {
  expect(renderToStaticMarkup(<BankDetailsWarning text="Call +86 138 0013 8000" to="reader" />)).toBe('');
  expect(renderToStaticMarkup(<BankDetailsWarning text={null} to="reader" />)).toBe('');
  expect(renderToStaticMarkup(<BankDetailsFlag texts={[null, 'A good car.']} />)).toBe('');
});

test('marks a row if one of its texts has payment details', () => {
  expect(renderToStaticMarkup(<BankDetailsFlag texts={['A good car.', PAY]} />)).toContain('Payment details');
});
