/** `npm run order-acts`: generates docs/orders/order-acts.md from the rule, and docs/orders/order-news.md from the table of emails. */
import { writeFileSync } from 'node:fs';
import { orderActsDocument } from './order-acts/document.ts';
import { orderNewsDocument } from './order-acts/news-document.ts';

writeFileSync('docs/orders/order-acts.md', orderActsDocument());
writeFileSync('docs/orders/order-news.md', orderNewsDocument());
