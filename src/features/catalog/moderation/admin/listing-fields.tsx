import { MAX_LENGTH } from '#features/catalog/listings/model/listing.ts';
import type { ListingResponse } from '#features/catalog/listings/model/listing-contract.ts';
import {
  apiNameOf,
  type ChoiceName,
  FIELD_GROUPS,
  fieldOf,
  flagsOf,
  isChoice,
  LINE_NAMES,
  LISTING_FIELDS,
  type LineName,
  type OptionOf,
  optionMessage,
  optionsOf,
} from '#features/catalog/listings/model/listing-fields.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import { CheckField } from '#ui/forms/check-field.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/forms/fields.tsx';

type FieldsProps = {
  /** Initial values by field name. */
  values: Record<string, string>;
  statuses: readonly ('active' | 'sold' | 'rented' | 'requested')[];
  offers: readonly ('Sell' | 'Rent')[];
};

const AMOUNT = { type: 'number', step: 'any', min: 0, inputMode: 'decimal' } as const;

/** All listing fields that administrators can edit, in groups. */
export function ListingFields({ values, statuses, offers }: FieldsProps) {
  const t = useTranslator();
  const text = (name: string) => ({ name, defaultValue: values[name] ?? '', autoComplete: 'off' });
  const chosen = (name: string) => ({ name, defaultValue: values[name] ?? '' });
  const line = (name: LineName) => <LineField key={name} name={name} value={values[apiNameOf(name)] ?? ''} />;
  const ticked = (name: string) => ({ name, defaultChecked: values[name] === 'on' });
  return (
    <>
      <Group title={t('manage.group.offer')}>
        <SelectField
          {...chosen('listing_status')}
          label={t('manage.field.listing_status')}
          options={statuses.map((status) => ({ value: status, label: t(`car.status.${status}`) }))}
        />
        <SelectField
          {...chosen('RentSell')}
          label={t('manage.field.RentSell')}
          options={offers.map((offer) => ({ value: offer, label: t(`manage.offer.${offer}`) }))}
        />
        <TextField {...text('make')} label={t('sell.field.make')} maxLength={MAX_LENGTH.make} required />
        <TextField {...text('model')} label={t('sell.field.model')} maxLength={MAX_LENGTH.model} required />
        <TextField {...text('year')} {...WHOLE} label={t('sell.field.year')} required />
        <TextField {...text('price')} {...AMOUNT} label={t('sell.field.price')} required />
        <TextField
          {...text('location')}
          label={t('sell.field.location')}
          maxLength={LISTING_FIELDS.location.maxLength}
        />
        <SelectField
          {...chosen('condition')}
          label={t('sell.field.condition')}
          options={optionsOf('condition').map((condition) => ({
            value: condition,
            label: t(`sell.condition.${condition}`),
          }))}
        />
        <CheckField {...ticked('certified')} label={t('manage.field.certified')} />
      </Group>
      <Group title={t('manage.group.vehicle')}>
        <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-2">
          <TextField {...text('mileage')} {...WHOLE} label={t('sell.field.mileage')} />
          <SelectField
            {...chosen('mileageUnit')}
            label={t('sell.field.mileageUnit')}
            options={[
              { value: 'km', label: t('sell.unit.km') },
              { value: 'mi', label: t('sell.unit.mi') },
            ]}
          />
        </div>
        {LINE_NAMES.filter((name) => fieldOf(name).group === undefined).map(line)}
      </Group>
      {FIELD_GROUPS.map((group) => (
        <Group key={group} title={t(`sell.more.${group}`)}>
          {LINE_NAMES.filter((name) => fieldOf(name).group === group).map(line)}
        </Group>
      ))}
      <Group title={t('sell.field.serviceHistory')}>
        {flagsOf('serviceHistory').map((flag) => (
          <CheckField key={flag} {...ticked(`serviceHistory.${flag}`)} label={t(`sell.history.${flag}`)} />
        ))}
        <TextField
          {...text('modificationDetails')}
          label={t('sell.field.modificationDetails')}
          maxLength={LISTING_FIELDS.modificationDetails.maxLength}
        />
      </Group>
      <Group title={t('sell.field.extraFeatures')}>
        {flagsOf('extraFeatures').map((feature) => (
          <CheckField key={feature} {...ticked(`extraFeatures.${feature}`)} label={t(`car.features.${feature}`)} />
        ))}
      </Group>
      <Group title={t('manage.group.price')}>
        <TextField
          {...text('taxRate')}
          {...AMOUNT}
          max={1}
          label={t('manage.field.taxRate')}
          hint={t('manage.field.taxRateHint')}
        />
        <TextField {...text('registrationFee')} {...AMOUNT} label={t('manage.field.registrationFee')} />
      </Group>
      <TextAreaField
        {...chosen('description')}
        label={t('sell.field.description')}
        maxLength={LISTING_FIELDS.description.maxLength}
      />
    </>
  );
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <fieldset className="grid min-w-0 items-end gap-4 border-line border-t pt-4 sm:grid-cols-2">
      <legend className="pe-3 font-semibold text-lg">{title}</legend>
      {children}
    </fieldset>
  );
}

/** Labels that differ from those of the Sell Car form. */
const OWN_LABELS: Partial<Record<LineName, MessageKey>> = { vin: 'manage.field.vin', owners: 'manage.field.owner' };

/** Returns the message of a field's label. */
export const lineLabel = (name: LineName): MessageKey => OWN_LABELS[name] ?? `sell.field.${apiNameOf(name)}`;

/** Returns the value of a field as text. */
export function lineText(t: Translator, name: LineName, listing: ListingResponse): string | null {
  const value = listing[apiNameOf(name)];
  if (value === null) return null;
  if (isChoice(name)) return t(optionMessage(name, value as OptionOf<typeof name>));
  switch (fieldOf(name).kind) {
    case 'month':
      return t.date(`${value}-01`, 'monthOfYear');
    case 'day':
      return t.date(String(value));
    case 'country':
      return t.region(String(value));
    default:
      return String(value);
  }
}

const WHOLE = { type: 'number', step: 1, min: 0, inputMode: 'numeric' } as const;

function inputOf(t: Translator, name: LineName) {
  const field = fieldOf(name);
  if (field.kind === 'number') return field.decimals ? { ...WHOLE, step: 0.1, inputMode: 'decimal' as const } : WHOLE;
  if (field.kind === 'month') return { hint: t('sell.month.hint'), maxLength: 7 };
  if (field.kind === 'day') return { type: 'date' };
  if (field.kind === 'country') return { hint: t('sell.country'), maxLength: 2 };
  return field.kind === 'text' ? { maxLength: field.maxLength, spellCheck: name === 'vin' ? false : undefined } : {};
}

/** One input of a form without state. The car type is required. */
function LineField({ name, value }: { name: LineName; value: string }) {
  const t = useTranslator();
  const shared = { name: apiNameOf(name), label: t(lineLabel(name)), defaultValue: value };
  if (!isChoice(name)) return <TextField {...shared} autoComplete="off" {...inputOf(t, name)} />;
  const required = name === 'carType';
  const open = { value: '', label: t('sell.choose.none') };
  return (
    <SelectField
      {...shared}
      required={required}
      options={[
        ...(required && value !== '' ? [] : [open]),
        ...orderedOptions(name).map((option) => ({ value: option, label: t(optionMessage(name, option)) })),
      ]}
    />
  );
}

/** Options that the specification puts first. */
const FIRST: { [Name in ChoiceName]?: OptionOf<Name>[] } = {
  carType: ['suv', 'sedan', 'truck', 'hatchback', 'coupe'],
  fuelType: ['petrol', 'diesel', 'electric', 'hybrid'],
  transmission: ['automatic', 'manual', 'cvt'],
};

/** Returns the options of a choice in the order of the back office. */
export function orderedOptions<Name extends ChoiceName>(name: Name): OptionOf<Name>[] {
  const first: OptionOf<Name>[] = FIRST[name] ?? [];
  return [...first, ...optionsOf(name).filter((option) => !first.includes(option))];
}
