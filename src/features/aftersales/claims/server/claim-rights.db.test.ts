import { beforeAll, expect, test } from 'vitest';
import { type ClaimSite, claimSite } from '../../../../../tests/support/aftersales/claim-site.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { getJson } from '../../../../../tests/support/server/test-app.ts';

const PDF = Buffer.from('%PDF-1.4\n% a report\n%%EOF\n');
let site: ClaimSite;
let sale: Awaited<ReturnType<ClaimSite['sale']>>;
let claim: number;
let file: string;
let people: Record<string, { id: number; cookie: string }>;

beforeAll(async () => {
  site = await claimSite();
  sale = await site.sale();
  const { body } = await site.open(sale.order, { who: sale.buyer, files: [PDF] });
  claim = body.claim.id;
  file = body.claim.statements[0].files[0].url;
  people = {
    buyer: sale.buyer,
    seller: sale.seller,
    stranger: await signIn(site.pool),
    support: await signInAdmin(site.pool, { role: 'support' }),
    finance: await signInAdmin(site.pool, { role: 'finance' }),
    moderator: await signInAdmin(site.pool, { role: 'moderator' }),
  };
});

const statuses = async (ask: (cookie: string) => Promise<{ status: number }>) => {
  const found: Record<string, number> = {};
  for (const [name, { cookie }] of Object.entries(people)) found[name] = (await ask(cookie)).status;
  return found;
};

test('only the parties and staff see a claim and its files', async () => {
  const seen = { buyer: 200, seller: 200, stranger: 404, support: 200, finance: 200, moderator: 403 };
  expect(await statuses((cookie) => getJson(site.app, `/api/claims/${claim}`, cookie))).toEqual(seen);
  const open = async (cookie: string) => ({
    status: (await site.app.inject({ url: file, headers: { cookie } })).statusCode,
  });
  expect(await statuses(open)).toEqual(seen);
});

test('a file of another claim is not found under this one', async () => {
  const other = await site.sale();
  const { body } = await site.open(other.order, { who: other.buyer, files: [PDF] });
  const foreign = body.claim.statements[0].files[0].url.replace(`/claims/${body.claim.id}/`, `/claims/${claim}/`);
  expect((await site.app.inject({ url: foreign, headers: { cookie: sale.buyer.cookie } })).statusCode).toBe(404);
});

test('each opening of evidence is recorded, and only the office sees by whom', async () => {
  const { order, buyer, seller } = await site.sale();
  const { body } = await site.open(order, { who: buyer, files: [PDF, PDF] });
  const [first, second] = body.claim.statements[0].files;
  const open = ({ url }: { url: string }, { cookie }: { cookie: string }) =>
    site.app.inject({ url, headers: { cookie } });
  await open(first, seller);
  await open(first, people.stranger!);
  const { headers } = await open(second, people.support!);
  const openings = `/api/admin/orders/${order}/file-openings`;
  const { items } = (await getJson(site.app, openings, people.support!.cookie)).body;
  const evidence = { file_id: null, claim_id: body.claim.id, kind: 'claim_evidence' };
  expect(items).toMatchObject([
    { ...evidence, by: 'operator' },
    { ...evidence, by: 'seller', person: 'Amina Otieno' },
  ]);
  expect(headers['content-disposition']).toContain(items[0].name);
  expect(items[1].name).not.toBe(items[0].name);
  expect((await getJson(site.app, openings, seller.cookie)).status).toBe(403);
});

test('only the buyer opens and withdraws, only the seller answers, only finance decides', async () => {
  const said = async (cookie: string) => site.say(claim, 'answer', { who: { id: 0, cookie } });
  expect(await statuses((cookie) => site.withdraw(claim, { id: 0, cookie }))).toMatchObject({
    seller: 404,
    stranger: 404,
    support: 403,
  });
  const again = await site.open(sale.order, { who: sale.buyer });
  claim = again.body.claim.id;
  expect((await said(people.buyer!.cookie)).status).toBe(403);
  expect((await said(people.stranger!.cookie)).status).toBe(404);
  expect((await said(people.seller!.cookie)).status).toBe(200);
  expect((await site.decide(claim, 0, 277_500, people.support)).status).toBe(403);
  expect((await site.decide(claim, 0, 277_500, people.finance)).status).toBe(200);
});
