import { Suspense } from 'react';
import { openShipTo } from '#features/catalog/landed-cost/client/ship-to-dialog-state.ts';
import { ShipToDialogSlot } from '#features/catalog/landed-cost/components/ship-to-button.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { lazyPart } from '#lib/pages/lazy-part.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import type { CheckoutDestination as Chosen } from '../client/use-checkout-destination.ts';

const DestinationAnswer = lazyPart(() => import('./destination-answer.tsx'), {
  Failed: AnswerFailed,
  areas: ['catalog-landed-cost', 'customs-glossary'],
});

type CheckoutDestinationProps = {
  chosen: Chosen;
  /** Several cars are ordered, so the server answers for each of them. */
  hasSeveral?: boolean;
};

/** Before paying: whether the car may be imported at the destination of the buyer, and what it costs there. */
export function CheckoutDestination({ chosen, hasSeveral = false }: CheckoutDestinationProps) {
  const t = useTranslator();
  const { destination, answer, hasFailed, retry, refused, isStopped } = chosen;
  const country = destination && t.region(destination.country);
  const city = answer?.check ? destination?.city : null;
  return (
    <section aria-label={t('checkout.destination')} className="grid gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="inline-flex items-center gap-2 text-lg">
          <Icon name="ship" />
          {country
            ? t('checkout.destination.to', { country: [city, country].filter(Boolean).join(', ') })
            : t('checkout.destination')}
        </h2>
        <Button kind="plain" className="-me-5 max-sm:-ms-5 noscript:hidden" onClick={openShipTo}>
          {t(country ? 'checkout.destination.change' : 'shipTo.choose')}
        </Button>
      </div>
      {!country && <p className="text-ink-soft text-sm">{t('checkout.destination.invite')}</p>}
      {country && hasSeveral && (
        <p className="text-ink-soft text-sm">{t('checkout.destination.several', { country })}</p>
      )}
      {country && !hasSeveral && hasFailed && (
        <div role="alert" className="grid justify-items-start gap-2">
          <p>{t('shipTo.failed', { country })}</p>
          <Button onClick={retry}>{t('checkout.again')}</Button>
        </div>
      )}
      {country && !hasSeveral && !answer && !hasFailed && (
        <p role="status" className="text-ink-soft">
          {t('checkout.destination.loading', { country })}
        </p>
      )}
      {country && !hasSeveral && answer?.check === null && <p>{t('checkout.destination.unknown', { country })}</p>}
      {destination && !hasSeveral && (answer?.check || refused) && (
        <Suspense fallback={<div className="min-h-40" />}>
          <DestinationAnswer key={`${destination.country}${isStopped}`} chosen={chosen} destination={destination} />
        </Suspense>
      )}
      <ShipToDialogSlot />
    </section>
  );
}

function AnswerFailed() {
  const t = useTranslator();
  return <p role="alert">{t('checkout.destination.failed')}</p>;
}
