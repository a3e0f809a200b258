import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NEWS_PARTIES, ORDER_NEWS, type OrderNews, TOLD } from '#features/payments/order-acts/model/order-news.ts';
import { englishText } from '../../scripts/order-acts/english-text.ts';

const FEATURES = 'src/features';
/** Files whose emails are not about orders, with their subject. */
const ABOUT: Record<string, string> = {
  'people/accounts/server/email/account-mails.ts': 'an account',
  'bookkeeping/books/server/remind-office.ts': 'proposals that wait for a second person',
  'site/contact/server/contact-messages.ts': 'a contact message',
  'site/newsletter/server/subscribers.ts': 'the newsletter',
  'site/notifications/server/notification-mails.ts': 'searches and saved cars',
  'payments/payout-accounts/server/change-payout-account.ts': 'a bank account of a user',
  'people/staff/server/manage-people.ts': 'people of the back office',
  'aftersales/car-reviews/server/reviews.ts': 'a public review of a car',
  'catalog/sell/server/listing-mails.ts': 'a listing',
  'site/system-status/server/queues.ts': 'work that fails',
  'customs/import-rules/server/mistakes.ts': 'a mistake in an import rule',
  'conversations/threads/server/thread-mails.ts': 'what people write to each other',
};
/** Other subjects of the email that a row names. */
const ALIKE: [RegExp, OrderNews][] = [
  [/^mail\.shipment\.[a-z_]+$/, 'step_done'],
  [/^mail\.handover\.(pick_up|return)$/, 'handed_over'],
  [/^mail\.arrival\.days$/, 'arrival_moved'],
];
/** Names of lines and buttons without a period at the end, like subjects. */
const LINE =
  /\.(see|action|cancel|toOrder|toPayouts|answer|reason|item|number|contents|idNumber|times|place|before|now|late|damage|landed|destination|write|vessel|bill|failed\.text|kind\.\w+|step\.\w+)$/;

const readText = (file: string) => readFileSync(`${FEATURES}/${file}`, 'utf8');
const catalog = Object.keys(JSON.parse(readFileSync('messages/en/mail.json', 'utf8')));
const files = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.includes('.test.') && readText(file).includes('queueMail('),
);
const listed = ORDER_NEWS.flatMap((news) =>
  NEWS_PARTIES.flatMap((party): string[] => {
    const cell = TOLD[news][party];
    return 'mails' in cell ? [...cell.mails] : [];
  }),
);

/** The subjects that a file may send. A computed part of a name matches any word. */
function subjectsOf(file: string): string[] {
  const names = [...readText(file).matchAll(/['`](mail\.[^'`\n]+)['`]/g)].map(([, name = '']) => name);
  const patterns = names.map((name) => name.replaceAll('.', String.raw`\.`).replace(/\$\{[^}]*\}/g, '[^.]+'));
  return catalog.filter(
    (id) =>
      patterns.some((pattern) => new RegExp(`^${pattern}$`).test(id)) &&
      !LINE.test(id) &&
      !/[.:?,]$|\n/.test(englishText(id).replace(/^How was .*\?$/, '')),
  );
}
const rowOf = (id: string) => listed.includes(id) || ALIKE.some(([pattern]) => pattern.test(id));

test('every email about an order belongs to a row of the order news table', () => {
  const missing = files
    .filter((file) => !(file in ABOUT))
    .flatMap((file) => subjectsOf(file).filter((id) => !rowOf(id)));
  expect(missing).toEqual([]);
});

test('every email of the table is composed somewhere, and only in files about orders', () => {
  const [about, others] = [Object.keys(ABOUT), files.filter((file) => !(file in ABOUT))];
  expect(about.filter((file) => !files.includes(file))).toEqual([]);
  expect(about.flatMap((file) => subjectsOf(file).filter((id) => listed.includes(id)))).toEqual([]);
  const written = new Set(others.flatMap((file) => subjectsOf(file)));
  expect(listed.filter((id) => !written.has(id))).toEqual([]);
});
