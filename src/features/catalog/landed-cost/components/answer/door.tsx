import { useId } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import { PhoneFold } from '#ui/phone-fold.tsx';
import { SelectBox } from '#ui/select-box.tsx';
import type { LandedResponse } from '../../model/landed-cost-contract.ts';
import { SourceLine } from './source-line.tsx';

type Door = NonNullable<LandedResponse['door']>;
type Line = Door['lines'][number];
type Leg = Door['legs'][number];

/** The port on the way to a city, if all routes there begin at one. */
export function routePort(city: string, door: Door | null): string | null {
  const [port, ...others] = new Set(door?.legs.filter((leg) => leg.city === city).map((leg) => leg.port_name));
  return port === undefined || others.length > 0 ? null : port;
}

type DoorCostProps = {
  door: Door;
  city: string | null;
  /** The name of the port that the car arrives at; null in a country without one. */
  port: string | null;
  /** Undefined in quotes, whose city is fixed. */
  onChoose?: ((city: string | null) => void) | undefined;
};

/** What a car costs between the port and the door: each amount with its source, or whom to ask. */
export function DoorCost({ door, city, port, onChoose }: DoorCostProps) {
  const t = useTranslator();
  const chosen = door.legs.filter((leg) => leg.city === city);
  const others = door.legs.filter((leg) => leg.city !== city);
  return (
    <section className="grid gap-3">
      <h3 className="text-lg">{t('landed.door')}</h3>
      {onChoose && door.cities.length > 0 && <CitySelect cities={door.cities} city={city} onChoose={onChoose} />}
      <PhoneFold label={t('landed.door.lines')}>
        <div className="grid gap-3">
          {door.lines.length > 0 && (
            <ul className="grid gap-2 text-sm">
              {door.lines.map((line) => (
                <li key={line.code}>
                  <DoorLine line={line} />
                </li>
              ))}
            </ul>
          )}
          {city === null && others.length === 0 && <p className="text-sm">{t('landed.door.noLeg')}</p>}
          {city !== null && chosen.length === 0 && (
            <p className="text-sm">{port ? t('landed.door.noRoute', { city, port }) : t('landed.door.noLeg')}</p>
          )}
          <Legs legs={city === null ? others : chosen} />
          <LineSources lines={[...door.lines, ...(city === null ? others : chosen).map(({ line }) => line)]} />
          {city !== null && others.length > 0 && (
            <details>
              <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2 font-semibold text-link">
                {t('landed.door.others', { count: new Set(others.map((leg) => leg.city)).size })}
                <Icon name="down" className="size-4" />
              </summary>
              <Legs legs={others} />
              <LineSources lines={others.map(({ line }) => line)} />
            </details>
          )}
        </div>
      </PhoneFold>
    </section>
  );
}

function CitySelect({
  cities,
  city,
  onChoose,
}: Pick<Door, 'cities'> & Required<Pick<DoorCostProps, 'city' | 'onChoose'>>) {
  const t = useTranslator();
  const id = useId();
  return (
    <div className="grid justify-items-start gap-1.5 noscript:hidden">
      <label htmlFor={id} className="font-semibold">
        {t('landed.city')}
      </label>
      <SelectBox
        id={id}
        className="h-11"
        value={city ?? ''}
        onChange={({ target }) => onChoose?.(target.value || null)}
        options={[{ value: '', label: t('landed.city.none') }, ...cities.map((value) => ({ value, label: value }))]}
      />
    </div>
  );
}

function Legs({ legs }: { legs: Leg[] }) {
  return (
    <ul className="grid gap-2">
      {legs.map((leg) => (
        <li key={`${leg.city} ${leg.port}`} className="grid gap-1 rounded-md border border-line p-3 text-sm">
          <DoorLeg leg={leg} />
        </li>
      ))}
    </ul>
  );
}

/** The sum at the door in the chosen city, for each route. */
export function DoorSums({ door, city }: { door: Door | null; city: string | null }) {
  const t = useTranslator();
  const legs = door?.legs.filter((leg) => leg.city === city) ?? [];
  return legs.map((leg) => (
    <span key={leg.port} className="block text-base">
      {t('landed.door.sum', { city: leg.city, port: leg.port_name, amount: sumText(leg, t) })}
    </span>
  ));
}

const sumText = ({ total, at_least: atLeast }: Leg, t: ReturnType<typeof useTranslator>) =>
  total
    ? t('landed.door.range', { low: t.dollars(total.low, 'whole'), high: t.dollars(total.high, 'whole') })
    : t('landed.cost.atLeast', { amount: t.dollars(atLeast, 'whole') });

function DoorLeg({ leg }: { leg: Leg }) {
  const t = useTranslator();
  const { city, port_name: port, border, days, line, sentence } = leg;
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
        <span>{t('landed.door.leg', { city, port })}</span>
        <span className="figures">{sumText(leg, t)}</span>
      </p>
      {days && (
        <p>
          {t('landed.door.days', {
            least: String(days.least),
            most: String(days.most),
            same: days.least === days.most ? 'yes' : 'no',
          })}
        </p>
      )}
      {border && <p>{t('landed.door.border', { border })}</p>}
      <DoorLine line={line} />
      <p className="text-ink-soft">{sentence}</p>
    </>
  );
}

function DoorLine({ line }: { line: Line }) {
  const t = useTranslator();
  const { name, state, amount, ask } = line;
  return (
    <p className="flex flex-wrap justify-between gap-x-4">
      <span>{name}</span>
      <span className="figures">
        {amount
          ? t('landed.door.range', { low: t.dollars(amount.low, 'whole'), high: t.dollars(amount.high, 'whole') })
          : state === 'included'
            ? t('landed.door.included')
            : ask}
      </span>
    </p>
  );
}

/** The sources of the lines and the days of their checks, after one tap. */
function LineSources({ lines }: { lines: Line[] }) {
  const t = useTranslator();
  const sourced = new Map(
    lines.filter(({ sources }) => sources.length > 0).map((line) => [`${line.name} ${line.sources[0]?.id}`, line]),
  );
  if (sourced.size === 0) return null;
  return (
    <details className="text-sm">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center text-link underline-offset-4 hover:underline">
        {t('landed.cost.sources')}
      </summary>
      <ul className="grid gap-3 pb-2">
        {[...sourced].map(([key, { name, sources, checked_on: checkedOn }]) => (
          <li key={key}>
            <p className="font-semibold">{name}</p>
            <SourceLine sources={sources} checkedOn={checkedOn} />
          </li>
        ))}
      </ul>
    </details>
  );
}
