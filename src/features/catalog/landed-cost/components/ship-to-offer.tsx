import { useState } from 'react';
import { writeDestination } from '#features/customs/import-rules/model/destination.ts';
import { destinationIn } from '#features/customs/import-rules/model/ports.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { useStoreDestination } from '../client/destination.ts';
import { refuseOffer } from '../client/ship-to-offer-state.ts';
import { guessCountry } from '../model/guess-country.ts';

type ZonedLocale = Intl.Locale & { getTimeZones?(): string[]; timeZones?: string[] };

/** Older browsers know the zones as a property, some not at all. */
function zonesOf(country: string): string[] {
  const locale = new Intl.Locale(`und-${country}`) as ZonedLocale;
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

const guess = () =>
  guessCountry({
    languages: navigator.languages,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    zonesOf,
  });

/** Offers the guessed country as destination. Nothing depends on the guess until the visitor agrees. */
export default function ShipToOffer() {
  const t = useTranslator();
  const [country] = useState(guess);
  const [isAnswered, setAnswered] = useState(false);
  const store = useStoreDestination();
  if (country === null || isAnswered) return null;
  const agree = () => {
    setAnswered(true);
    store(writeDestination(destinationIn(country)));
  };
  const refuse = () => {
    setAnswered(true);
    refuseOffer();
  };
  return (
    <section
      aria-label={t('shipTo')}
      className="fixed inset-x-4 bottom-[calc(1rem+var(--bottom-bar,0px)+var(--compare-bar,0px))] z-20 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-raised p-3 shadow-float sm:inset-x-auto sm:start-4"
    >
      <p className="font-semibold">{t('shipTo.offer', { country: t.region(country) })}</p>
      <div className="flex gap-2">
        <Button kind="strong" onClick={agree}>
          {t('shipTo.offer.yes')}
        </Button>
        <Button onClick={refuse}>{t('shipTo.offer.no')}</Button>
      </div>
    </section>
  );
}
