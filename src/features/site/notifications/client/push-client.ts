import { browserApi } from '#lib/api-client/api-client.ts';
import { notificationCalls } from '../../site-calls.ts';

/** `unsupported`: this browser has no web push, such as an iPhone without the site on its home screen. */
export type PushState = 'unsupported' | 'off' | 'on' | 'denied';

export async function readPushState(): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return 'unsupported';
  return (await registration.pushManager.getSubscription()) ? 'on' : 'off';
}

/** Asks for permission and subscribes this browser. Throws if the push service or the site does not answer. */
export async function startPush(key: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState();
  const registration = await navigator.serviceWorker.ready;
  const known = await registration.pushManager.getSubscription();
  const subscription =
    known ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  await browserApi.call(notificationCalls.subscribe, { body: { endpoint, keys: { p256dh, auth } } });
  return 'on';
}

export async function stopPush(): Promise<PushState> {
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.getSubscription();
  if (!subscription) return 'off';
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  await browserApi.call(notificationCalls.unsubscribe, { body: { endpoint } });
  return 'off';
}
