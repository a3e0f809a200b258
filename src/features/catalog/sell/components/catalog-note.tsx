import { factText } from '#features/catalog/listings/components/passport/fact-text.ts';
import {
  CATALOG_NAMES,
  type CatalogFacts,
  catalogFacts,
  volumeOf,
} from '#features/catalog/listings/model/facts/catalog-facts.ts';
import { fieldsIn } from '#features/catalog/listings/model/listing-facts.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { useEvSpecs } from '../client/use-ev-specs.ts';
import { useSellFields } from './sell-fields.tsx';

/** What buyers will see from the catalog where the seller leaves a fact empty. */
export function CatalogNote() {
  const t = useTranslator();
  const { values } = useSellFields();
  const versions = useEvSpecs();
  const texts = textsOf(t, catalogFacts({ ...fieldsIn(values), province: null }, versions));
  if (texts.length === 0) return null;
  return <p className="rounded-md bg-sunken p-3">{t('sell.catalog.facts', { facts: t.list(texts) })}</p>;
}

function textsOf(t: Translator, facts: CatalogFacts): string[] {
  const { lengthMm, widthMm, heightMm } = facts;
  const size = lengthMm && widthMm && heightMm ? { lengthMm, widthMm, heightMm } : null;
  return [
    ...(size ? [factText(t, { name: 'size', value: { kind: 'size', ...size, volume: volumeOf(size) ?? 0 } })] : []),
    ...CATALOG_NAMES.flatMap((name) => textOf(t, name, facts) ?? []),
  ];
}

function textOf(t: Translator, name: (typeof CATALOG_NAMES)[number], facts: CatalogFacts): string | null {
  switch (name) {
    case 'powerKw':
    case 'curbWeightKg':
    case 'batteryKwh': {
      const value = facts[name];
      return value === undefined ? null : factText(t, { name, value: { kind: 'number', value } });
    }
    case 'rangeKm': {
      const { rangeKm: km, rangeCycle: cycle } = facts;
      return km === undefined
        ? null
        : factText(t, { name: 'range', value: { kind: 'range', km, cycle: cycle ?? null } });
    }
    case 'drive':
      return facts.drive === undefined ? null : t(`cars.drive.${facts.drive}`);
    case 'batteryChemistry':
    case 'chargePort': {
      const option = facts[name];
      return option === undefined ? null : factText(t, { name, value: { kind: 'option', option } });
    }
    default:
      return null;
  }
}
