import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import type { MessageId } from '#lib/i18n/messages.ts';

const INVALID = { error: 'newsletter.email.invalid' satisfies MessageId };

export const newsletterBody = z.object({ email: z.email(INVALID).max(254, INVALID) });
export const newsletterAnswer = z.object({ flag: z.literal('1'), message: z.string() });
export type NewsletterAnswer = z.output<typeof newsletterAnswer>;

export const newsletterLinkBody = z.object({ token: z.string().max(100) });
/** Flag 0: the link does not work (any more). */
export const newsletterLinkAnswer = z.object({ flag: z.enum(['0', '1']), message: z.string() });
export type NewsletterLinkAnswer = z.output<typeof newsletterLinkAnswer>;

export const newsletterContract = {
  subscribe: { body: newsletterBody, responses: { 200: newsletterAnswer } },
  confirm: { body: newsletterLinkBody, responses: { 200: newsletterLinkAnswer } },
  unsubscribe: { body: newsletterLinkBody, responses: { 200: newsletterLinkAnswer } },
} satisfies Record<string, CallContract>;
