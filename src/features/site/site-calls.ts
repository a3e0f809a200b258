import { callsOf } from '#lib/api-client/api-call.ts';
import type { contactContract } from './contact/model/contact-contract.ts';
import type { articleContract } from './content/model/article-contract.ts';
import type { verifyContract } from './issued-documents/model/verify-contract.ts';
import type { mediaContract } from './media/model/media-contract.ts';
import type { newsletterContract } from './newsletter/model/newsletter-contract.ts';
import type { notificationContract } from './notifications/model/notification-contract.ts';

export const contactCalls = callsOf<typeof contactContract>({
  send: 'POST /api/contact',
});

export const articleCalls = callsOf<typeof articleContract>({
  posts: 'GET /api/posts',
  post: 'GET /api/posts/:slug',
  exportGuide: 'GET /api/export-guide',
  about: 'GET /api/about',
});

export const verifyCalls = callsOf<typeof verifyContract>({
  read: 'GET /api/verify/:code',
  check: 'POST /api/verify',
});

export const mediaCalls = callsOf<typeof mediaContract>({
  sendPhoto: 'POST /api/photos',
  sendDocument: 'POST /api/documents',
  picture: 'GET /api/media/:key',
  document: 'GET /api/documents/:key',
});

export const newsletterCalls = callsOf<typeof newsletterContract>({
  subscribe: 'POST /api/newsletter',
  confirm: 'POST /api/newsletter/confirm',
  unsubscribe: 'POST /api/newsletter/unsubscribe',
});

export const notificationCalls = callsOf<typeof notificationContract>({
  list: 'GET /api/notifications',
  unseen: 'GET /api/notifications/unseen',
  markSeen: 'POST /api/notifications/seen',
  settings: 'GET /api/notification-settings',
  changeSettings: 'PUT /api/notification-settings',
  subscribe: 'POST /api/push-subscriptions',
  unsubscribe: 'POST /api/push-subscriptions/remove',
  stop: 'POST /api/notifications/stop',
  confirm: 'POST /api/notifications/confirm',
});
