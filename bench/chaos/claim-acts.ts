/** Acts of claims, disputes and reports for killed-stories.ts. */
import { randomInt, randomUUID } from 'node:crypto';
import { leaksOf } from '../../tests/stories/frozen-money.ts';
import { readState } from '../../tests/stories/order-state.ts';
import { comparePositions, type Positions, readPositions } from '../../tests/stories/shipment-acts.ts';
import { type Act, answered, newest, type Story, send } from './killed-stories.ts';

const HOUR_MS = 3_600_000;
const REPORTS = 3;
const STEPS = ['inspection', 'at_port', 'loaded', 'sailed', 'arrived'];
const CERTAINTIES = ['planned', 'estimated', 'actual', 'actual'];
const oneOf = <Value>(values: readonly Value[]) => values[randomInt(values.length)]!;

type Claim = { id: number; order: { id: number }; state: string };

/** Repeats a form until a running site answers. Its key makes it one claim or statement. */
const sendForm = ({ site }: Story, cookie: string, ip: string, path: string, fields: Record<string, string>) =>
  answered(async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ key: fields.key ?? randomUUID(), ...fields }))
      form.append(name, value);
    try {
      const headers = { cookie, 'x-forwarded-for': ip };
      const response = await fetch(`${site.origin}${path}`, { method: 'POST', headers, body: form });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    } catch {
      return { status: 0, body: {} };
    }
  });

async function openClaim(story: Story): Promise<Claim | null> {
  const { body } = await send(story, story.buyer, 'GET', '/api/claims');
  const items = (body.items ?? []) as Claim[];
  const order = await newest(story);
  return (
    items.find((claim) => claim.order.id === order?.id && !['executed', 'withdrawn'].includes(claim.state)) ?? null
  );
}

export const CLAIM_ACTS: Act[] = [
  async function claim(story) {
    const [order, { cookie, ip }] = [await newest(story), story.buyer];
    const form = { key: randomUUID(), kind: 'damaged', text: 'A dent.' };
    if (order) await sendForm(story, cookie, ip, `/api/orders/${order.id}/claims`, form);
  },
  async function answer(story) {
    const claim = await openClaim(story);
    const { cookie, ip } = story.seller;
    const form = { key: randomUUID(), text: 'It was so.' };
    if (claim) await sendForm(story, cookie, ip, `/api/claims/${claim.id}/answer`, form);
  },
  async function withdraw(story) {
    const claim = randomInt(3) === 0 ? await openClaim(story) : null;
    if (claim) await send(story, story.buyer, 'POST', `/api/claims/${claim.id}/withdraw`, {});
  },
  async function decide(story) {
    const claim = await openClaim(story);
    if (!claim) return;
    const { body } = await send(story, story.staff, 'GET', `/api/admin/claims/${claim.id}`);
    const frozen = (body.money as { frozen_cents: number } | undefined)?.frozen_cents ?? 0;
    const buyer = Math.round(frozen * oneOf([0, 0.1, 0.5, 1]));
    const split = { to_buyer_cents: buyer, to_seller_cents: frozen - buyer, reason: 'A story.' };
    await send(story, story.staff, 'POST', `/api/admin/claims/${claim.id}/decision`, split);
    await approveAll(story);
  },
  async function nobodyAnswers(story) {
    await story.pool.query(`update claims set next_at = now() where ended_at is null and ${OF_STORY}`, [story.car]);
  },
  theBankDecides,
  async function report(story) {
    const order = await newest(story);
    for (let count = 0; order && count < REPORTS; count++) {
      const at = new Date(Date.now() - randomInt(12) * HOUR_MS).toISOString();
      const said = { step: oneOf(STEPS), certainty: oneOf(CERTAINTIES), happens_at: at, captured_at: at };
      const event = { id: randomUUID(), ...said };
      const { status } = await send(story, story.staff, 'POST', `/api/orders/${order.id}/events`, event);
      if (status === 200) story.reported.push(event.id);
    }
  },
];

const OF_STORY = 'order_id in (select order_id from order_cars where listing_id = $1)';

/** The buyer's bank decides the disputes, and the provider reports it. */
async function theBankDecides({ pool, car }: Story): Promise<void> {
  await pool.query(
    `update simulated_disputes set decided_at = now() where key in (select 'payment-' || id from payments where ${OF_STORY})`,
    [car],
  );
  await pool.query(`update payments set disputes_due_at = now() where disputes_due_at is not null and ${OF_STORY}`, [
    car,
  ]);
}

/** A second person approves waiting proposals. */
export async function approveAll(story: Story): Promise<void> {
  const { body } = await send(story, story.second, 'GET', '/api/admin/approvals');
  const items = (body.items ?? []) as { id: number; hash: string; state: string }[];
  for (const { id, hash } of items.filter(({ state }) => state === 'open'))
    await send(story, story.second, 'POST', `/api/admin/approvals/${id}/approve`, { hash });
}

/** Time passes until terms and bank decide open claims and disputes, and staff return the cash of ended orders. */
export async function endFreezes(story: Story): Promise<void> {
  const { pool, car } = story;
  await pool.query(`update claims set next_at = now() where ended_at is null and ${OF_STORY}`, [car]);
  await theBankDecides(story);
  for (const { id, life, accounts } of (await readState(pool, car)).orders) {
    const cash = Math.min(accounts.cash ?? 0, -(accounts.deposits ?? 0));
    if ((life !== 'cancelled' && life !== 'completed') || cash <= 0) continue;
    const given = { key: randomUUID(), method: 'cash', amount_cents: cash, note: 'A story ends.' };
    await send(story, story.staff, 'POST', `/api/admin/orders/${id}/cash-returns`, given);
    await approveAll(story);
  }
}

/** Records the steps of a story's cars. Returns the cars that have moved backward since. */
export async function movedBack(story: Story): Promise<string[]> {
  const now = await readPositions(story.pool, story.car);
  const before: Positions = story.positions;
  story.positions = now;
  return comparePositions(before, now);
}

/** Returns the problems that claims, freezes and reports of a story have left. */
export async function wrongOf(story: Story): Promise<string[]> {
  const { pool, car, reported } = story;
  const { rows } = await pool.query<{ open: number; lost: number }>(
    `select (select count(*) from claims where ended_at is null and ${OF_STORY})
        + (select count(*) from order_freezes where ended_at is null and ${OF_STORY}) as open,
      (select count(*) from unnest($2::uuid[]) as id where not exists (select from shipment_events e where e.id = id.id)) as lost`,
    [car, reported],
  );
  const { open, lost } = rows[0]!;
  return [
    ...(await leaksOf(pool, car)),
    ...(open > 0 ? [`${open} claims or freezes of car ${car} have not ended`] : []),
    ...(lost > 0 ? [`${lost} reports of car ${car} were confirmed and are lost`] : []),
  ];
}
