import type { Translator } from '#lib/i18n/translator.ts';
import type { PassportFact, PassportName } from '../../model/facts/car-passport.ts';
import { isChoice, type OptionOf, optionMessage } from '../../model/listing-fields.ts';

/** The value of a fact in the passport. */
export function factText(t: Translator, { name, value }: Pick<PassportFact, 'name' | 'value'>): string {
  switch (value.kind) {
    case 'month': {
      const month = t.date(`${value.month}-01`, 'monthOfYear');
      return value.country === null ? month : t('car.fact.country', { month, country: t.region(value.country) });
    }
    case 'country':
      return t.region(value.country);
    case 'years':
      return value.years.join(' / ');
    case 'size':
      return t('car.fact.mm', {
        length: value.lengthMm,
        width: value.widthMm,
        height: value.heightMm,
        volume: t.number(value.volume, 'oneDecimal'),
      });
    case 'number':
      return numberText(t, name, value.value);
    case 'option':
      return isChoice(name as 'emission')
        ? t(optionMessage(name as 'emission', value.option as OptionOf<'emission'>))
        : '';
    case 'range':
      return value.cycle === null
        ? t('car.fact.range.noCycle', { km: value.km })
        : t('car.fact.range.cycle', { km: value.km, cycle: t(`cars.rangeCycle.${value.cycle}`) });
    case 'health': {
      const percent = t.number(value.percent / 100, 'percent');
      const method = value.method && t(`cars.batteryHealthMethod.${value.method}`);
      return method ? t('car.fact.health.method', { percent, method }) : percent;
    }
    case 'report':
      return t(`car.fact.report.${value.isFile ? (value.certified ? 'certified' : 'file') : 'named'}`);
    case 'photos':
      return t('car.fact.photos.count', { count: value.count });
    case 'noAccidents':
      return t('car.fact.accidents.none');
  }
}

function numberText(t: Translator, name: PassportName, value: number): string {
  switch (name) {
    case 'powerKw':
      return t('car.fact.kw', { value });
    case 'curbWeightKg':
      return t('car.fact.kg', { value });
    case 'batteryKwh':
      return t('car.fact.kwh', { value });
    default:
      return t.number(value);
  }
}

/** Where a fact comes from, and when it was stated, compiled or measured. */
export function sourceText(t: Translator, { value, source, date }: PassportFact): string {
  const isMeasured = value.kind === 'health' && date.length === 'YYYY-MM-DD'.length;
  return t(isMeasured ? 'car.passport.source.seller.measured' : `car.passport.source.${source}`, {
    date: t.date(date),
  });
}
