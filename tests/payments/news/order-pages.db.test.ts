import type { FastifyInstance } from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import type { OrderNews } from '#features/payments/order-acts/model/order-news.ts';
import { PAGE_PARTIES, PAGES, type PageParty } from '#features/payments/order-acts/model/page-news.ts';
import { paths } from '#paths.ts';
import { type Scene, sql, work } from '../../support/mail/order-scenes.ts';
import { beginWalks, WALKS } from '../../support/mail/walks.ts';
import { patternOf } from '../../support/messages/pattern-of.ts';
import { clockAhead } from '../../support/runner/test-clock.ts';
import { pagesApp } from '../../support/server/pages-app.ts';

const site = await beginWalks();
const today = await pagesApp(site.pool);
/** Apps with a clock some days ahead, for news that appear after some days. */
const LATER: Partial<Record<OrderNews, FastifyInstance>> = {
  balance_overdue: await pagesApp(site.pool, {}, clockAhead(11)),
};

beforeEach(async () => {
  await sql('delete from request_counts');
});

/** The lines of the page of an order. */
async function linesOf(pages: FastifyInstance, order: number, { cookie }: { cookie: string }): Promise<string[]> {
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
}

const newestOrder = async () => (await sql('select max(id)::int as id from orders'))[0].id as number;

async function gained(news: OrderNews, { order, act, ...people }: Scene, parties: PageParty[]) {
  const read = (of: number, pages = today) => Promise.all(parties.map((party) => linesOf(pages, of, people[party])));
  const before = order === null ? [] : await read(order);
  await act();
  await work();
  const after = await read(order ?? (await newestOrder()), LATER[news]);
  return after.map((lines, nth) => lines.filter((line) => !before[nth]?.includes(line)));
}

const talking = Object.entries(PAGES).flatMap(([news, pages]) => {
  const parties = PAGE_PARTIES.filter((party) => 'says' in pages[party]);
  return parties.length === 0 ? [] : [[news as OrderNews, parties] as const];
});

test.each(talking)('%s: the order page shows it to %j', async (news, parties) => {
  const scene = await WALKS[news]();
  await work();
  const lines = await gained(news, scene, parties);
  for (const [nth, party] of parties.entries()) {
    const said = PAGES[news][party];
    expect(lines[nth], party).toContainEqual(expect.stringMatching(patternOf('says' in said ? said.says : '')));
  }
});
