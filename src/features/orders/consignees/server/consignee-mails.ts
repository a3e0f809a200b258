import { type Consignee, maskedIdNumber } from '#features/orders/orders/model/consignee.ts';
import { type Order, orderNumber } from '#features/orders/orders/model/order.ts';
import {
  type CancelingParty,
  insertCancelLink,
  type MailedParty,
} from '#features/orders/orders/server/consignee-store.ts';
import { sellersOfOrder } from '#features/orders/orders/server/order-store.ts';
import { mailAddressOf, previousAddressesOf } from '#features/people/server/api.ts';
import { CODE_LIFE_MS } from '#features/people/sessions/model/lifetimes.ts';
import { peopleToTell } from '#features/site/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { newSecretToken } from '#lib/server/session/secret-token.ts';
import { paths } from '#paths.ts';

type Recipient = { name: string; email: string; party: MailedParty };

/** Returns the parties that may cancel a change: buyer (at all addresses of the last three days), sellers and office. */
async function partiesOf(db: Queryable, { id, userId }: Order): Promise<Recipient[]> {
  const buyer = await mailAddressOf(db, userId);
  const addresses = buyer ? [buyer.email, ...(await previousAddressesOf(db, userId))] : [];
  const sellers = await sellersOfOrder(db, id);
  return [
    ...[...new Set(addresses)].map((email) => ({ name: buyer?.name ?? '', email, party: 'buyer' as const })),
    ...sellers.map(({ name, email }) => ({ name, email, party: 'seller' as const })),
    ...(await peopleToTell(db)).map((person) => ({ ...person, party: 'admin' as const })),
  ];
}

/** The consignee as the other parties see it, without address and phone, and with a hidden identity number. */
function shortText({ name, idNumber, country }: Consignee, t: Translator): string {
  const lines = [name, t.region(country)];
  if (idNumber !== '') lines.push(t('mail.consignee.idNumber', { id: maskedIdNumber(idNumber) }));
  return lines.join('\n');
}

/** Emails the buyer the code that confirms exactly this consignee. */
export async function mailCode(db: Queryable, order: Order, consignee: Consignee, code: string): Promise<void> {
  const t = recipientTranslator();
  const buyer = await mailAddressOf(db, order.userId);
  if (!buyer) return;
  const number = orderNumber(order.id);
  const subject = t('mail.consigneeCode', { number });
  const content = {
    title: subject,
    paragraphs: [
      t('mail.greeting', { name: buyer.name }),
      t('mail.consigneeCode.text', { number }),
      shortText(consignee, t),
      t('mail.changeCode', { code, minutes: String(CODE_LIFE_MS / 60_000) }),
      t('mail.changeCode.unexpected'),
    ],
    footer: t('mail.footer'),
  };
  await queueMail(db, { to: buyer.email, subject, ...composeMail(content, t), forgetWhenDone: true });
}

type Change = Consignee & { id: number; effectiveAt: Date };

/** Emails every party about a pending change, each with its own cancellation link. */
export async function mailPendingConsignee(
  db: Queryable,
  siteOrigin: string,
  order: Order,
  change: Change,
): Promise<void> {
  const t = recipientTranslator();
  const number = orderNumber(order.id);
  const subject = t('mail.consignee', { number });
  for (const { name, email, party } of await partiesOf(db, order)) {
    const { token, hash } = newSecretToken();
    await insertCancelLink(db, change.id, hash, party);
    const content = {
      title: subject,
      paragraphs: [
        t('mail.greeting', { name }),
        t('mail.consignee.text', { number, time: t.utcTime(change.effectiveAt) }),
        shortText(change, t),
        t('mail.consignee.ask'),
      ],
      action: { label: t('mail.consignee.cancel'), url: `${siteOrigin}${paths.cancelConsignee}?token=${token}` },
      footer: footerOf(party, t),
    };
    await queueMail(db, { to: email, subject, ...composeMail(content, t) });
  }
}

/** Emails every party that a change was canceled, or took effect if `by` is null. */
export async function mailConsigneeEnd(
  db: Queryable,
  order: Order,
  consignee: Consignee,
  by: CancelingParty | null,
): Promise<void> {
  const t = recipientTranslator();
  const number = orderNumber(order.id);
  const subject = t(by === null ? 'mail.consigneeApplied' : 'mail.consigneeCanceled', { number });
  const text =
    by === null ? t('mail.consigneeApplied.text', { number }) : t(`mail.consigneeCanceled.${by}`, { number });
  for (const { name, email, party } of await partiesOf(db, order)) {
    const content = {
      title: subject,
      paragraphs: [t('mail.greeting', { name }), text, shortText(consignee, t)],
      footer: footerOf(party, t),
    };
    await queueMail(db, { to: email, subject, ...composeMail(content, t) });
  }
}

const footerOf = (party: MailedParty, t: Translator) => t(party === 'admin' ? 'mail.footer.office' : 'mail.footer');
