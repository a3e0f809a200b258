import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue } from '#lib/contract-parts.ts';
import { EMAIL_CHOICES, KINDS } from './kinds.ts';

const text = z.string();
const time = text.describe('ISO 8601, UTC');

const notification = z.object({
  id: z.int(),
  kind: text,
  title: text,
  lines: z.array(text),
  link: text.describe('A page of this site'),
  at: time,
  seen: z.boolean(),
});
export type NotificationResponse = z.output<typeof notification>;

const unseen = z.object({ unseen: z.int().describe('100: at least 100') });

const notifications = unseen.extend({
  items: z.array(notification).describe('Newest first'),
  next: z.int().nullable().describe('`before` of the next page; null on the last one'),
});
export type NotificationsResponse = z.output<typeof notifications>;

const kind = z.enum(KINDS);
const minute = z.int().min(0).max(1_439);
const isZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
};

const channels = z.object({ kind, in_app: z.boolean(), email: z.enum(EMAIL_CHOICES), push: z.boolean() });
const hours = z.object({
  zone: z.string().max(64).refine(isZone, 'must be an IANA time zone'),
  quiet: z
    .object({ from: minute, to: minute })
    .refine(({ from, to }) => from !== to, 'must not begin when they end')
    .nullable()
    .describe('Minutes after midnight between which no email and no push is sent'),
  digest_at: minute.describe('Minutes after midnight at which the daily email leaves'),
});
const settings = hours.extend({ kinds: z.array(channels), push_key: text.describe('Public VAPID key, in base64url') });
export type NotificationSettingsResponse = z.output<typeof settings>;

const settingsBody = hours.extend({ kinds: z.array(channels).max(KINDS.length) });

const token = z.string().max(100);
export const topicText = z
  .string()
  .max(60)
  .regex(/^[a-z]+ \d{1,15}$/, 'must be a word and a number');

/** Flag 0: the link is invalid, used or expired. */
const linkResponse = z.object({ flag: z.enum(['0', '1']), message: text });

const base64url = z.string().regex(/^[\w-]{10,200}={0,2}$/);
const subscriptionBody = z.object({
  endpoint: z.url().max(1_000),
  keys: z.object({ p256dh: base64url, auth: base64url }),
});
const done = z.object({ flag: z.literal('1') });

export const notificationContract = {
  list: { query: z.object({ before: idValue.optional() }), responses: { 200: notifications } },
  unseen: { responses: { 200: unseen } },
  markSeen: { body: z.object({ up_to: idValue }), responses: { 200: unseen } },
  settings: { responses: { 200: settings } },
  changeSettings: { body: settingsBody, responses: { 200: settings } },
  subscribe: { body: subscriptionBody, responses: { 200: done } },
  unsubscribe: { body: z.object({ endpoint: z.string().max(1_000) }), responses: { 200: done } },
  stop: { body: z.object({ token, topic: topicText.optional() }), responses: { 200: linkResponse } },
  confirm: {
    body: z.object({ token }),
    responses: {
      200: linkResponse.extend({ key: text.optional().describe('Key of the saved searches of the address') }),
    },
  },
} satisfies Record<string, CallContract>;
