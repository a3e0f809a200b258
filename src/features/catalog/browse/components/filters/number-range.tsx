import { useState } from 'react';
import type { ExploreState } from '#features/catalog/listings/model/criteria/explore-query.ts';
import { inKilometers, inMiles } from '#features/catalog/listings/model/mileage.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { chooseMileageUnit, type MileageUnit, useMileageUnit } from './mileage-unit.ts';

type Limit = number | null;
type NumberRangeProps = {
  form: string;
  /** Names of both fields in the form. */
  names: [min: string, max: string];
  label: string;
  min: Limit;
  max: Limit;
  /** Years have no thousands separator. */
  plain?: boolean;
  maxLength: number;
  /** A sign before the number, such as $. */
  sign?: string;
  unit?: string;
  /** Parses a typed number; null if it is invalid. */
  read: (typed: number) => Limit;
  onChoose: (min: Limit, max: Limit) => void;
};

/** Two fields for whole numbers. Limits in the wrong order are swapped. */
export function NumberRange({ form, names, label, min, max, read, onChoose, ...field }: NumberRangeProps) {
  const t = useTranslator();
  const choose = (low: Limit, high: Limit) => {
    const swapped = low !== null && high !== null && low > high;
    onChoose(swapped ? high : low, swapped ? low : high);
  };
  return (
    <fieldset className="grid min-w-0 grid-cols-2 gap-3">
      <legend className="sr-only">{label}</legend>
      <NumberField
        {...field}
        form={form}
        name={names[0]}
        label={t('filters.from')}
        value={min}
        onChoose={(typed) => choose(typed && read(typed), max)}
      />
      <NumberField
        {...field}
        form={form}
        name={names[1]}
        label={t('filters.to')}
        value={max}
        onChoose={(typed) => choose(min, typed && read(typed))}
      />
    </fieldset>
  );
}

type NumberFieldProps = Pick<NumberRangeProps, 'form' | 'plain' | 'maxLength' | 'sign' | 'unit'> & {
  name: string;
  label: string;
  value: Limit;
  onChoose: (value: Limit) => void;
};

function NumberField({ value, plain = false, onChoose, ...field }: NumberFieldProps) {
  const t = useTranslator();
  const choose = (digits: string) => {
    const next = digits === '' ? null : Number(digits);
    if (next !== value) onChoose(next);
  };
  return (
    <WholeNumberField
      {...field}
      shown={value === null ? '' : plain ? String(value) : t.number(value)}
      onTyped={choose}
    />
  );
}

type WholeNumberFieldProps = {
  form: string;
  name: string;
  label: string;
  /** The formatted value, shown while nothing is typed. */
  shown: string;
  maxLength: number;
  /** A sign before the number, such as $. */
  sign?: string;
  unit?: string;
  /** Receives the typed digits; empty if the field was emptied. */
  onTyped: (digits: string) => void;
};

/** Reports what was typed on Enter or blur. */
export function WholeNumberField({ label, shown, sign, unit, onTyped, ...input }: WholeNumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const report = () => {
    if (typed === null) return;
    setTyped(null);
    onTyped(typed);
  };
  return (
    <label className="grid gap-1 text-ink-soft text-sm">
      {label}
      <span className="flex h-11 items-center rounded-md border border-line-strong bg-surface text-base text-ink focus-within:outline-3 focus-within:outline-focus">
        {sign !== undefined && (
          <span className="ps-3 text-ink-soft" aria-hidden="true">
            {sign}
          </span>
        )}
        <input
          {...input}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          value={typed ?? shown}
          onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
          onBlur={report}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            report();
          }}
          className={`figures h-full w-full min-w-0 rounded-md bg-transparent outline-none ${sign === undefined ? 'ps-3 pe-1' : 'px-1.5'}`}
        />
        {unit !== undefined && (
          <span className="pe-3 text-ink-soft text-sm" aria-hidden="true">
            {unit}
          </span>
        )}
      </span>
    </label>
  );
}

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
