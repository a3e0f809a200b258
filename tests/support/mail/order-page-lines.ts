import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { expect } from 'vitest';
import type { OrderNews } from '#features/payments/order-acts/model/order-news.ts';
import { paths } from '#paths.ts';
import { clockAhead } from '../runner/test-clock.ts';
import { pagesApp } from '../server/pages-app.ts';

/**
 * Creates the built site and returns a function that reads the lines of the page of an order as a visitor sees them after an event, which may
 * appear there some days later. Needs `npm run build`.
 */
export async function beginOrderPages(pool: pg.Pool) {
  const today = await pagesApp(pool);
  const later: Partial<Record<OrderNews, FastifyInstance>> = {
    balance_overdue: await pagesApp(pool, {}, clockAhead(11)),
  };
  return async (order: number, { cookie }: { cookie: string }, after: OrderNews | null): Promise<string[]> => {
    const pages = (after && later[after]) ?? today;
    const { statusCode, payload } = await pages.inject({
      url: paths.order.replace(':id', String(order)),
      headers: { cookie },
    });
    expect(statusCode).toBe(200);
    const main = payload.slice(payload.indexOf('<main'), payload.indexOf('</main>'));
    return main
      .replace(/<!--.*?-->/g, '')
      .split(/<[^>]*>/)
      .map((line) => line.trim());
  };
}
