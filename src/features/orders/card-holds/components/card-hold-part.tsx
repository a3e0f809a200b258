import { SecurityFacts } from '#features/orders/orders/components/security-facts.tsx';
import type { OrderResponse } from '#features/orders/orders/model/order-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { LinkButton } from '#ui/button.tsx';
import { TitledSection } from '#ui/titled-section.tsx';
import { holdCardPath } from '../client/card-hold-client.ts';
import type { CardHoldResponse } from '../model/card-hold-contract.ts';
import { CardHoldFacts } from './card-hold-facts.tsx';

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
