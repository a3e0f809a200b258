import { buildPushPayload } from '@block65/webcrypto-web-push';
import type { VapidKeys } from './push-keys.ts';
import type { Subscription } from './push-store.ts';

/** What the service worker shows. */
export type PushMessage = { title: string; body: string; path: string; tag: string };

/** `gone`: the push service has ended the subscription. `failed`: try again later. */
export type PushOutcome = 'sent' | 'gone' | 'failed';
export type SendPush = (subscription: Subscription, message: PushMessage) => Promise<PushOutcome>;

const TTL_S = 24 * 3_600;
const TIMEOUT_MS = 10_000;
/** Push services refuse bodies of 4 KB and more, encrypted. */
const MAX_TEXT = 600;

/**
 * Hosts of the push services of Chrome, Firefox, Safari and Edge. Other addresses would let a visitor choose where the site sends requests.
 */
const PUSH_SERVICES =
  /^(fcm\.googleapis\.com|(?:[\w-]+\.)*push\.services\.mozilla\.com|(?:[\w-]+\.)*push\.apple\.com|(?:[\w-]+\.)*notify\.windows\.com)$/;

export function isPushService(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  return url?.protocol === 'https:' && url.port === '' && url.username === '' && PUSH_SERVICES.test(url.hostname);
}

/**
 * Returns a function that encrypts a message for a browser (RFC 8291) and posts it to the push service. @param contact a mailto: or https:
 * address, which push services require
 */
export function pushSender(keys: () => Promise<VapidKeys>, contact: string, post: typeof fetch = fetch): SendPush {
  return async ({ endpoint, p256dh, auth }, { title, body, path, tag }) => {
    if (!isPushService(endpoint)) return 'gone';
    const data = { title: title.slice(0, MAX_TEXT), body: body.slice(0, MAX_TEXT), path, tag };
    const { headers, body: encrypted } = await buildPushPayload(
      { data, options: { ttl: TTL_S, urgency: 'normal' } },
      { endpoint, expirationTime: null, keys: { p256dh, auth } },
      { subject: contact, ...(await keys()) },
    );
    const response = await post(endpoint, {
      method: 'POST',
      headers,
      body: encrypted,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (response.ok) return 'sent';
    return response.status === 404 || response.status === 410 ? 'gone' : 'failed';
  };
}
