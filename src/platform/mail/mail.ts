/** A mail as the use cases write it. `to` and `replyTo` are one bare address each. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  /** Where a mail program ends the subscription that the mail comes by, with one POST (RFC 8058). */
  unsubscribeUrl?: string;
};
