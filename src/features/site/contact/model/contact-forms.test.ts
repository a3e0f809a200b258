import { expect, test } from 'vitest';
import { contactForm, contactProblems } from './contact-forms.ts';

const VALID = { name: 'Amina', email: 'amina@buyers.example', subject: 'A quote', message: 'Dear all,\n\n\tone Seal' };

test('accepts valid values and trims them', () => {
  expect(contactProblems(VALID)).toBeNull();
  expect(contactForm.parse({ ...VALID, name: '  王小明 ' })).toEqual({ ...VALID, name: '王小明' });
});

test('reports every field that is empty or blank', () => {
  expect(contactProblems({ name: ' ', email: '', subject: '\t', message: '\n ' })).toEqual({
    name: 'contact.name.invalid',
    email: 'contact.email.invalid',
    subject: 'contact.subject.invalid',
    message: 'contact.message.invalid',
  });
});

test.each([
  ['email', 'amina'],
  ['email', 'amina@buyers'],
  ['email', '@buyers.example'],
  ['email', 'a b@buyers.example'],
  ['email', 'a@b.example,c@d.example'],
  ['email', 'Amina <a@b.example>'],
  ['email', 'a@b.example\r\nBcc: c@d.example'],
  ['email', `${'a'.repeat(250)}@b.example`],
  ['name', 'Amina\r\nBcc: c@d.example'],
  ['name', 'x'.repeat(121)],
  ['subject', 'Hello\nBcc: c@d.example'],
  ['subject', 'Hello\u2028there'],
  ['subject', 'x'.repeat(201)],
  ['message', 'a\u0000b'],
  ['message', 'lone \ud800'],
  ['message', 'x'.repeat(5_001)],
  ['name', '\u200b\u2060'],
  ['subject', '\u202e\u200f'],
  ['message', '\u3164\n\u00a0'],
])('rejects %s %j', (field, value) => {
  expect(contactProblems({ ...VALID, [field]: value })).toEqual({ [field]: `contact.${field}.invalid` });
});
