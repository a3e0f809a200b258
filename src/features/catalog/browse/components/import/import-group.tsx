import './import-group.css';
import { useId } from 'react';
import { Link } from 'react-router';
import { CheckBox } from '#features/catalog/browse/components/filters/filter-controls.tsx';
import type { FilterProps } from '#features/catalog/browse/components/filters/more-filters.tsx';
import { NumberRange } from '#features/catalog/browse/components/filters/number-range.tsx';
import { useDestination } from '#features/catalog/landed-cost/client/destination.ts';
import { openShipTo } from '#features/catalog/landed-cost/client/ship-to-dialog-state.ts';
import {
  choose,
  type ExploreState,
  isByLanded,
  writeExplore,
} from '#features/catalog/listings/model/criteria/explore-query.ts';
import type { ListingsResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { writeDestination } from '#features/customs/import-rules/model/destination.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

/** What is too long for any sum is no limit. */
const MAX_DIGITS = 9;

/** The filters by import rules and landed cost; without a destination, an invitation to choose one. */
export function ImportGroup(props: FilterProps) {
  const t = useTranslator();
  const destination = useDestination();
  if (destination) return <Filters {...props} place={writeDestination(destination)} />;
  return (
    <div className="import-group grid content-start justify-items-start gap-2 noscript:hidden">
      <p className="text-ink-soft text-sm">{t('filters.import.about')}</p>
      <Button className="w-full" onClick={openShipTo}>
        <Icon name="ship" />
        {t('filters.import.choose')}
      </Button>
    </div>
  );
}

/** @property place the destination, as `writeDestination` writes it */
type FiltersProps = FilterProps & { place: string };

function Filters({ form, state, facets, prohibited, onChoose, place }: FiltersProps) {
  const t = useTranslator();
  const title = useId();
  const choose = (change: Partial<ExploreState>) => onChoose({ to: place, ...change });
  const { mayImport, minLanded, maxLanded } = state;
  const allowed = facets?.mayImport && (facets.mayImport.find(({ value }) => value === 'green')?.cars ?? 0);
  const option = (value: 'green' | 'any', cars: number | null, mark: React.ReactNode) => (
    <CheckBox
      form={form}
      name="mayImport"
      row={{ value, label: t(`filters.mayImport.${value}.option`), cars, mark }}
      checked={mayImport === value}
      onChange={(checked) => choose({ mayImport: checked ? value : '' })}
    />
  );
  return (
    <section aria-labelledby={title} className="import-group grid content-start">
      <div className="flex items-center justify-between gap-2">
        <h3 id={title} className="font-semibold text-base">
          {t('filters.import', { country: t.region(place.slice(0, 2)) })}
        </h3>
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={openShipTo}
          className="min-h-11 shrink-0 px-1 text-link text-sm underline underline-offset-4 noscript:hidden"
        >
          {t('filters.import.change')}
        </button>
      </div>
      <fieldset className="grid min-w-0">
        <legend className="sr-only">{t('filters.import.lights')}</legend>
        {option('green', allowed ?? null, <Icon name="check" className="size-4 shrink-0 text-verified" />)}
        {option('any', prohibited ?? null, <Icon name="close" className="size-4 shrink-0 text-danger" />)}
      </fieldset>
      <p className="mt-1 mb-1.5 font-semibold" aria-hidden="true">
        {t('filters.landed')}
      </p>
      <NumberRange
        form={form}
        names={['minLanded', 'maxLanded']}
        label={t('filters.landed')}
        min={minLanded}
        max={maxLanded}
        maxLength={MAX_DIGITS}
        sign="$"
        read={(typed) => typed}
        onChoose={(min, max) => choose({ minLanded: min, maxLanded: max })}
      />
    </section>
  );
}

type ImportNoteProps = {
  state: ExploreState;
  found: ListingsResponse | null;
  /** Why the import filters were left out; null if they were not. */
  failure: string | null;
};

/** Says how many cars have no landed cost or may not be imported, or why the list is not filtered by import rules. */
export function ImportNote({ state, found, failure }: ImportNoteProps) {
  const t = useTranslator();
  if (failure !== null)
    return (
      <p role="status" className="font-semibold">
        {t('filters.import.failed', { message: failure })}
      </p>
    );
  if (found === null) return null;
  const withoutTotal = found.destination?.withoutTotal ?? 0;
  const isFiltered = state.minLanded !== null || state.maxLanded !== null;
  if (withoutTotal > 0 && (isFiltered || isByLanded(state.sort)))
    return (
      <p className="figures text-ink-soft">
        {t(isFiltered ? 'filters.landed.withoutTotal.left' : 'filters.landed.withoutTotal.last', {
          cars: withoutTotal,
        })}
      </p>
    );
  return <Prohibited state={state} found={found} />;
}

type ProhibitedProps = { state: ExploreState; found: ListingsResponse };

/** Says how many listed cars may not be imported, and offers a list without them. */
function Prohibited({ state, found: { destination } }: ProhibitedProps) {
  const t = useTranslator();
  const cars = destination?.prohibited ?? 0;
  if (state.mayImport !== 'any' || !destination || cars === 0) return null;
  return (
    <p className="figures text-ink-soft">
      {t(state.sort === '' ? 'filters.prohibited.last' : 'filters.prohibited.among', {
        cars,
        country: t.region(destination.country),
      })}{' '}
      <Link
        to={{ search: writeExplore(choose(state, { mayImport: '' })) }}
        preventScrollReset
        className="inline-flex min-h-11 items-center text-link underline underline-offset-4 sm:min-h-0"
      >
        {t('filters.prohibited.hide')}
      </Link>
    </p>
  );
}
