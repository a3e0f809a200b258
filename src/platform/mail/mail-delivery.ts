import type { Mail } from './mail.ts';

/** Hands one mail over for good; rejects when that cannot be said. The Message-ID is the same each time a mail is tried. */
export type Deliver = (mail: Mail & { messageId: string }) => Promise<void>;

export type MailLog = {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
};
