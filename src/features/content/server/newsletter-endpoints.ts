import type pg from 'pg';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { englishWords } from '#platform/words/words.ts';
import { newsletterAnswer, newsletterBody } from '../newsletter-contract.ts';
import { subscribe } from './subscribe.ts';

export function newsletterEndpoints({ pool }: { pool: pg.Pool }): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path: '/newsletter',
      summary: 'Subscribe to the newsletter',
      tag: 'Newsletter',
      access: 'anyone',
      limit: { uses: 10, inSeconds: 3_600 },
      body: newsletterBody,
      answer: newsletterAnswer,
      handle: async ({ body }) => {
        await subscribe(pool, body.email);
        return { flag: '1' as const, message: englishWords('newsletter.thanks') };
      },
    }),
  ];
}
