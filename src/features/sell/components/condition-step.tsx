import {
  apiNameOf,
  flagsOf,
  isChoice,
  LINE_NAMES,
  LISTING_FIELDS,
  type LineName,
  optionMessage,
  optionsOf,
} from '#features/listings/model/listing-fields.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { SellChoice, SellFlag, SellGroup, SellSelect, SellText, SellTextArea, useSellFields } from './sell-fields.tsx';
import { VinField } from './vin-field.tsx';

/** The VIN has a field of its own. */
const INPUTS = LINE_NAMES.filter((name) => LISTING_FIELDS[name].step === 'condition' && name !== 'vin');

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
      <SellGroup title={t('sell.field.serviceHistory')}>
        {flagsOf('serviceHistory').map((flag) => (
          <SellFlag key={flag} group="serviceHistory" name={flag} label={t(`sell.history.${flag}`)} />
        ))}
      </SellGroup>
      {values.serviceHistory.modifications && <SellTextArea name="modificationDetails" rows={3} />}
    </>
  );
}

function FieldInput({ name }: { name: LineName }) {
  const t = useTranslator();
  if (isChoice(name)) {
    const options = optionsOf(name).map((value) => ({ value, label: t(optionMessage(name, value)) }));
    return <SellSelect name={name} options={[{ value: '', label: t('sell.choose.none') }, ...options]} />;
  }
  const input = LISTING_FIELDS[name].kind === 'number' ? ({ inputMode: 'numeric' } as const) : {};
  return <SellText name={apiNameOf(name)} {...input} />;
}
