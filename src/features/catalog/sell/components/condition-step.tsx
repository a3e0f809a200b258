import { useEffect, useState } from 'react';
import { factText } from '#features/catalog/listings/components/passport/fact-text.ts';
import {
  CATALOG_NAMES,
  type CatalogFacts,
  catalogFacts,
  volumeOf,
} from '#features/catalog/listings/model/facts/catalog-facts.ts';
import { differsFromModelYear } from '#features/catalog/listings/model/facts/fact-conflicts.ts';
import { fieldsIn } from '#features/catalog/listings/model/listing-facts.ts';
import {
  apiNameOf,
  BATTERY_NAMES,
  type FieldGroup,
  fieldOf,
  fieldsWith,
  flagsOf,
  type GroupedName,
  hasBattery,
  isChoice,
  LINE_NAMES,
  type LineName,
  optionMessage,
  optionsOf,
  RENTAL_NAMES,
} from '#features/catalog/listings/model/listing-fields.ts';
import { checkVin, fetchEvSpecs } from '#features/catalog/sell/client/sell-client.ts';
import type { VinResponse } from '#features/catalog/vehicles/model/vehicle-contract.ts';
import { browserApi } from '#lib/api-client/api-client.ts';
import { COUNTRY_CODES } from '#lib/i18n/country-codes.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { SellChoice, SellFlag, SellGroup, SellSelect, SellText, SellTextArea, useSellFields } from './sell-fields.tsx';

/** The fields that neither VinField nor MoreFacts has. */
const INPUTS = LINE_NAMES.filter((name) => {
  const { step, group } = fieldOf(name);
  return step === 'condition' && group === undefined && name !== 'vin';
});

export function ConditionStep() {
  const t = useTranslator();
  const { values } = useSellFields();
  return (
    <>
      <SellChoice
        name="condition"
        options={optionsOf('condition').map((value) => ({ value, label: t(`sell.condition.${value}`) }))}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {INPUTS.map((name) => (
          <FieldInput key={name} name={name} />
        ))}
      </div>
      <VinField />
      <MoreFacts />
      <SellGroup title={t('sell.field.serviceHistory')}>
        {flagsOf('serviceHistory').map((flag) => (
          <SellFlag key={flag} group="serviceHistory" name={flag} label={t(`sell.history.${flag}`)} />
        ))}
      </SellGroup>
      {values.serviceHistory.modifications && <SellTextArea name="modificationDetails" rows={3} />}
    </>
  );
}

/** Facts that decide about import, folded away because most sellers have only some of them at hand. */
function MoreFacts() {
  const t = useTranslator();
  const { values } = useSellFields();
  const isElectrified = hasBattery(values.fuelType) || BATTERY_NAMES.some((name) => values[name] !== '');
  const isRented = values.RentSell === 'Rent' || RENTAL_NAMES.some((name) => values[name] !== '');
  return (
    <div className="border-line border-t">
      <Fold group="import">
        <CatalogNote />
        {differsFromModelYear(values) && (
          <p className="flex gap-2 text-waiting">
            <Icon name="warning" className="mt-0.5 size-5 shrink-0" />
            {t('sell.productionMonth.differs')}
          </p>
        )}
      </Fold>
      {isElectrified && <Fold group="battery" />}
      {isRented && <Fold group="rental" />}
    </div>
  );
}

type FoldProps = { group: FieldGroup; children?: React.ReactNode };

function Fold({ group, children }: FoldProps) {
  const t = useTranslator();
  const { values } = useSellFields();
  const names: readonly GroupedName[] = fieldsWith({ group });
  const count = names.filter((name) => values[name] !== '').length;
  const [open] = useState(count > 0);
  return (
    <details className="group/fold border-line border-b" open={open}>
      <summary className="flex min-h-12 cursor-pointer flex-wrap items-center gap-x-3 py-2">
        <span className="min-w-0 grow font-semibold">{t(`sell.more.${group}`)}</span>
        <span className="text-ink-soft text-sm">{t('sell.more.filled', { count, total: names.length })}</span>
        <Icon name="down" className="size-4 text-ink-soft group-open/fold:rotate-180" />
      </summary>
      <div className="grid gap-5 pb-5">
        <p className="text-ink-soft">{t(`sell.more.${group}.why`)}</p>
        {children}
        <div className="grid items-start gap-5 sm:grid-cols-2">
          {names.map((name) => (
            <FieldInput key={name} name={name} />
          ))}
        </div>
      </div>
    </details>
  );
}

/** The input of an optional field. */
function FieldInput({ name }: { name: LineName }) {
  const t = useTranslator();
  const none = { value: '', label: t('sell.choose.none') };
  if (isChoice(name)) {
    const options = optionsOf(name).map((value) => ({ value, label: t(optionMessage(name, value)) }));
    return <SellSelect name={name} options={[none, ...options]} />;
  }
  const field = fieldOf(name);
  switch (field.kind) {
    case 'number':
      return <SellText name={apiNameOf(name)} inputMode={field.decimals ? 'decimal' : 'numeric'} />;
    case 'month':
      // Not every browser has a picker for months, so the format is written out.
      return (
        <SellText
          name={apiNameOf(name)}
          type="month"
          placeholder={t('sell.month.format')}
          hint={t('sell.month.hint')}
        />
      );
    case 'day':
      return <SellText name={apiNameOf(name)} type="date" />;
    case 'country':
      return <SellSelect name={apiNameOf(name)} options={[none, ...countries(t.region)]} />;
    default:
      return <SellText name={apiNameOf(name)} />;
  }
}

/** Countries by name, China first. */
function countries(nameOf: (code: string) => string) {
  const options = COUNTRY_CODES.map((value) => ({ value, label: nameOf(value) }));
  const rest = options.filter(({ value }) => value !== 'CN').sort((a, b) => a.label.localeCompare(b.label));
  return [...options.filter(({ value }) => value === 'CN'), ...rest];
}

type Versions = Awaited<ReturnType<typeof fetchEvSpecs>>['versions'];
const NONE: Versions = [];

/** Returns what the catalog knows about the versions of the typed electric model. */
function useEvSpecs(): Versions {
  const { values } = useSellFields();
  const { make, model, year } = values;
  const isElectric = values.fuelType === 'electric';
  const [found, setFound] = useState(NONE);
  useEffect(() => {
    setFound(NONE);
    if (!isElectric || !/^\d{4}$/.test(year)) return;
    let outdated = false;
    fetchEvSpecs(browserApi, { make, model, year }).then(
      ({ versions }) => !outdated && setFound(versions),
      () => {},
    );
    return () => {
      outdated = true;
    };
  }, [isElectric, make, model, year]);
  return found;
}

/** What buyers will see from the catalog where the seller leaves a fact empty. */
function CatalogNote() {
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

/** Decodes the VIN and compares it with the other fields. Runs when the user leaves the field. */
function useVinCheck() {
  const { values } = useSellFields();
  const { make, year } = values;
  const typed = values.vin.trim();
  const [whole, setWhole] = useState(typed);
  const [checked, setChecked] = useState<{ of: string; decoded: VinResponse } | null>(null);
  useEffect(() => {
    if (whole === '') return;
    let outdated = false;
    checkVin(browserApi, whole, { make, year }).then(
      (decoded) => !outdated && setChecked({ of: whole, decoded }),
      () => {},
    );
    return () => {
      outdated = true;
    };
  }, [whole, make, year]);
  return { decoded: checked?.of === typed ? checked.decoded : null, check: setWhole };
}

const MAX_YEARS = 2;
const MAX_MAKES = 2;

/** The VIN and the facts decoded from it, offered as suggestions and never filled in automatically. */
function VinField() {
  const t = useTranslator();
  const { decoded, check } = useVinCheck();
  return (
    <div className="grid gap-2">
      <SellText
        name="vin"
        hint={t('sell.vin.hint')}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        onBlur={(event) => check(event.target.value.trim())}
      />
      <div aria-live="polite">{decoded && <DecodedFacts decoded={decoded} onCorrect={check} />}</div>
    </div>
  );
}

function DecodedFacts({ decoded, onCorrect }: { decoded: VinResponse; onCorrect: (vin: string) => void }) {
  const t = useTranslator();
  const { values, change } = useSellFields();
  const { suggestion, maker, country, conflicts } = decoded;
  const years = decoded.years.slice(0, MAX_YEARS);
  const warnings = [decoded.problem, decoded.warning, ...conflicts].filter((warning) => warning !== null);
  const facts = [maker, country, years.join(t('sell.vin.or'))].filter(Boolean);
  const makes = decoded.make === null ? decoded.makes.slice(0, MAX_MAKES) : [decoded.make];
  const offers = makes.flatMap((make) => years.map((year) => ({ make, year: String(year) })));
  const suggestions = offers.filter((offer) => offer.make !== values.make || offer.year !== values.year);
  const correct = (vin: string) => {
    change({ vin });
    onCorrect(vin);
  };
  if (warnings.length + facts.length === 0 && suggestion === null) return null;
  return (
    <div className="grid justify-items-start gap-2 rounded-md border border-line bg-sunken p-3">
      {warnings.map((warning) => (
        <p key={warning} className="flex gap-2 text-waiting">
          <Icon name="warning" className="mt-0.5 size-5" />
          <span>{warning}</span>
        </p>
      ))}
      {suggestion !== null && (
        <Button onClick={() => correct(suggestion)}>{t('sell.vin.useSuggestion', { vin: suggestion })}</Button>
      )}
      {facts.length > 0 && <p>{t('sell.vin.says', { facts: facts.join(' · ') })}</p>}
      {suggestions.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {suggestions.map((offer) => (
            <Button key={`${offer.make} ${offer.year}`} onClick={() => change(offer)}>
              {t('sell.vin.use', offer)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
