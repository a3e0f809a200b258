import type { ExploreState } from '#features/catalog/listings/model/criteria/explore-query.ts';
import { inKilometers, inMiles } from '#features/catalog/listings/model/mileage.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { chooseMileageUnit, type MileageUnit, useMileageUnit } from './mileage-unit.ts';
import { NumberRange } from './number-range.tsx';

const UNITS: MileageUnit[] = ['km', 'mi'];

type Range = Pick<ExploreState, 'minMileageKm' | 'maxMileageKm'>;
type MileageRangeProps = { form: string; range: Range; onChoose: (range: Range) => void };

/** Limits of the mileage in kilometers or miles. Without JavaScript they are kilometers. */
export function MileageRange({ form, range, onChoose }: MileageRangeProps) {
  const t = useTranslator();
  const unit = useMileageUnit();
  const shown = (km: number | null) => (km === null || unit === 'km' ? km : inMiles({ value: km, unit: 'km' }));
  return (
    <>
      <NumberRange
        // A half-typed number is not taken for one of the other unit.
        key={unit}
        form={form}
        names={['minMileageKm', 'maxMileageKm']}
        label={t('filters.mileage')}
        min={shown(range.minMileageKm)}
        max={shown(range.maxMileageKm)}
        maxLength={9}
        unit={t(`filters.unit.${unit}`)}
        read={(typed) => typed}
        onChoose={(min, max) => onChoose({ minMileageKm: kilometers(min, unit), maxMileageKm: kilometers(max, unit) })}
      />
      <fieldset className="flex gap-5 noscript:hidden">
        <legend className="sr-only">{t('filters.unit')}</legend>
        {UNITS.map((each) => (
          <label key={each} className="flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name="filter-mileage-unit"
              checked={each === unit}
              onChange={() => chooseMileageUnit(each)}
              className="size-5 accent-ink"
            />
            {t(`filters.unit.${each}`)}
          </label>
        ))}
      </fieldset>
    </>
  );
}

const kilometers = (value: number | null, unit: MileageUnit) => (value === null ? null : inKilometers({ value, unit }));
