import { CAR_TYPES, CONDITIONS, FUEL_TYPES, TRANSMISSIONS } from '#features/listings/model/listing.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { SellChoice, SellFlag, SellGroup, SellSelect, SellText, SellTextArea, useSellFields } from './sell-fields.tsx';
import { VinField } from './vin-field.tsx';

export function ConditionStep() {
  const t = useTranslator();
  const { values } = useSellFields();
  const open = { value: '', label: t('sell.choose.none') };
  return (
    <>
      <SellChoice
        name="condition"
        options={CONDITIONS.map((value) => ({ value, label: t(`sell.condition.${value}`) }))}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SellSelect
          name="carType"
          options={[open, ...CAR_TYPES.map((value) => ({ value, label: t(`cars.type.${value}`) }))]}
        />
        <SellSelect
          name="fuelType"
          options={[open, ...FUEL_TYPES.map((value) => ({ value, label: t(`cars.fuel.${value}`) }))]}
        />
        <SellSelect
          name="transmission"
          options={[open, ...TRANSMISSIONS.map((value) => ({ value, label: t(`cars.gearbox.${value}`) }))]}
        />
        <SellText name="engine" inputMode="numeric" />
        <SellText name="seatingCapacity" inputMode="numeric" />
        <SellText name="exteriorColor" />
        <SellText name="interiorColor" />
      </div>
      <VinField />
      <SellGroup title={t('sell.field.serviceHistory')}>
        <SellFlag group="serviceHistory" name="recentServicing" label={t('sell.history.recentServicing')} />
        <SellFlag group="serviceHistory" name="noAccidentHistory" label={t('sell.history.noAccidentHistory')} />
        <SellFlag group="serviceHistory" name="modifications" label={t('sell.history.modifications')} />
      </SellGroup>
      {values.serviceHistory.modifications && <SellTextArea name="modificationDetails" rows={3} />}
    </>
  );
}
