import type { OrderResponse } from '#features/orders/orders/model/order-contract.ts';
import { SecurityFacts } from '#features/orders/rental-charges/components/rental-money.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { LinkButton } from '#ui/button.tsx';
import { TitledSection } from '#ui/titled-section.tsx';
import { holdCardPath } from '../client/card-hold-client.ts';
import type { CardHoldResponse } from '../model/card-hold-contract.ts';

type CardHoldPartProps = { order: Pick<OrderResponse, 'id' | 'life' | 'security'>; deposit: CardHoldResponse };

/** The security deposit of a rental as its renter sees it: held on a card, or brought to the pick-up. */
export function CardHoldPart({ order: { id, life, security }, deposit }: CardHoldPartProps) {
  const t = useTranslator();
  const { hold, may, ask_cents: cents } = deposit;
  const isCovered = hold !== null && !['ended', 'failed', 'lost'].includes(hold.state);
  const asks = life === 'active' && cents > 0 && may?.why !== null && !isCovered;
  const offers = may?.may === 'yes';
  if (!security || (security.asked_cents + security.taken_cents === 0 && !hold)) return null;
  const amount = t.cents(cents);
  return (
    <TitledSection title={t('orders.security')}>
      <div className="grid justify-items-start gap-4">
        {hold && <CardHoldFacts hold={hold} />}
        {security.taken_cents > 0 && <SecurityFacts security={security} />}
        {offers && (
          <>
            <p className="max-w-prose">{t(hold?.state === 'held' ? 'cardHold.again' : 'cardHold.offer', { amount })}</p>
            <LinkButton to={holdCardPath(id)} kind={hold?.state === 'held' ? 'plain' : 'action'}>
              {t('cardHold.start', { amount })}
            </LinkButton>
          </>
        )}
        {asks && !offers && security.taken_cents === 0 && (
          <p className="max-w-prose">{t('orders.security.bring', { amount })}</p>
        )}
        {asks && !offers && may && <p className="max-w-prose text-ink-soft text-sm">{may.why}</p>}
      </div>
    </TitledSection>
  );
}

/** What is held on the card of a renter, or what became of it. */
export function CardHoldFacts({ hold }: { hold: NonNullable<CardHoldResponse['hold']> }) {
  const t = useTranslator();
  const { state, held_cents: held, taken_cents: taken, card_last4: last4, ends_at: endsAt } = hold;
  const values = { amount: t.cents(held), taken: t.cents(taken), card: last4 ?? '', time: t.utcTime(endsAt) };
  return (
    <div className="grid max-w-prose gap-1">
      <p className="font-semibold">{t(`cardHold.state.${state}`, values)}</p>
      {state === 'held' && <p className="text-ink-soft text-sm">{t('cardHold.state.heldText', values)}</p>}
    </div>
  );
}
