import { OFFERS } from '#features/catalog/listings/model/listing.ts';
import { apiNameOf, CHOICE_NAMES, optionsOf } from '#features/catalog/listings/model/listing-fields.ts';
import { MILEAGE_UNITS } from '#features/catalog/listings/model/listing-form.ts';

const OPTIONS: Record<string, readonly string[]> = {
  RentSell: OFFERS,
  mileageUnit: MILEAGE_UNITS,
  ...Object.fromEntries(CHOICE_NAMES.map((name) => [apiNameOf(name), optionsOf(name)])),
};

/**
 * Returns form values as the form stores them: options in their own letter case (`Sedan` is `sedan`), and no engine size
 * for an electric car whose client sends 0. Leaves everything else to the validation of the form.
 */
export function readSentValues<Values extends Record<string, unknown>>(sent: Values): Values {
  const values: Record<string, unknown> = { ...sent };
  for (const [name, options] of Object.entries(OPTIONS)) {
    const word = values[name];
    if (typeof word !== 'string') continue;
    const typed = word.trim().toLowerCase();
    values[name] = options.find((option) => option.toLowerCase() === typed) ?? word;
  }
  if (values.fuelType === 'electric' && Number(values.engine) === 0) values.engine = '';
  return values as Values;
}
