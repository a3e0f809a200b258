import { listingName } from '#features/catalog/listings/model/listing.ts';
import type { CardResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { Icon } from '#ui/icon.tsx';
import { removeComparedCar, storeComparedCars, useComparedCars } from '../client/stored-compared-cars.ts';
import { MAX_COMPARED_CARS } from '../model/compared-cars.ts';

type CompareButtonProps = {
  car: Pick<CardResponse, 'listing_id' | 'year' | 'make' | 'model' | 'trim' | 'images'>;
};

/** Chooses a car for the comparison. Needs JavaScript, so it is hidden without it. */
export function CompareButton({ car }: CompareButtonProps) {
  const t = useTranslator();
  const chosen = useComparedCars();
  const id = car.listing_id;
  const isChosen = chosen.some((other) => other.id === id);
  const toggle = () => {
    if (isChosen) return removeComparedCar(id);
    if (chosen.length >= MAX_COMPARED_CARS) return showToast(t('compare.full', { most: MAX_COMPARED_CARS }), 'failed');
    storeComparedCars([...chosen, { id, name: listingName(car), picture: car.images[0]?.url }]);
  };
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={t('compare.car', { car: listingName(car) })}
      onClick={toggle}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-full border border-line bg-surface px-3 font-semibold text-sm aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-ground noscript:hidden"
    >
      <Icon name={isChosen ? 'check' : 'plus'} className="size-4" />
      <span className="compare-word">{t('compare')}</span>
    </button>
  );
}
