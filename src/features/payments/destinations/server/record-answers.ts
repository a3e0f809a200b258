import type { PaidQuote } from '#features/catalog/landed-cost/model/import-quote.ts';
import { peopleToTell } from '#features/site/server/api.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import { type AnswerCause, insertAnswer } from './destination-store.ts';

type OrderToTell = { siteOrigin: string; id: number; number: string };
type Answers = readonly Omit<PaidQuote, 'at'>[];

/** Stores the answers about an order's cars, and emails the office about prohibited ones. */
export async function recordAnswers(
  db: Queryable,
  order: OrderToTell,
  cause: AnswerCause,
  answers: Answers,
): Promise<void> {
  for (const answer of answers) await insertAnswer(db, order.id, cause, answer);
  await mailProhibited(db, order, cause, answers);
}

/** Emails the office about prohibited cars, if any. */
export async function mailProhibited(
  db: Queryable,
  { siteOrigin, id, number }: OrderToTell,
  cause: AnswerCause | 'checkout',
  answers: Answers,
): Promise<void> {
  const prohibited = answers.filter(({ quote }) => quote.verdict.light === 'red');
  const [first] = prohibited;
  if (!first) return;
  const t = recipientTranslator();
  const country = t.region(first.quote.country);
  const subject = t('mail.prohibited', { number, country });
  const declaredFor = { name: first.buyingFor ?? '', country: t.region(first.buyingForCountry ?? first.quote.country) };
  for (const { name, email } of await peopleToTell(db)) {
    const content = {
      title: subject,
      paragraphs: [
        t('mail.greeting', { name }),
        t(`mail.prohibited.text.${cause}`, { number, country }),
        prohibited.map(({ quote }) => [quote.car, ...sentencesOf(quote)].join('\n')).join('\n\n'),
        t('mail.prohibited.declared', declaredFor),
        t('mail.prohibited.ask'),
      ],
      action: { label: t('mail.prohibited.action'), url: `${siteOrigin}${paths.adminOrders}?view=${id}` },
      footer: t('mail.footer.office'),
    };
    await queueMail(db, { to: email, subject, ...composeMail(content, t) });
  }
}

const sentencesOf = ({ verdict }: PaidQuote['quote']) =>
  verdict.reasons.filter(({ outcome }) => outcome === 'prohibited').map(({ sentence }) => sentence);
