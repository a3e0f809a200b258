import { beforeAll, expect, test } from 'vitest';
import { addMessages, translatorFor } from './catalogs.ts';
import type { Translator } from './translator.ts';

let t: Translator;
let hebrew: Translator;
beforeAll(() => {
  addMessages({ locale: 'de', dir: 'ltr', version: '1' }, { 'ui.undo': 'Rückgängig' });
  addMessages(
    { locale: 'de', dir: 'ltr', version: '1' },
    {
      'content.minutes': [['minutes', 'number'], ' Min.'],
      'mail.greeting': ['Hallo ', ['name'], ','],
      'checkout.days.count': [['days', 'plural', { one: ['#', ' Tag'], other: ['#', ' Tage ab ', ['first']] }]],
    },
  );
  addMessages({ locale: 'he', dir: 'rtl', version: '1' }, { 'ui.undo': 'ביטול' });
  [t, hebrew] = [translatorFor('de'), translatorFor('he')];
});

test('writes messages and fills in their placeholders', () => {
  expect(t('ui.undo')).toBe('Rückgängig');
  expect(t('mail.greeting', { name: 'Amina' })).toBe('Hallo Amina,');
  expect(t('content.minutes', { minutes: 1234.5 })).toBe('1.234,5 Min.');
  const days = { first: '21.11.2026', last: '' };
  expect(t('checkout.days.count', { ...days, days: 1 })).toBe('1 Tag');
  expect(t('checkout.days.count', { ...days, days: 3 })).toBe('3 Tage ab 21.11.2026');
});

test('writes a message that is translated later', () => {
  expect(t.message({ messageKey: 'mail.greeting', values: { name: 'Amina' } })).toBe('Hallo Amina,');
  expect(t.message({ messageKey: 'ui.undo' })).toBe('Rückgängig');
});

test('keeps the languages apart', () => {
  expect([t.locale, t.dir, hebrew.locale, hebrew.dir]).toEqual(['de', 'ltr', 'he', 'rtl']);
  expect(hebrew('ui.undo')).toBe('ביטול');
  expect([t.hasMessage('mail.greeting'), hebrew.hasMessage('mail.greeting')]).toEqual([true, false]);
  expect(t.hasMessage('toString')).toBe(false);
});

test('throws for a locale whose messages are not loaded', () => {
  expect(() => translatorFor('fr')).toThrow('No messages of fr are loaded');
});

test('rejects missing, misspelled and mistyped placeholders when types are checked', () => {
  const checked = (either: 'mail.greeting' | 'content.minutes' | 'ui.undo') => {
    // @ts-expect-error the placeholder is missing
    t('mail.greeting');
    // @ts-expect-error the placeholder is misspelled
    t('mail.greeting', { nmae: 'Amina' });
    // @ts-expect-error the message has no placeholder
    t('ui.undo', { name: 'Amina' });
    // @ts-expect-error a plain placeholder takes text
    t('mail.greeting', { name: 5 });
    // @ts-expect-error a plural takes a number
    t('checkout.days.count', { days: '5', first: '', last: '' });
    // @ts-expect-error there is no such message
    t('mail.greetings', { name: 'Amina' });
    // @ts-expect-error one of the messages has a placeholder
    t(either);
    t(either, { name: 'Amina', minutes: 5 });
  };
  expect(checked).toBeTypeOf('function');
});
