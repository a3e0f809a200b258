import {
  ExtraFeatures,
  ServiceHistory,
  Specifications,
  WhatHappensNext,
} from '#features/catalog/listings/components/car-facts.tsx';
import { CarSection } from '#features/catalog/listings/components/car-section.tsx';
import { CarPassport } from '#features/catalog/listings/components/passport/car-passport.tsx';
import type { ListingResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { BankDetailsWarning } from '#ui/bank-details/bank-details-warning.tsx';
import { PhoneFold } from '#ui/phone-fold.tsx';
import type { PricePositionResponse } from '../model/price-position-contract.ts';
import { PricePosition } from './price-position.tsx';

type CarMoreProps = {
  car: ListingResponse;
  /** How the price compares with similar cars; null if there are too few. */
  position: PricePositionResponse | null;
};

/** What the page of a car says below its price: description, facts, history and comparison. */
export default function CarMore({ car, position }: CarMoreProps) {
  const t = useTranslator();
  const rents = car.RentSell === 'Rent';
  return (
    <div className="grid grid-cols-1 gap-7 sm:gap-10">
      <CarSection title={t('car.description')}>
        <p className="max-w-prose whitespace-pre-line" dir="auto">
          {car.description || t('car.description.none')}
        </p>
        <BankDetailsWarning text={`${car.description ?? ''}\n${car.modificationDetails ?? ''}`} to="reader" />
      </CarSection>
      <PhoneFold isHeading label={t('car.specs')}>
        <Specifications car={car} />
      </PhoneFold>
      {!rents && (
        <PhoneFold isHeading label={t('car.passport')}>
          <CarPassport car={car} />
        </PhoneFold>
      )}
      <PhoneFold isHeading label={t('car.history')}>
        <ServiceHistory car={car} />
      </PhoneFold>
      <ExtraFeatures car={car} />
      {position && (
        <PhoneFold isHeading label={t('pricePosition.title')}>
          <PricePosition position={position} />
        </PhoneFold>
      )}
      <PhoneFold isHeading label={t('car.next')}>
        <WhatHappensNext rents={rents} />
      </PhoneFold>
    </div>
  );
}
