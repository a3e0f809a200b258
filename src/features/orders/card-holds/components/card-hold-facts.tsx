import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { CardHoldResponse } from '../model/card-hold-contract.ts';

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
