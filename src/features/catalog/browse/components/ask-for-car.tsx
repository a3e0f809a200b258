import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';

/** A contact card after the last result. */
export function AskForCar() {
  const t = useTranslator();
  return (
    <div className="flex h-full flex-col items-start justify-center gap-3 rounded-lg border border-line bg-sunken p-8">
      <h3 className="text-xl">{t('explore.help.title')}</h3>
      <p className="max-w-prose text-ink-soft">{t('explore.help.text')}</p>
      <Link
        to={paths.contact}
        className="mt-2 inline-flex h-11 items-center rounded-md border border-line-strong px-5 font-semibold hover:underline"
      >
        {t('explore.help.contact')}
      </Link>
    </div>
  );
}
