import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { orderActsDocument } from './document.ts';
import { orderNewsDocument } from './news-document.ts';

test('docs/orders/order-acts.md is generated from the rule; npm run order-acts updates it', () => {
  expect(readFileSync('docs/orders/order-acts.md', 'utf8')).toBe(orderActsDocument());
});

test('docs/orders/order-news.md is generated from the table of emails; npm run order-acts updates it', () => {
  expect(readFileSync('docs/orders/order-news.md', 'utf8')).toBe(orderNewsDocument());
});
