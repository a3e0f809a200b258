import { useEffect, useState } from 'react';
import type { VinResponse } from '#features/catalog/vehicles/model/vehicle-contract.ts';
import { browserApi } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { checkVin } from '../client/sell-client.ts';
import { SellText, useSellFields } from './sell-fields.tsx';

/** Decodes the VIN and compares it with the other fields. Runs when the user leaves the field. */
function useVinCheck() {
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

const MAX_YEARS = 2;
const MAX_MAKES = 2;

/** The VIN and the facts decoded from it, offered as suggestions and never filled in automatically. */
export function VinField() {
  const t = useTranslator();
  const { decoded, check } = useVinCheck();
  return (
    <div className="grid gap-2">
      <SellText
        name="vin"
        hint={t('sell.vin.hint')}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        onBlur={(event) => check(event.target.value.trim())}
      />
      <div aria-live="polite">{decoded && <DecodedFacts decoded={decoded} onCorrect={check} />}</div>
    </div>
  );
}

function DecodedFacts({ decoded, onCorrect }: { decoded: VinResponse; onCorrect: (vin: string) => void }) {
  const t = useTranslator();
  const { values, change } = useSellFields();
  const { suggestion, maker, country, conflicts } = decoded;
  const years = decoded.years.slice(0, MAX_YEARS);
  const warnings = [decoded.problem, decoded.warning, ...conflicts].filter((warning) => warning !== null);
  const facts = [maker, country, years.join(t('sell.vin.or'))].filter(Boolean);
  const makes = decoded.make === null ? decoded.makes.slice(0, MAX_MAKES) : [decoded.make];
  const offers = makes.flatMap((make) => years.map((year) => ({ make, year: String(year) })));
  const suggestions = offers.filter((offer) => offer.make !== values.make || offer.year !== values.year);
  const correct = (vin: string) => {
    change({ vin });
    onCorrect(vin);
  };
  if (warnings.length + facts.length === 0 && suggestion === null) return null;
  return (
    <div className="grid justify-items-start gap-2 rounded-md border border-line bg-sunken p-3">
      {warnings.map((warning) => (
        <p key={warning} className="flex gap-2 text-waiting">
          <Icon name="warning" className="mt-0.5 size-5" />
          <span>{warning}</span>
        </p>
      ))}
      {suggestion !== null && (
        <Button onClick={() => correct(suggestion)}>{t('sell.vin.useSuggestion', { vin: suggestion })}</Button>
      )}
      {facts.length > 0 && <p>{t('sell.vin.says', { facts: facts.join(' · ') })}</p>}
      {suggestions.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {suggestions.map((offer) => (
            <Button key={`${offer.make} ${offer.year}`} onClick={() => change(offer)}>
              {t('sell.vin.use', offer)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
