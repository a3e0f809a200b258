import type pg from 'pg';
import { countryPath } from '#features/catalog/landed-cost/model/country-slug.ts';
import { lotName } from '#features/catalog/listings/model/listing.ts';
import { carsOfBookings } from '#features/catalog/server/api.ts';
import { textOfRow } from '#features/customs/import-rules/model/change-text.ts';
import { UNION, UNION_MEMBERS } from '#features/customs/import-rules/model/ports.ts';
import { ORIGIN_COUNTRY } from '#features/customs/import-rules/model/rows/rule-rows.ts';
import {
  changesBetween,
  countriesBehind,
  type PublishedBook,
  type RuleBookCache,
  type RuleChange,
} from '#features/customs/server/api.ts';
import { placesOfOrders } from '#features/payments/server/api.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type Queryable, query, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { isNotResting, type Run, workInTurn } from '#lib/server/jobs/job-runs.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import { orderNumber } from '../model/order.ts';
import { lockOrder } from './order-store.ts';

export type RuleNewsDeps = { pool: pg.Pool; rules: RuleBookCache; siteOrigin: string };

const BATCH = 50;

const counts = (place: string) =>
  `(c.country in (${place}.country, '${ORIGIN_COUNTRY}') or c.country = '${UNION}' and ${place}.country = any($1))`;

/**
 * Open orders with a change, after the order was made, of a country that one of their cars may go to. Members of the union without own rules
 * have those of the union, and the rules of the export from China count for all.
 */
const DUE = query<{ id: number }, [unionMembers: readonly string[]]>(`
  select o.id from orders o left join order_rule_news n on n.order_id = o.id
  where o.life in ('held', 'active') and o.offer = 'Sell' and ${isNotResting('rule changes', 'o.id')} and exists (
    select from import_rule_changes c
    where c.published_at > o.created_at and c.version > coalesce(n.up_to, 0) and (
      exists (select from import_answers a where a.order_id = o.id and ${counts('a')})
      or exists (select from consignees g
        where g.order_id = o.id and g.applied_at is not null and g.erased_at is null and ${counts('g')})))
  order by o.id limit ${BATCH}`);

const SEEN = statement(`
  select coalesce(n.up_to, (select coalesce(max(version), 0) from import_rule_versions where published_at <= o.created_at)) as "upTo"
  from orders o left join order_rule_news n on n.order_id = o.id where o.id = $1`);
const TELL = statement(`
  insert into order_rule_news (order_id, up_to) values ($1, $2)
  on conflict (order_id) do update set up_to = excluded.up_to, at = now()`);

/** Emails the buyers of open orders what changed in the rules and charges of the country that their cars go to. */
export async function mailRuleChanges(deps: RuleNewsDeps, onError: (error: unknown) => void, run?: Run): Promise<void> {
  const { pool, rules } = deps;
  const book = await rules.newest();
  const members = UNION_MEMBERS.filter((country) => book.rowsOf(country) === UNION);
  await workInTurn(await DUE(pool, members), {
    pool,
    queue: 'rule changes',
    itemOf: ({ id }) => String(id),
    work: ({ id }) => withTransaction(pool, (db) => tellBuyer(db, deps, book, id)),
    onError,
    run,
  });
}

async function tellBuyer(
  db: Queryable,
  { siteOrigin }: RuleNewsDeps,
  book: PublishedBook,
  orderId: number,
): Promise<void> {
  const order = await lockOrder(db, orderId);
  if (!order) return;
  const [{ upTo = 0 } = {}] = await rowsOf<{ upTo: number }>(db, SEEN, [orderId]);
  const places = (await placesOfOrders(db, [orderId])).get(orderId) ?? [];
  const countries = [...new Set(places.flatMap(({ country }) => country ?? []))];
  for (const country of countries) {
    const changes = await changesBetween(db, countriesBehind(book, country), upTo, book.version);
    const cars = places.filter((place) => place.country === country).map(({ listingId }) => listingId);
    if (changes.length > 0)
      await mailChanges(db, siteOrigin, { orderId, buyerId: order.userId, country, cars }, changes);
  }
  await rowsOf(db, TELL, [orderId, book.version]);
}

type Subject = { orderId: number; buyerId: number; country: string; cars: number[] };

/** More would not be read. The page of the country has all. */
const MAX_CHANGES = 12;

async function mailChanges(
  db: Queryable,
  siteOrigin: string,
  { orderId, buyerId, country, cars }: Subject,
  changes: readonly RuleChange[],
): Promise<void> {
  const buyer = await mailAddressOf(db, buyerId);
  const listings = await carsOfBookings(db, cars);
  const named = cars.flatMap((id) => listings.get(id) ?? []);
  if (!buyer || named.length === 0) return;
  const t = recipientTranslator();
  const name = t.region(country);
  const subject = t('mail.rules.changed', { country: name });
  const content = {
    title: subject,
    paragraphs: [
      t('mail.greeting', { name: buyer.name }),
      t('mail.rules.changed.text', { country: name, number: orderNumber(orderId), car: lotName(named, t) }),
      ...changes.slice(0, MAX_CHANGES).map((change) => textOfChange(change, t)),
      ...(changes.length > MAX_CHANGES ? [t('mail.rules.changed.more', { count: changes.length - MAX_CHANGES })] : []),
      t('mail.rules.changed.write', { url: `${siteOrigin}${paths.order.replace(':id', String(orderId))}` }),
    ],
    action: { label: t('mail.rules.changed.see', { country: name }), url: `${siteOrigin}${countryPath(country)}` },
    footer: t('mail.footer'),
  };
  await queueMail(db, { to: buyer.email, subject, ...composeMail(content, t) });
}

function textOfChange({ list, record, before, publishedAt }: RuleChange, t: Translator): string {
  const text = textOfRow(list, record);
  const was = before && textOfRow(list, before);
  return [
    t('mail.rules.changed.item', { date: t.date(publishedAt), text }),
    ...(was && was !== text ? [t('mail.rules.changed.before', { text: was })] : []),
  ].join('\n');
}
