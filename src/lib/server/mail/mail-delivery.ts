import type { Mail, MailFile } from './mail.ts';

/** A mail on its way out. The Message-ID is the same each time it is tried. */
export type OutgoingMail = Omit<Mail, 'attachment'> & { messageId: string; file?: MailFile };

/** Hands one mail over for good; rejects when that cannot be said. */
export type Deliver = (mail: OutgoingMail) => Promise<void>;

export type MailLog = {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
};
