import { CONDITIONS, MAX_LENGTH } from '#features/listings/model/listing.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { CheckField } from '#ui/forms/check-field.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { TextAreaField } from '#ui/forms/text-area-field.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { CATEGORIES, FUELS, GEARBOXES } from './option-lists.ts';

type FieldsProps = {
  /** Initial values by field name. */
  values: Record<string, string>;
  statuses: readonly ('active' | 'sold' | 'rented' | 'requested')[];
  offers: readonly ('Sell' | 'Rent')[];
};

const FEATURES = ['gps', 'sunroof', 'leatherSeats', 'backupCamera'] as const;
const HISTORY = ['recentServicing', 'noAccidentHistory', 'modifications'] as const;
const WHOLE = { type: 'number', step: 1, min: 0, inputMode: 'numeric' } as const;
const AMOUNT = { type: 'number', step: 'any', min: 0, inputMode: 'decimal' } as const;

/** All listing fields that administrators can edit, in groups. */
export function ListingFields({ values, statuses, offers }: FieldsProps) {
  const t = useTranslator();
  const text = (name: string) => ({ name, defaultValue: values[name] ?? '', autoComplete: 'off' });
  const chosen = (name: string) => ({ name, defaultValue: values[name] ?? '' });
  const ticked = (name: string) => ({ name, defaultChecked: values[name] === 'on' });
  const open = { value: '', label: t('sell.choose.none') };
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
        <TextField {...text('location')} label={t('sell.field.location')} maxLength={MAX_LENGTH.location} />
        <SelectField
          {...chosen('condition')}
          label={t('sell.field.condition')}
          options={CONDITIONS.map((condition) => ({ value: condition, label: t(`sell.condition.${condition}`) }))}
        />
        <CheckField {...ticked('certified')} label={t('manage.field.certified')} />
      </Group>
      <Group title={t('manage.group.vehicle')}>
        <SelectField
          {...chosen('carType')}
          label={t('sell.field.carType')}
          required
          options={[
            ...(values.carType === '' ? [open] : []),
            ...CATEGORIES.map((type) => ({ value: type, label: t(`cars.type.${type}`) })),
          ]}
        />
        <SelectField
          {...chosen('fuelType')}
          label={t('sell.field.fuelType')}
          options={[open, ...FUELS.map((fuel) => ({ value: fuel, label: t(`cars.fuel.${fuel}`) }))]}
        />
        <SelectField
          {...chosen('transmission')}
          label={t('sell.field.transmission')}
          options={[open, ...GEARBOXES.map((gearbox) => ({ value: gearbox, label: t(`cars.gearbox.${gearbox}`) }))]}
        />
        <TextField {...text('engine')} {...WHOLE} label={t('sell.field.engine')} />
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
        <TextField {...text('seatingCapacity')} {...WHOLE} label={t('sell.field.seatingCapacity')} />
        <TextField
          {...text('exteriorColor')}
          label={t('sell.field.exteriorColor')}
          maxLength={MAX_LENGTH.exteriorColor}
        />
        <TextField
          {...text('interiorColor')}
          label={t('sell.field.interiorColor')}
          maxLength={MAX_LENGTH.interiorColor}
        />
        <TextField {...text('vin')} label={t('manage.field.vin')} maxLength={60} spellCheck={false} />
        <TextField {...text('owner')} {...WHOLE} label={t('manage.field.owner')} />
      </Group>
      <Group title={t('sell.field.serviceHistory')}>
        {HISTORY.map((flag) => (
          <CheckField key={flag} {...ticked(`serviceHistory.${flag}`)} label={t(`sell.history.${flag}`)} />
        ))}
        <TextField
          {...text('modificationDetails')}
          label={t('sell.field.modificationDetails')}
          maxLength={MAX_LENGTH.modificationDetails}
        />
      </Group>
      <Group title={t('sell.field.extraFeatures')}>
        {FEATURES.map((feature) => (
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
        maxLength={MAX_LENGTH.description}
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
