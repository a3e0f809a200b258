import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { ListingResponse } from '../model/listing-contract.ts';
import { REPORT_ROW } from './car-facts.tsx';
import { MileageText } from './mileage-text.tsx';
import { ShareButton } from './share-button.tsx';
import { StatusBadge } from './status-badge.tsx';
import { TrustFact } from './trust-fact.tsx';

type CarHeadingProps = {
  car: ListingResponse;
  name: string;
  shareText: string;
  url: string;
  favorite: React.ReactNode;
};

export function CarHeading({ car, name, shareText, url, favorite }: CarHeadingProps) {
  const t = useTranslator();
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-2xl">{name}</h1>
        <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
          <StatusBadge status={car.listing_status} />
          <MileageText miles={car.mileage} km={car.mileageKm} />
          <span>{car.location || t('cars.notAvailable')}</span>
          <TrustFact car={car} basis={`#${REPORT_ROW}`} />
        </p>
        <p className="figures mt-1 text-ink-soft text-sm">
          <time dateTime={car.dateposted} className="inline-block">
            {t('car.listed', { date: t.utcDay(car.dateposted) })}
          </time>
          {' · '}
          <time dateTime={car.date_updated} className="inline-block">
            {t('car.updated', { date: t.utcDay(car.date_updated) })}
          </time>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {favorite}
        <ShareButton text={shareText} url={url} />
      </div>
    </div>
  );
}
