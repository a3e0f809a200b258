import { useEffect, useId, useState } from 'react';
import { importCalls } from '#features/customs/customs-calls.ts';
import { BUYERS, type Buyer } from '#features/customs/import-rules/model/car.ts';
import {
  type Destination,
  readDestination,
  writeDestination,
} from '#features/customs/import-rules/model/destination.ts';
import { DESTINATION_COUNTRIES, destinationIn, portsOf } from '#features/customs/import-rules/model/ports.ts';
import { browserApi } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SelectBox } from '#ui/select-box.tsx';
import { useStoreDestination, useStoredDestination } from '../client/destination.ts';
import { closeShipTo } from '../client/ship-to-dialog-state.ts';

/** Chooses country, port, city and kind of buyer for this browser. */
export default function ShipToDialog({ open }: { open: boolean }) {
  const t = useTranslator();
  return (
    <Dialog title={t('landed.shipTo.title')} open={open} holdsForm onClose={closeShipTo}>
      <ShipToForm />
    </Dialog>
  );
}

function ShipToForm() {
  const t = useTranslator();
  const stored = readDestination(useStoredDestination());
  const [chosen, setChosen] = useState<Destination | null>(stored);
  const [isAsked, setAsked] = useState(false);
  const store = useStoreDestination();
  const save = (event: React.FormEvent) => {
    event.preventDefault();
    if (!chosen) return setAsked(true);
    store(writeDestination(chosen));
    closeShipTo();
    showToast(t('landed.shipTo.saved', { country: t.region(chosen.country) }));
  };
  const clear = () => {
    store('');
    closeShipTo();
    showToast(t('landed.shipTo.cleared'));
  };
  return (
    <form className="grid gap-5" onSubmit={save} noValidate>
      <p className="max-w-prose text-ink-soft">{t('landed.shipTo.about')}</p>
      <Place chosen={chosen} onChoose={setChosen} isAsked={isAsked && !chosen} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="action">
          {t('landed.shipTo.save')}
        </Button>
        {stored && (
          <Button kind="plain" onClick={clear}>
            {t('landed.shipTo.clear')}
          </Button>
        )}
      </div>
    </form>
  );
}

type PlaceProps = { chosen: Destination | null; onChoose: (next: Destination) => void; isAsked: boolean };

function Place({ chosen, onChoose, isAsked }: PlaceProps) {
  const t = useTranslator();
  const id = useId();
  const ports = chosen ? portsOf(chosen.country) : [];
  const cities = useCities()?.get(chosen?.country ?? '') ?? [];
  const chooseCountry = (country: string) => country && onChoose(destinationIn(country, chosen?.buyer));
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <div className="grid content-start gap-1.5">
        <label htmlFor={`${id}-country`} className="font-semibold">
          {t('landed.country')}
        </label>
        <SelectBox
          id={`${id}-country`}
          className="h-12"
          value={chosen?.country ?? ''}
          required
          aria-invalid={isAsked}
          aria-describedby={isAsked ? `${id}-problem` : undefined}
          onChange={({ target }) => chooseCountry(target.value)}
          options={[{ value: '', label: t('landed.country.none') }, ...countryOptions(t)]}
        />
        {isAsked && (
          <p id={`${id}-problem`} role="alert" className="font-semibold text-danger">
            {t('landed.country.required')}
          </p>
        )}
      </div>
      <div className="grid content-start gap-1.5">
        <label htmlFor={`${id}-port`} className="font-semibold">
          {t('landed.port')}
        </label>
        <SelectBox
          id={`${id}-port`}
          className="h-12"
          value={chosen?.port ?? ''}
          disabled={ports.length === 0}
          aria-describedby={`${id}-port-about`}
          onChange={({ target }) => chosen && onChoose({ ...chosen, port: target.value })}
          options={
            ports.length > 0
              ? ports.map(({ code, name }) => ({ value: code, label: name }))
              : [{ value: '', label: t(chosen ? 'landed.port.none' : 'landed.port.first') }]
          }
        />
        <p id={`${id}-port-about`} className="text-ink-soft text-sm">
          {chosen && ports.length === 0 ? t('landed.port.landlocked') : ''}
        </p>
      </div>
      {chosen && cities.length > 0 && (
        <div className="grid content-start gap-1.5">
          <label htmlFor={`${id}-city`} className="font-semibold">
            {t('landed.city')}
          </label>
          <SelectBox
            id={`${id}-city`}
            className="h-12"
            value={cities.find((city) => city === chosen.city) ?? ''}
            onChange={({ target }) => onChoose({ ...chosen, city: target.value || null })}
            options={[{ value: '', label: t('landed.city.none') }, ...cities.map((value) => ({ value, label: value }))]}
          />
        </div>
      )}
      <div className="grid content-start gap-1.5">
        <label htmlFor={`${id}-buyer`} className="font-semibold">
          {t('landed.buyer')}
        </label>
        <SelectBox
          id={`${id}-buyer`}
          className="h-12"
          value={chosen?.buyer ?? 'person'}
          disabled={!chosen}
          onChange={({ target }) => chosen && onChoose({ ...chosen, buyer: target.value as Buyer })}
          options={BUYERS.map((value) => ({ value, label: t(`landed.buyer.${value}`) }))}
        />
      </div>
    </div>
  );
}

/** The cities with a known route from a port, by country. Null until they are loaded, and without a connection. */
function useCities(): ReadonlyMap<string, string[]> | null {
  const [cities, setCities] = useState<ReadonlyMap<string, string[]> | null>(null);
  useEffect(() => {
    let isShown = true;
    browserApi.call(importCalls.countries).then(
      ({ countries }) => isShown && setCities(new Map(countries.map((each) => [each.country, each.cities]))),
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, []);
  return cities;
}

/** By their names in the language of the page, in its order. */
export function countryOptions(t: ReturnType<typeof useTranslator>) {
  return DESTINATION_COUNTRIES.map((value) => ({ value, label: t.region(value) })).sort((one, other) =>
    one.label.localeCompare(other.label, t.locale),
  );
}
