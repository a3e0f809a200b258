import {
  ALL_FILTERS,
  type ExploreState,
  LISTED_WITHIN,
  NUMBER_LIMITS,
  writeExplore,
} from '#features/catalog/listings/model/criteria/explore-query.ts';
import {
  COLORS,
  FLAG_FILTERS,
  VALUE_FILTERS,
  type ValueFilter,
} from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { MIN_YEAR } from '#features/catalog/listings/model/listing.ts';
import type { FacetsResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import {
  CheckBox,
  CheckRows,
  FilterFold,
  FilterSelect,
  facetRows,
  useAllFilters,
  useFold,
} from './filter-controls.tsx';
import { engineText, mileageText, valueText, yearsText } from './filter-text.ts';
import { useMileageUnit } from './mileage-unit.ts';
import { MileageRange, NumberRange } from './number-range.tsx';

export type FilterProps = {
  form: string;
  state: ExploreState;
  facets: FacetsResponse | undefined;
  /** Cars of the list that may not be imported to its destination; null or undefined if they are not counted. */
  prohibited?: number | null | undefined;
  onChoose: (change: Partial<ExploreState>) => void;
};

/** The filters that the specification does not have. Without scripts a link leads to the page that has all of them. */
export function MoreFilters(props: FilterProps) {
  const { form, state } = props;
  const t = useTranslator();
  const all = useAllFilters();
  const { isFilled, ...fold } = useFold(all || hasMore(state), hasMore(state));
  return (
    <>
      {all ? (
        <input type="hidden" form={form} name={ALL_FILTERS.name} value={ALL_FILTERS.value} />
      ) : (
        <noscript>
          <a href={withAllFilters(state)} rel="nofollow" className="inline-flex min-h-11 items-center font-semibold">
            {t('explore.more')}
          </a>
        </noscript>
      )}
      <details className={`group/more ${isFilled ? '' : 'noscript:hidden'}`} {...fold}>
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
          {t('explore.more')}
          <Icon name="down" className="size-4 group-open/more:rotate-180" />
        </summary>
        {isFilled && <Groups {...props} />}
      </details>
    </>
  );
}

function withAllFilters(state: ExploreState): string {
  const search = new URLSearchParams(writeExplore(state));
  search.set(ALL_FILTERS.name, ALL_FILTERS.value);
  return `?${search}`;
}

function Groups(props: FilterProps) {
  const { form, state, facets, onChoose } = props;
  const t = useTranslator();
  const unit = useMileageUnit();
  const values = (name: ValueFilter, columns?: string) => (
    <ValuesFold key={name} {...props} name={name} {...(columns && { columns })} />
  );
  return (
    <>
      <Group title={t('filters.use')}>
        <FilterFold label={t('filters.years')} chosen={yearsText(t, state)}>
          <NumberRange
            form={form}
            names={['minYear', 'maxYear']}
            label={t('filters.years')}
            min={state.minYear}
            max={state.maxYear}
            plain
            maxLength={4}
            read={(typed) => (typed >= MIN_YEAR ? typed : null)}
            onChoose={(minYear, maxYear) => onChoose({ minYear, maxYear })}
          />
        </FilterFold>
        <FilterFold label={t('filters.mileage')} chosen={mileageText(t, state, unit)}>
          <MileageRange form={form} range={state} onChoose={onChoose} />
        </FilterFold>
      </Group>
      <Group title={t('filters.technology')}>
        {values('fuelType')}
        {values('transmission')}
        {values('drive')}
        {values('steering')}
        {values('emission')}
        <FilterFold label={t('filters.engine')} chosen={engineText(t, state)}>
          <NumberRange
            form={form}
            names={['minEngineCc', 'maxEngineCc']}
            label={t('filters.engine')}
            min={state.minEngineCc}
            max={state.maxEngineCc}
            maxLength={6}
            unit={t('filters.unit.cc')}
            read={(typed) => typed}
            onChoose={(minEngineCc, maxEngineCc) => onChoose({ minEngineCc, maxEngineCc })}
          />
        </FilterFold>
      </Group>
      <Group title={t('filters.look')}>
        {values('color', 'grid-cols-2 lg:grid-cols-1')}
        {values('seats', 'grid-cols-2')}
        {values('doors', 'grid-cols-2')}
      </Group>
      <Group title={t('filters.papers')}>
        {values('condition')}
        <div className="border-line border-b py-1">
          {FLAG_FILTERS.map((name) => (
            <CheckBox
              key={name}
              form={form}
              name={name}
              row={{ value: 'true', label: t(`filters.${name}`), cars: carsWith(facets, name) }}
              checked={state[name]}
              onChange={(checked) => onChoose({ [name]: checked })}
            />
          ))}
        </div>
      </Group>
      <Group title={t('filters.place')}>
        {values('province')}
        {(state.province.length > 0 || state.city.length > 0) && values('city')}
        <div className="pt-4">
          <FilterSelect
            form={form}
            name="listedWithinDays"
            label={t('filters.listed')}
            value={state.listedWithinDays === null ? '' : String(state.listedWithinDays)}
            options={[
              { value: '', label: t('filters.listed.all') },
              ...daysWith(state.listedWithinDays).map((days) => ({
                value: String(days),
                label: t('filters.listed.days', { days }),
              })),
            ]}
            onChoose={(value) => onChoose({ listedWithinDays: Number(value) || null })}
          />
        </div>
      </Group>
    </>
  );
}

const hasMore = (state: ExploreState) =>
  VALUE_FILTERS.some((name) => name !== 'carType' && name !== 'seller' && state[name].length > 0) ||
  FLAG_FILTERS.some((name) => state[name]) ||
  NUMBER_LIMITS.some((name) => state[name] !== null) ||
  state.listedWithinDays !== null;

const carsWith = (facets: FacetsResponse | undefined, name: (typeof FLAG_FILTERS)[number]) =>
  facets === undefined ? null : (facets[name]?.[0]?.cars ?? 0);

/** The offered numbers of days, with the chosen one. */
function daysWith(chosen: number | null): number[] {
  return [...new Set([...LISTED_WITHIN, ...(chosen === null ? [] : [chosen])])].sort((a, b) => a - b);
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="pt-3 pb-1">
      <h3 className="border-line border-b pb-1.5 font-semibold text-ink-soft text-sm">{title}</h3>
      {children}
    </section>
  );
}

function ValuesFold({
  name,
  columns,
  form,
  state,
  facets,
  onChoose,
}: FilterProps & { name: ValueFilter; columns?: string }) {
  const t = useTranslator();
  const label = labelOf(name);
  const rows = facetRows(t, name, state, facets).map((row) => {
    const color = name === 'color' && COLORS.find((each) => each === row.value);
    return color ? { ...row, mark: <ColorSwatch color={color} /> } : row;
  });
  return (
    <FilterFold label={t(label)} chosen={state[name].map((value) => valueText(t, name, value)).join(', ')}>
      <CheckRows
        form={form}
        name={name}
        label={t(label)}
        rows={rows}
        chosen={state[name]}
        {...(columns && { columns })}
        onChoose={(chosen) => onChoose({ [name]: chosen })}
      />
    </FilterFold>
  );
}

function labelOf(name: ValueFilter) {
  switch (name) {
    case 'color':
    case 'seats':
    case 'doors':
    case 'province':
    case 'city':
    case 'seller':
      return `filters.${name}` as const;
    default:
      return `explore.${name}` as const;
  }
}

type Color = (typeof COLORS)[number];

/** Typical paints of the families, the same in both themes. */
const PAINTS: Record<Color, string> = {
  white: '#ffffff',
  black: '#111417',
  gray: '#7b8187',
  silver: '#c8ccd0',
  blue: '#1f5fae',
  red: '#c0272d',
  brown: '#6d4527',
  beige: '#dccfb4',
  green: '#2f7d4f',
  gold: '#c9a24b',
  yellow: '#f4cc2f',
  orange: '#ee7b22',
  purple: '#6f4a9e',
  pink: '#ec9bb4',
};

function ColorSwatch({ color }: { color: Color }) {
  return (
    <svg viewBox="0 0 20 20" className="size-5 shrink-0 stroke-line-strong" aria-hidden="true">
      <circle cx="10" cy="10" r="9.25" strokeWidth="1" fill={PAINTS[color]} />
    </svg>
  );
}
