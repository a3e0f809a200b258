import { englishWords } from '#lib/i18n/all-messages.ts';
import type { WordId } from '#lib/i18n/messages.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { listSubscribers, removeSubscriberByAdmin } from '../admin/server/manage-subscribers.ts';
import {
  newsletterAnswer,
  newsletterBody,
  newsletterLinkAnswer,
  newsletterLinkBody,
} from '../model/newsletter-contract.ts';
import { removedAnswer, subscriberParams, subscribersAnswer, subscribersQuery } from '../model/subscriber-contract.ts';
import { confirmSubscription, type NewsletterDeps, subscribe, unsubscribe } from './subscribe.ts';

const HOUR_S = 3_600;

export function newsletterEndpoints({ tools }: { tools: NewsletterDeps }): Endpoint[] {
  const open = { method: 'POST', tag: 'Newsletter', access: 'anyone' } as const;
  return [
    endpoint({
      ...open,
      path: '/newsletter',
      summary: 'Ask for the newsletter: a mail with a link to confirm the address follows',
      limit: { uses: 10, inSeconds: HOUR_S },
      body: newsletterBody,
      answer: newsletterAnswer,
      handle: async ({ body }) => {
        await subscribe(tools, body.email);
        return { flag: '1' as const, message: englishWords('newsletter.thanks') };
      },
    }),
    endpoint({
      ...open,
      path: '/newsletter/confirm',
      summary: 'Confirm an address by the link that was mailed to it',
      limit: { uses: 60, inSeconds: HOUR_S },
      body: newsletterLinkBody,
      answer: newsletterLinkAnswer,
      handle: async ({ body }) => outcome(await confirmSubscription(tools, body.token), 'newsletter.confirmed'),
    }),
    endpoint({
      ...open,
      path: '/newsletter/unsubscribe',
      summary: 'End a subscription by the link that stands in every mail of it',
      limit: { uses: 60, inSeconds: HOUR_S },
      body: newsletterLinkBody,
      answer: newsletterLinkAnswer,
      handle: async ({ body }) => outcome(await unsubscribe(tools, body.token), 'newsletter.unsubscribed'),
    }),
    endpoint({
      method: 'GET',
      path: '/admin/subscribers',
      summary: 'Who gets the newsletter or has asked for it, newest first',
      tag: 'Back office',
      access: 'admin',
      query: subscribersQuery,
      answer: subscribersAnswer,
      handle: async ({ query }) => listSubscribers(tools, query),
    }),
    endpoint({
      method: 'DELETE',
      path: '/admin/subscribers/:id',
      summary: 'Take an address off the newsletter',
      tag: 'Back office',
      access: 'admin',
      params: subscriberParams,
      answer: removedAnswer,
      handle: async ({ params, caller, request }) => {
        await removeSubscriberByAdmin(tools, adminOf(caller), params.id, originOf(request));
        return { flag: '1' as const, message: englishWords('admin.subscribers.removed') };
      },
    }),
  ];
}

function outcome(done: boolean, say: WordId) {
  return { flag: done ? ('1' as const) : ('0' as const), message: englishWords(done ? say : 'newsletter.linkDead') };
}
