import {
  apiNameOf,
  fieldOf,
  isChoice,
  type LineName,
  optionMessage,
  optionsOf,
} from '#features/catalog/listings/model/listing-fields.ts';
import { COUNTRY_CODES } from '#lib/i18n/country-codes.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { SellSelect, SellText } from './sell-fields.tsx';

/** The input of an optional field. */
export function FieldInput({ name }: { name: LineName }) {
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
