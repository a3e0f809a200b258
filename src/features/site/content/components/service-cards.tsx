import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { useSite } from '#lib/pages/use-site.ts';
import { paths } from '#paths.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { Section } from './home-section.tsx';

const LINK = 'inline-flex min-h-11 items-center gap-2 font-semibold text-link underline-offset-4 hover:underline';

export function ServiceCards() {
  const t = useTranslator();
  const { historyReportUrl } = useSite();
  return (
    <Section title={t('home.services.title')}>
      <ul className="grid gap-4 md:grid-cols-3 lg:gap-6">
        <Service icon="key" title={t('home.services.buy.title')} text={t('home.services.buy.text')}>
          <Link to={paths.explore} className={LINK}>
            {t('home.services.buy.link')}
            <Icon name="right" className="size-4 rtl:rotate-180" />
          </Link>
        </Service>
        <Service icon="tag" title={t('home.services.sell.title')} text={t('home.services.sell.text')}>
          <Link to={paths.sell} className={LINK}>
            {t('home.services.sell.link')}
            <Icon name="right" className="size-4 rtl:rotate-180" />
          </Link>
        </Service>
        <Service icon="document" title={t('home.services.vin.title')} text={t('home.services.vin.text')}>
          <a href={historyReportUrl} target="_blank" rel="noopener noreferrer" className={LINK}>
            {t('home.services.vin.link')}
            <Icon name="outside" className="size-4" />
          </a>
        </Service>
      </ul>
    </Section>
  );
}

type ServiceProps = { icon: IconName; title: string; text: string; children: React.ReactNode };

function Service({ icon, title, text, children }: ServiceProps) {
  return (
    <li className="flex flex-col items-start gap-1 rounded-lg border border-line bg-surface p-4 md:gap-2 md:p-6">
      <h3 className="flex items-center gap-3 text-xl md:flex-col md:items-start">
        <Icon name={icon} className="size-6 shrink-0 text-link md:size-8" />
        {title}
      </h3>
      <p className="text-ink-soft">{text}</p>
      <p className="mt-auto">{children}</p>
    </li>
  );
}
