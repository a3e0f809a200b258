import { orderNumber } from '#features/orders/orders/model/order.ts';
import { carsOfOrders } from '#features/orders/server/api.ts';
import { isReturnAwaited } from '#features/payments/server/api.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import { peopleToTell } from '#features/site/server/api.ts';
import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import { isTurnOf } from '../model/claim.ts';
import type { Claim, StatementAuthor } from './claim-store.ts';

type Party = 'buyer' | 'seller' | 'operator';
type Step = 'opened' | 'answered' | 'review' | 'evidence' | 'asked' | 'withdrawn' | 'decided' | 'ruled';
type Recipient = { party: Party; name: string; email: string };

/** `endsOrder`: the buyer gets everything, so the order is canceled. */
type Split = { toBuyerCents: number; toSellerCents: number; endsOrder: boolean; reason: string };

/** Recipients of each step. New evidence is mailed to the other party only. */
const PARTIES: Record<Step, readonly Party[]> = {
  opened: ['buyer', 'seller', 'operator'],
  answered: ['buyer', 'seller'],
  review: ['buyer', 'seller', 'operator'],
  evidence: ['buyer', 'seller'],
  asked: ['buyer', 'seller'],
  withdrawn: ['buyer', 'seller'],
  decided: ['buyer', 'seller'],
  ruled: ['buyer', 'seller', 'operator'],
};

/**
 * Emails the parties of a claim what has happened, and what silence means from now on. `by`: who hears nothing, because it was their act or
 * because another party is asked.
 */
export async function mailClaim(
  db: Queryable,
  site: string,
  claim: Claim,
  step: Step,
  by: StatementAuthor | null = null,
  facts: Split | { text: string } | null = null,
): Promise<void> {
  const t = recipientTranslator();
  const number = orderNumber(claim.orderId);
  for (const { party, name, email } of await recipientsOf(db, claim)) {
    if (!PARTIES[step].includes(party) || party === by) continue;
    const path = party === 'operator' ? paths.adminClaims : paths.claim.replace(':id', String(claim.id));
    const subject = t(`mail.claim.${step}`, { number });
    const content = {
      title: subject,
      paragraphs: [
        t('mail.greeting', { name }),
        t('mail.claim.kind', { number, what: t(`claims.kind.${claim.kind}`) }),
        t(textOf(step, party)),
        ...(facts && 'text' in facts ? [facts.text] : []),
        ...(facts && 'reason' in facts
          ? [
              t('mail.claim.split', { buyer: t.cents(facts.toBuyerCents), seller: t.cents(facts.toSellerCents) }),
              facts.reason,
              ...(await consequencesOf(db, claim, party, facts, t)),
            ]
          : []),
        ...silenceOf(claim, party, t),
      ],
      action: {
        label: t(isTurnOf(party, claim.state) && party === 'seller' ? 'mail.claim.answer' : 'mail.claim.see'),
        url: site + path,
      },
      footer: t('mail.footer'),
    };
    await queueMail(db, { to: email, subject, ...composeMail(content, t) });
  }
}

/** How the buyer gets the money. No other email says it, also if the order ends. */
async function consequencesOf(
  db: Queryable,
  { orderId }: Claim,
  party: Party,
  { toBuyerCents, endsOrder }: Split,
  t: Translator,
): Promise<string[]> {
  const ends = endsOrder ? [t('mail.claim.ended')] : [];
  if (party !== 'buyer' || toBuyerCents <= 0) return ends;
  return [
    ...ends,
    t('mail.claim.back'),
    ...((await isReturnAwaited(db, orderId)) ? [t('mail.booking.returnFirst')] : []),
  ];
}

function textOf(step: Step, party: Party): MessageKey {
  if (step === 'opened') return `mail.claim.text.opened.${party}`;
  if (step === 'answered')
    return party === 'seller' ? 'mail.claim.text.answered.seller' : 'mail.claim.text.answered.buyer';
  return `mail.claim.text.${step}`;
}

/** Says what happens next without an act of the parties, and when. */
function silenceOf({ state, nextAt }: Claim, party: Party, t: Translator): string[] {
  if (nextAt === null || (state !== 'open' && state !== 'answered' && state !== 'under_review')) return [];
  const time = t.utcTime(nextAt);
  return [
    isTurnOf(party, state) ? t(`claims.silence.${state}.yours`, { time }) : t(`claims.silence.${state}`, { time }),
  ];
}

async function recipientsOf(db: Queryable, { orderId, userId }: Claim): Promise<Recipient[]> {
  const cars = (await carsOfOrders(db, [orderId])).get(orderId) ?? [];
  const sellers = [...new Set(cars.map(({ sellerId }) => sellerId))];
  const people: Recipient[] = [];
  const add = async (party: Party, id: number) => {
    const person = await mailAddressOf(db, id);
    if (person) people.push({ party, ...person });
  };
  await add('buyer', userId);
  for (const seller of sellers) await add('seller', seller);
  return [...people, ...(await peopleToTell(db)).map((person) => ({ party: 'operator' as const, ...person }))];
}
