import { Suspense } from 'react';
import { CarSection } from '#features/catalog/listings/components/car-section.tsx';
import type { ListingResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { lazyPart } from '#lib/pages/lazy-part.ts';
import { useNear } from '#ui/use-near.ts';
import type { ChosenDays } from '../model/rental-days.ts';

const RentalStay = lazyPart(() => import('./rental-stay.tsx'), {
  Failed: StayFailed,
  areas: ['catalog-car'],
});

type RentalStaySlotProps = { car: ListingResponse; days: ChosenDays | null; onChange: (days: ChosenDays) => void };

/** The section of the free days. Its code and the days are loaded when it is nearly in view; without scripts, checkout asks for the days. */
export function RentalStaySlot(props: RentalStaySlotProps) {
  const t = useTranslator();
  const { ref, isNear } = useNear<HTMLDivElement>();
  return (
    <div ref={ref} className="noscript:hidden">
      <CarSection title={t('car.days')}>
        <div className="min-h-[34rem]">
          {isNear && (
            <Suspense fallback={<p className="text-ink-soft">{t('checkout.days.loading')}</p>}>
              <RentalStay {...props} />
            </Suspense>
          )}
        </div>
      </CarSection>
    </div>
  );
}

function StayFailed() {
  const t = useTranslator();
  return <p role="status">{t('car.days.failed')}</p>;
}
