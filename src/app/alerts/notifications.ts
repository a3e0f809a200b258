import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { emailDueNotifications } from '#features/site/notifications/server/email-notifications.ts';
import type { NotificationEndpointDeps } from '#features/site/notifications/server/notification-endpoints.ts';
import { readPublicKey, readVapidKeys } from '#features/site/notifications/server/push/push-keys.ts';
import { pushDueNotifications } from '#features/site/notifications/server/push/push-notifications.ts';
import { pushSender } from '#features/site/notifications/server/push/send-push.ts';
import type { Clock } from '#lib/clock.ts';
import { type Config, siteAddress } from '#lib/server/config/config.ts';
import { repeat } from '#lib/server/jobs/repeat.ts';
import { openSecretBox } from '#lib/server/secrets/secret-box.ts';

const EVERY_MS = 5_000;

type Deps = { config: Config; pool: pg.Pool; clock: Clock; jobs: boolean };

/** Starts the workers that email and push notifications. */
export function openNotifications(app: FastifyInstance, { config, pool, clock, jobs }: Deps): NotificationEndpointDeps {
  const secrets = openSecretBox(config);
  const siteOrigin = siteAddress(config);
  const send = pushSender(
    () => readVapidKeys(pool, secrets),
    siteOrigin.startsWith('https:') ? siteOrigin : `mailto:${config.contactEmail}`,
  );
  const onError = (error: unknown) => app.log.error({ err: error }, 'sending notifications failed');
  const stops: (() => Promise<void>)[] = [];
  app.addHook('onReady', async () => {
    if (!jobs) return;
    const emails = { pool, clock, siteOrigin };
    stops.push(
      repeat(EVERY_MS, (run) => emailDueNotifications(emails, run.onError, run), onError, 'notification emails'),
      repeat(EVERY_MS, (run) => pushDueNotifications({ pool, clock, send }, run.onError, run), onError, 'pushes'),
    );
  });
  app.addHook('onClose', async () => {
    await Promise.all(stops.map((stop) => stop()));
  });
  return { pool, clock, pushKey: () => readPublicKey(pool, secrets) };
}
