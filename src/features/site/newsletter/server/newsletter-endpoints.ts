import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { subscriberCalls } from '../../office-calls.ts';
import { newsletterCalls } from '../../site-calls.ts';
import { newsletterContract, subscriberContract } from '../model/newsletter-contract.ts';
import {
  confirmSubscription,
  listSubscribers,
  type NewsletterDeps,
  removeSubscriberByAdmin,
  subscribe,
  unsubscribe,
} from './subscribers.ts';

const HOUR_S = 3_600;

export function newsletterEndpoints(deps: NewsletterDeps): Endpoint[] {
  const open = { access: 'anyone' } as const;
  return [
    endpoint(newsletterCalls.subscribe, newsletterContract.subscribe, {
      ...open,
      summary: 'Subscribe to the newsletter; emails a confirmation link',
      limit: { uses: 10, inSeconds: HOUR_S },
      handle: async ({ body, t }) => {
        await subscribe(deps, body.email);
        return { flag: '1' as const, message: t('newsletter.thanks') };
      },
    }),
    endpoint(newsletterCalls.confirm, newsletterContract.confirm, {
      ...open,
      summary: 'Confirm a subscription with the token from the emailed link',
      limit: { uses: 60, inSeconds: HOUR_S },
      handle: async ({ body, t }) => outcome(await confirmSubscription(deps, body.token), 'newsletter.confirmed', t),
    }),
    endpoint(newsletterCalls.unsubscribe, newsletterContract.unsubscribe, {
      ...open,
      summary: 'Unsubscribe with the token from a newsletter email',
      limit: { uses: 60, inSeconds: HOUR_S },
      handle: async ({ body, t }) => outcome(await unsubscribe(deps, body.token), 'newsletter.unsubscribed', t),
    }),
    endpoint(subscriberCalls.list, subscriberContract.list, {
      summary: 'List subscribers and unconfirmed addresses, newest first',
      access: 'admin',
      permission: 'messages:read',
      handle: async ({ query }) => listSubscribers(deps, query),
    }),
    endpoint(subscriberCalls.remove, subscriberContract.remove, {
      summary: 'Remove a subscriber',
      access: 'admin',
      permission: 'messages:write',
      handle: async ({ params, caller, request, t }) => {
        await removeSubscriberByAdmin(deps, adminOf(caller), params.id, originOf(request));
        return { flag: '1' as const, message: t('admin.subscribers.removed') };
      },
    }),
  ];
}

function outcome(done: boolean, messageKey: MessageKey, t: Translator) {
  return {
    flag: done ? ('1' as const) : ('0' as const),
    message: t(done ? messageKey : 'newsletter.linkDead'),
  };
}
