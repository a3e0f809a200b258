import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';

const INVALID = { error: 'newsletter.email.invalid' satisfies MessageKey };

export const newsletterBody = z.object({ email: z.email(INVALID).max(254, INVALID) });
export const newsletterResponse = z.object({ flag: z.literal('1'), message: z.string() });
export type NewsletterResponse = z.output<typeof newsletterResponse>;

export const newsletterLinkBody = z.object({ token: z.string().max(100) });
/** Flag 0: the link is invalid, used or expired. */
export const newsletterLinkResponse = z.object({ flag: z.enum(['0', '1']), message: z.string() });
export type NewsletterLinkResponse = z.output<typeof newsletterLinkResponse>;

export const newsletterContract = {
  subscribe: { body: newsletterBody, responses: { 200: newsletterResponse } },
  confirm: { body: newsletterLinkBody, responses: { 200: newsletterLinkResponse } },
  unsubscribe: { body: newsletterLinkBody, responses: { 200: newsletterLinkResponse } },
} satisfies Record<string, CallContract>;
