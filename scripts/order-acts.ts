/** `npm run order-acts`: generates docs/order-acts.md from the rule. */
import { writeFileSync } from 'node:fs';
import { orderActsDocument } from './order-acts/document.ts';

writeFileSync('docs/order-acts.md', orderActsDocument());
