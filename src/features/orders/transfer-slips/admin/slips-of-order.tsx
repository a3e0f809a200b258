import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { SlipLinks } from '../components/slip-links.tsx';
import type { SlipResponse } from '../model/slip-contract.ts';

/** The slips of an order for the back office, with what they are worth. */
export function SlipsOfOrder({ slips }: { slips: SlipResponse[] }) {
  const t = useTranslator();
  if (slips.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h3 className="text-lg">{t('slips.office.title')}</h3>
      <p className="text-ink-soft text-sm">{t('slips.office.about')}</p>
      <SlipLinks slips={slips} />
    </section>
  );
}
