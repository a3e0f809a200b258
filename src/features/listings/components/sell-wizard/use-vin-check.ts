import { useEffect, useState } from 'react';
import { browserApi } from '#platform/api-client/browser-api.ts';
import { checkVin } from '../../sell-calls.ts';
import type { VinAnswer } from '../../vin/vin-contract.ts';
import { useSellFields } from './sell-fields.tsx';

/** What a VIN says of the car, beside what was typed. It is asked about when it is whole: when the person leaves the field. */
export function useVinCheck() {
  const { values } = useSellFields();
  const { make, year } = values;
  const typed = values.vin.trim();
  const [whole, setWhole] = useState(typed);
  const [answer, setAnswer] = useState<{ of: string; known: VinAnswer } | null>(null);
  useEffect(() => {
    if (whole === '') return;
    let outdated = false;
    checkVin(browserApi, whole, { make, year }).then(
      (known) => !outdated && setAnswer({ of: whole, known }),
      () => {},
    );
    return () => {
      outdated = true;
    };
  }, [whole, make, year]);
  return { known: answer?.of === typed ? answer.known : null, ask: setWhole };
}
