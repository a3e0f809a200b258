import { expect, test } from 'vitest';
import { startCpuTime } from '../../tests/support/runner/cpu-time.ts';
import { textOfHtml } from './html-text.ts';

test.each([
  ['<p>One owner &amp; <b>clean</b><br>Call &nbsp;now</p>', 'One owner & clean\nCall now'],
  ['<div class="x">First</div><div>Second</div>', 'First\n\nSecond'],
  ['<ul><li>New tires</li><li>Full&#32;service</li></ul>', '• New tires\n\n• Full service'],
  ['<table><tr><td>Engine</td><td>1.5T</td></tr></table>', 'Engine 1.5T'],
  ['<P STYLE="color:red">Loud</P>', 'Loud'],
  ['<p>Seen</p><script>alert(1)</script><style>p{}</style><!-- note -->', 'Seen'],
  ['Caf&eacute; &#x8f66; &#36710; &euro;9', 'Café 车 车 €9'],
  ['Half &lt;b&gt; shown', 'Half <b> shown'],
])('reads %j as text', (html, text) => {
  expect(textOfHtml(html)).toBe(text);
});

test.each([
  'Plain text\n\nwith  two spaces',
  'Mileage < 60,000 km and price > 9,000',
  '<3 this car, a<b and c>d',
  '</script><script>alert(1)</script><!--',
  'AT&T, R&D; &unknown; &#0; &#xd800; &#99999999;',
  'Good car 👍🏽 family 👨‍👩‍👧',
])('leaves %j as it was typed', (text) => {
  expect(textOfHtml(text)).toBe(text);
});

test('reads a long hostile description in time', () => {
  const cpuMs = startCpuTime();
  for (const part of ['<p ', '<!--', '<script>', '&#', '<b>'.repeat(3)]) textOfHtml(`<p>${part.repeat(3_000)}`);
  expect(cpuMs()).toBeLessThan(1_000);
});
