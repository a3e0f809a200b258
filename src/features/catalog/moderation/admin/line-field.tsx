import type { ListingResponse } from '#features/catalog/listings/model/listing-contract.ts';
import {
  apiNameOf,
  fieldOf,
  isChoice,
  type LineName,
  type OptionOf,
  optionMessage,
} from '#features/catalog/listings/model/listing-fields.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import { SelectField } from '#ui/forms/select-field.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { orderedOptions } from './option-lists.ts';

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

export const WHOLE = { type: 'number', step: 1, min: 0, inputMode: 'numeric' } as const;

function inputOf(t: Translator, name: LineName) {
  const field = fieldOf(name);
  if (field.kind === 'number') return field.decimals ? { ...WHOLE, step: 0.1, inputMode: 'decimal' as const } : WHOLE;
  if (field.kind === 'month') return { hint: t('sell.month.hint'), maxLength: 7 };
  if (field.kind === 'day') return { type: 'date' };
  if (field.kind === 'country') return { hint: t('sell.country'), maxLength: 2 };
  return field.kind === 'text' ? { maxLength: field.maxLength, spellCheck: name === 'vin' ? false : undefined } : {};
}

/** One input of a form without state. The car type is required. */
export function LineField({ name, value }: { name: LineName; value: string }) {
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
