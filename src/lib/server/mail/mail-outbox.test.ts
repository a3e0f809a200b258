import { expect, test } from 'vitest';
import { subjectLine } from './outgoing-mail.ts';

test('cuts a subject after 299 characters and adds an ellipsis', () => {
  expect(subjectLine('x'.repeat(300))).toBe('x'.repeat(300));
  expect(subjectLine('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`);
});

test('never cuts a character in two', () => {
  expect(subjectLine(`${'x'.repeat(298)}🚗${'x'.repeat(9)}`)).toBe(`${'x'.repeat(298)}…`);
});

test.each([
  ['Hello\r\nBcc: c@d.example', 'Hello Bcc: c@d.example'],
  ['Hello\nthere', 'Hello there'],
  ['Hello\u0085there', 'Hello there'],
  ['Hello\u2028there', 'Hello there'],
  ['Hello\u0007', 'Hello'],
  ['Hello \ud800', 'Hello \ufffd'],
])('makes one line without control characters of %j', (subject, line) => expect(subjectLine(subject)).toBe(line));
