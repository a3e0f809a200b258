import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import type { DriverResponse } from '../model/driver-contract.ts';

/** What was sent about the driver of a rental, and what staff said. */
export function DriverFacts({ driver }: { driver: DriverResponse }) {
  const t = useTranslator();
  const { state, reason, born_on: born, valid_until: until, url } = driver;
  return (
    <div className="grid justify-items-start gap-2">
      <p className="font-semibold">{t(`drivers.state.${state}`)}</p>
      {reason !== '' && <p className="wrap-anywhere">{reason}</p>}
      {born !== null && until !== null && (
        <p className="figures text-ink-soft text-sm">
          {t('drivers.stated', { born: t.date(born), until: t.date(until) })}
        </p>
      )}
      {url !== null && (
        <a href={url} download className={`${TEXT_LINK} gap-2`}>
          <Icon name="document" />
          {t('drivers.license')}
        </a>
      )}
    </div>
  );
}
