import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import type { SlipResponse } from '../model/slip-contract.ts';

/** Links that download the slips of an order. */
export function SlipLinks({ slips }: { slips: SlipResponse[] }) {
  const t = useTranslator();
  return (
    <ul className="grid gap-1">
      {slips.map(({ id, url, at }, index) => (
        <li key={id}>
          <a href={url} download className={`${TEXT_LINK} gap-2`}>
            <Icon name="document" />
            {t('slips.name', { number: index + 1, time: t.utcTime(at) })}
          </a>
        </li>
      ))}
    </ul>
  );
}
