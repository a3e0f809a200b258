import { useEffect, useState } from 'react';
import type { VinResponse } from '#features/catalog/vehicles/model/vin-contract.ts';
import { browserApi } from '#lib/api-client/browser-api.ts';
import { useSellFields } from '../components/sell-fields.tsx';
import { checkVin } from './sell-client.ts';

/** Decodes the VIN and compares it with the other fields. Runs when the user leaves the field. */
export function useVinCheck() {
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
