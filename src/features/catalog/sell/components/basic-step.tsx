import { useEffect, useState } from 'react';
import { MILEAGE_UNITS } from '#features/catalog/listings/model/listing-form.ts';
import { browserApi } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { fetchVehicles } from '../client/sell-client.ts';
import { SellChoice, SellSelect, SellText, useSellFields } from './sell-fields.tsx';

const REST_MS = 300;
const NONE = { makes: [] as string[], models: [] as string[] };

/** Suggests known makes, and models of the typed make. Other values are allowed too. */
function useVehicleNames(make: string) {
  const [names, setNames] = useState(NONE);
  useEffect(() => {
    let outdated = false;
    const ask = () =>
      fetchVehicles(browserApi, make.trim().slice(0, 60) || undefined).then(
        (found) => !outdated && setNames(found),
        () => {},
      );
    const timer = setTimeout(ask, REST_MS);
    return () => {
      outdated = true;
      clearTimeout(timer);
    };
  }, [make]);
  return names;
}

const MAKES = 'sell-makes';
const MODELS = 'sell-models';

export function BasicStep() {
  const t = useTranslator();
  const { values } = useSellFields();
  const { makes, models } = useVehicleNames(values.make);
  const rents = values.RentSell === 'Rent';
  return (
    <>
      <SellChoice
        name="RentSell"
        options={[
          { value: 'Sell', label: t('sell.offer.Sell') },
          { value: 'Rent', label: t('sell.offer.Rent') },
        ]}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SellText name="make" list={MAKES} />
        <Names id={MAKES} names={makes} />
        <SellText name="model" list={MODELS} />
        <Names id={MODELS} names={models} />
        <SellText name="year" inputMode="numeric" maxLength={4} />
        <SellText name="owner" inputMode="numeric" />
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,8rem)] items-start gap-2">
          <SellText name="mileage" inputMode="numeric" />
          <SellSelect
            name="mileageUnit"
            options={MILEAGE_UNITS.map((unit) => ({ value: unit, label: t(`sell.unit.${unit}`) }))}
          />
        </div>
        <SellText name="price" inputMode="decimal" label={t(rents ? 'sell.field.pricePerDay' : 'sell.field.price')} />
      </div>
      <SellText
        name="location"
        placeholder={t('sell.location.placeholder')}
        autoComplete="address-level2"
        hint={t('sell.location.hint')}
      />
    </>
  );
}

function Names({ id, names }: { id: string; names: string[] }) {
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}
