import { CarSection } from '#features/catalog/listings/components/car-section.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { nearPart } from '#lib/pages/near-part.tsx';
import { Button } from '#ui/button.tsx';
import { useDestination } from '../client/destination.ts';
import type { ImportAnswer as Answer } from '../client/import-answer.ts';
import { openShipTo } from '../client/ship-to-dialog-state.ts';

const ImportAnswer = nearPart(() => import('./answer/import-answer.tsx'), {
  Failed: AnswerFailed,
  fallback: <div className="min-h-80" />,
  areas: ['catalog-landed-cost', 'customs-glossary'],
});

/**
 * Answers for the chosen destination; without one it invites to choose.
 * @param initial the answer for the destination in the address, if it names one
 */
export function ImportSection({ id, initial }: { id: number; initial: Answer | null }) {
  const t = useTranslator();
  const destination = useDestination();
  return (
    <CarSection title={t('shipTo.question')}>
      {destination ? (
        <ImportAnswer id={id} destination={destination} initial={initial} />
      ) : (
        <div className="grid justify-items-start gap-3 rounded-lg border border-line bg-surface p-5">
          <p className="max-w-prose">{t('shipTo.invite')}</p>
          <Button className="noscript:hidden" onClick={openShipTo}>
            {t('shipTo.choose')}
          </Button>
        </div>
      )}
    </CarSection>
  );
}

function AnswerFailed() {
  const t = useTranslator();
  const country = t.region(useDestination()?.country ?? '');
  return <p role="alert">{t('shipTo.failed', { country })}</p>;
}
