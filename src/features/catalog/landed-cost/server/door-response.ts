import { citiesOf, type DoorCost, type DoorLine } from '#features/customs/import-rules/model/landed/door-cost.ts';
import type { LandedCost } from '#features/customs/import-rules/model/landed/landed-cost.ts';
import { portName } from '#features/customs/import-rules/model/ports.ts';
import type { PreparedCountry } from '#features/customs/import-rules/model/prepare-country.ts';
import { amounts, sourcedResponse } from '#features/customs/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { amountOf } from '#lib/money.ts';
import type { LandedResponse } from '../model/landed-cost-contract.ts';

type DoorResponse = NonNullable<LandedResponse['door']>;

/** Throws `malformed` with the known cities for one that is not in the country. */
export function checkCity(prepared: PreparedCountry, city: string | undefined, t: Translator): void {
  const cities = citiesOf(prepared);
  if (city === undefined || cities.includes(city)) return;
  const text =
    cities.length === 0
      ? t('importRules.noCity', { country: t.region(prepared.country) })
      : t('importRules.unknownCity', { country: t.region(prepared.country), known: t.list(cities) });
  throw new AppError('malformed', `no city ${city} in ${prepared.country}`, { fields: { city: text } });
}

export function doorResponse(
  { lines, legs }: DoorCost,
  landed: Pick<LandedCost, 'total'>,
  place: Pick<DoorResponse, 'city' | 'cities'>,
  t: Translator,
): DoorResponse {
  return {
    ...place,
    lines: lines.map((line) => lineResponse(line, t)),
    legs: legs.map((leg) => ({
      city: leg.city,
      port: leg.port,
      port_name: portName(leg.port),
      border: leg.border,
      days: leg.days,
      line: lineResponse(leg.line, t),
      total: leg.total && amounts(leg.total),
      at_least: amountOf(leg.atLeast),
      sentence: sentenceOf([...lines, leg.line], landed, t),
    })),
  };
}

function lineResponse(
  { kind, state, amount, sources, confidence, checkedOn }: DoorLine,
  t: Translator,
): DoorResponse['lines'][number] {
  return {
    ...{ code: kind, name: t(`importRules.door.${kind}`), state, amount: amount && amounts(amount) },
    ask: state === 'ask' ? t(`importRules.door.${kind}.ask`) : null,
    ...sourcedResponse(sources),
    ...{ confidence, checked_on: checkedOn },
  };
}

function sentenceOf(lines: readonly DoorLine[], landed: Pick<LandedCost, 'total'>, t: Translator): string {
  const names = (asked: boolean) =>
    lines.filter(({ state }) => (state === 'ask') === asked).map(({ kind }) => t(`importRules.door.${kind}.named`));
  const [known, lacking] = [names(false), names(true)];
  const parts = [t('importRules.door.landed'), ...known];
  const lacks = [...(landed.total ? [] : [t('importRules.door.charges')]), ...lacking];
  return lacks.length === 0
    ? t('importRules.door.includes', { parts: t.list(parts) })
    : t('importRules.door.includesLacks', { parts: t.list(parts), lacks: t.list(lacks) });
}
