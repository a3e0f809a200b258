import { useEffect, useState } from 'react';
import { browserApi } from '#lib/api-client/browser-api.ts';
import { useSellFields } from '../components/sell-fields.tsx';
import { fetchEvSpecs } from './sell-client.ts';

type Versions = Awaited<ReturnType<typeof fetchEvSpecs>>['versions'];
const NONE: Versions = [];

/** Returns what the catalog knows about the versions of the typed electric model. */
export function useEvSpecs(): Versions {
  const { values } = useSellFields();
  const { make, model, year } = values;
  const isElectric = values.fuelType === 'electric';
  const [found, setFound] = useState(NONE);
  useEffect(() => {
    setFound(NONE);
    if (!isElectric || !/^\d{4}$/.test(year)) return;
    let outdated = false;
    fetchEvSpecs(browserApi, { make, model, year }).then(
      ({ versions }) => !outdated && setFound(versions),
      () => {},
    );
    return () => {
      outdated = true;
    };
  }, [isElectric, make, model, year]);
  return found;
}
