import { expect, test } from 'vitest';
import { xmlText } from './xml-text.ts';

test.each([
  [`a & b < c > "d" 'e'`, 'a &amp; b &lt; c &gt; &quot;d&quot; &apos;e&apos;'],
  ['bell\u0007 and \u0000 nothing\ttab', 'bell and  nothing\ttab'],
  ['half \ud800 pair', 'half \ufffd pair'],
  ['比亚迪 سيارة 🚗', '比亚迪 سيارة 🚗'],
])('xmlText(%j) is %j', (text, written) => {
  expect(xmlText(text)).toBe(written);
});
