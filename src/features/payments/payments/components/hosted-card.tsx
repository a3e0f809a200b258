import type { Stripe, StripeCardElement } from '@stripe/stripe-js';
import { useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { FIELD, FieldProblem } from '#ui/forms/fields.tsx';

/** The provider's card fields. */
export type HostedCard = {
  /** Returns a token for the card, or what is wrong with the card. */
  token(email: string): Promise<{ token: string } | { problem: string }>;
  /** Shows the bank's question and resolves once it was answered. */
  askBank(secret: string): Promise<void>;
};

type CardFields = { stripe: Stripe; card: StripeCardElement };

type HostedCardFieldProps = {
  publishableKey: string;
  hidden: boolean;
  onInput: () => void;
  ref: React.Ref<HostedCard>;
};

export function HostedCardField({ publishableKey, hidden, onInput, ref }: HostedCardFieldProps) {
  const t = useTranslator();
  const id = useId();
  const container = useRef<HTMLDivElement>(null);
  const fields = useRef<Promise<CardFields>>(null);
  const [failed, setFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once
  useEffect(() => {
    const opening = openCardFields(publishableKey, container.current as HTMLDivElement);
    fields.current = opening;
    opening.then(
      ({ card }) => card.on('change', onInput),
      () => setFailed(true),
    );
    return () => void opening.then(({ card }) => card.destroy()).catch(() => {});
  }, []);
  useImperativeHandle(ref, () => ({
    async token(email) {
      try {
        const { stripe, card } = (await fields.current) as CardFields;
        const made = await stripe.createPaymentMethod({ type: 'card', card, billing_details: { email } });
        if (made.paymentMethod) return { token: made.paymentMethod.id };
        return { problem: made.error?.message ?? t('payment.card.number') };
      } catch {
        return { problem: t('checkout.card.hostedFailed') };
      }
    },
    async askBank(secret) {
      const { stripe } = (await fields.current) as CardFields;
      await stripe.handleNextAction({ clientSecret: secret });
    },
  }));
  return (
    <div hidden={hidden} className="grid gap-1.5">
      <p id={id} className="font-semibold">
        {t('checkout.card.hosted')}
      </p>
      <p className="text-ink-soft text-sm">{t('checkout.card.hostedHint')}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of another site's fields, in a frame */}
      <div ref={container} role="group" aria-labelledby={id} className={`${FIELD} min-h-12 py-3`} />
      {failed ? (
        <p role="alert" className="font-semibold text-danger text-sm">
          {t('checkout.card.hostedFailed')}
        </p>
      ) : (
        <FieldProblem id={`${id}-problem`} name="token" />
      )}
    </div>
  );
}

/**
 * Mounts Stripe's card field. Stripe requires that its script is loaded from its own origin; it is loaded only here.
 */
async function openCardFields(publishableKey: string, container: HTMLElement): Promise<CardFields> {
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('Stripe.js did not load');
  const { color, fontFamily } = getComputedStyle(container);
  const card = stripe.elements().create('card', {
    hidePostalCode: true,
    style: { base: { color, fontFamily, fontSize: '16px', lineHeight: '24px' } },
  });
  card.mount(container);
  return { stripe, card };
}
