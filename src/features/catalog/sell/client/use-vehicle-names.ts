import { useEffect, useState } from 'react';
import { browserApi } from '#lib/api-client/browser-api.ts';
import { fetchVehicles } from './sell-client.ts';

const REST_MS = 300;
const NONE = { makes: [] as string[], models: [] as string[] };

/** Suggests known makes, and models of the typed make. Other values are allowed too. */
export function useVehicleNames(make: string) {
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
