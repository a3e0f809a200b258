/** `npm run order-acts`: generates docs/order-acts.md from the rule, and docs/order-news.md from the table of emails. */
import { writeFileSync } from 'node:fs';
import { orderActsDocument } from './order-acts/document.ts';
import { orderNewsDocument } from './order-acts/news-document.ts';

writeFileSync('docs/order-acts.md', orderActsDocument());
writeFileSync('docs/order-news.md', orderNewsDocument());
