import { fieldOf, flagsOf, LINE_NAMES, optionsOf } from '#features/catalog/listings/model/listing-fields.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { FieldInput } from './field-input.tsx';
import { MoreFacts } from './more-facts.tsx';
import { SellChoice, SellFlag, SellGroup, SellTextArea, useSellFields } from './sell-fields.tsx';
import { VinField } from './vin-field.tsx';

/** The VIN has a field of its own, and MoreFacts has the grouped ones. */
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
