import { expect, test } from 'vitest';
import { LOCALES, recipientTranslator, requestTranslator, serverTranslator } from './languages.ts';

test('answers every request and recipient in the default language', () => {
  expect(LOCALES).toEqual(['en']);
  const { locale, dir } = requestTranslator();
  expect([locale, dir]).toEqual(['en', 'ltr']);
  expect(recipientTranslator()).toBe(requestTranslator());
  expect(recipientTranslator('en')).toBe(requestTranslator());
});

test('makes one translator per locale, with the messages of all areas', () => {
  const t = serverTranslator('en');
  expect(serverTranslator('en')).toBe(t);
  expect([t('mail.footer'), t('shell.home')]).not.toContain('');
  expect(['mail.footer', 'csv.bookingId', 'receipt.paid', 'shell.home'].every(t.hasMessage)).toBe(true);
});

test('throws for a locale that the site does not have', () => {
  expect(() => serverTranslator('en-XA')).toThrow('The site has no locale en-XA');
});
