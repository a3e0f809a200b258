import type pg from 'pg';
import type { Clock } from '#lib/clock.ts';
import { userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { notificationCalls } from '../../site-calls.ts';
import { type NotificationSettingsResponse, notificationContract } from '../model/notification-contract.ts';
import {
  changeSettings,
  confirmByLink,
  type NotificationSettings,
  readSettings,
  stopByLink,
  subscribeBrowser,
  unsubscribeBrowser,
} from './notification-settings.ts';
import { readNotifications, readUnseen, seeUpTo } from './read-notifications.ts';

const HOUR_S = 3_600;

export type NotificationEndpointDeps = {
  pool: pg.Pool;
  clock: Clock;
  /** Returns the key that browsers subscribe to. */
  pushKey(): Promise<string>;
};

export function notificationEndpoints({ pool, clock, pushKey }: NotificationEndpointDeps): Endpoint[] {
  const own = { access: 'user' } as const;
  const byLink = { access: 'anyone', limit: { uses: 60, inSeconds: HOUR_S } } as const;
  const toSettings = async ({
    kinds,
    quiet,
    zone,
    digestAt,
  }: NotificationSettings): Promise<NotificationSettingsResponse> => ({
    ...{ zone, quiet, digest_at: digestAt },
    kinds: kinds.map(({ kind, inApp, email, push }) => ({ kind, in_app: inApp, email, push })),
    push_key: await pushKey(),
  });
  return [
    endpoint(notificationCalls.list, notificationContract.list, {
      ...own,
      summary: 'What the user was notified of, newest first',
      handle: ({ query, caller, t }) => readNotifications(pool, userOf(caller).id, query.before, t),
    }),
    endpoint(notificationCalls.unseen, notificationContract.unseen, {
      ...own,
      summary: 'How many notifications the user has not seen',
      handle: ({ caller }) => readUnseen(pool, userOf(caller).id),
    }),
    endpoint(notificationCalls.markSeen, notificationContract.markSeen, {
      ...own,
      summary: 'Mark notifications up to an id as seen',
      handle: ({ body, caller }) => seeUpTo(pool, userOf(caller).id, body.up_to, clock.now()),
    }),
    endpoint(notificationCalls.settings, notificationContract.settings, {
      ...own,
      summary: 'Where the user gets each kind of notification, and when',
      handle: async ({ caller }) => toSettings(await readSettings(pool, userOf(caller).id)),
    }),
    endpoint(notificationCalls.changeSettings, notificationContract.changeSettings, {
      ...own,
      summary: 'Change where and when the user gets notifications',
      handle: async ({ body, caller }) => {
        const kinds = body.kinds.map(({ kind, in_app, email, push }) => ({ kind, inApp: in_app, email, push }));
        const { zone, quiet, digest_at: digestAt } = body;
        return toSettings(await changeSettings(pool, userOf(caller).id, { zone, quiet, digestAt, kinds }));
      },
    }),
    endpoint(notificationCalls.subscribe, notificationContract.subscribe, {
      ...own,
      summary: 'Add a browser that shows notifications by web push',
      limit: { uses: 60, inSeconds: HOUR_S },
      handle: async ({ body, caller }) => {
        await subscribeBrowser(pool, userOf(caller).id, body);
        return { flag: '1' as const };
      },
    }),
    endpoint(notificationCalls.unsubscribe, notificationContract.unsubscribe, {
      ...own,
      summary: 'Remove a browser from web push',
      handle: async ({ body, caller }) => {
        await unsubscribeBrowser(pool, userOf(caller).id, body.endpoint);
        return { flag: '1' as const };
      },
    }),
    endpoint(notificationCalls.stop, notificationContract.stop, {
      ...byLink,
      summary: 'Stop emails with the token of an emailed link: those of one topic, or all',
      handle: async ({ body, t }) =>
        (await stopByLink(pool, body.token, body.topic))
          ? { flag: '1' as const, message: t('alerts.stopped') }
          : { flag: '0' as const, message: t('alerts.linkDead') },
    }),
    endpoint(notificationCalls.confirm, notificationContract.confirm, {
      ...byLink,
      summary: 'Confirm an email address without an account with the token of the emailed link',
      handle: async ({ body, t }) => {
        const key = await confirmByLink(pool, body.token);
        if (key === null) return { flag: '0' as const, message: t('alerts.linkDead') };
        return { flag: '1' as const, message: t('alerts.confirmed'), key };
      },
    }),
  ];
}
