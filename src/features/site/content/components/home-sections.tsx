import { useId } from 'react';
import { Link } from 'react-router';
import { faq } from '#content/home/faq.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { useSite } from '#lib/pages/page-site.ts';
import { paths } from '#paths.ts';
import { Icon, type IconName } from '#ui/icon.tsx';

type SectionProps = {
  title: string;
  id?: string;
  text?: string;
  /** Has a darker background than its neighbors. */
  sunken?: boolean;
  /** Shown next to the heading, such as a link to more. */
  aside?: React.ReactNode;
  children: React.ReactNode;
};

export function Section({ title, id, text, sunken = false, aside, children }: SectionProps) {
  const titleId = useId();
  return (
    <section id={id} aria-labelledby={titleId} className={sunken ? 'border-line border-y bg-sunken' : ''}>
      <div className="mx-auto grid max-w-[86rem] grid-cols-1 gap-6 px-4 py-12 md:px-8 md:py-16">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
          <div>
            <h2 id={titleId} className="text-xl md:text-2xl">
              {title}
            </h2>
            {text && <p className="mt-1 text-ink-soft">{text}</p>}
          </div>
          {aside}
        </div>
        {children}
      </div>
    </section>
  );
}

const LINK = 'inline-flex min-h-11 items-center gap-2 font-semibold text-link underline-offset-4 hover:underline';

/** @param explore the address of the list of cars */
export function ServiceCards({ explore }: { explore: string }) {
  const t = useTranslator();
  const { historyReportUrl } = useSite();
  return (
    <Section title={t('home.services.title')}>
      <ul className="grid gap-4 md:grid-cols-3 lg:gap-6">
        <Service icon="key" title={t('home.services.buy.title')} text={t('home.services.buy.text')}>
          <Link to={explore} className={LINK}>
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

const STEPS = ['browse', 'choose', 'drive'] as const;

export function HowTo() {
  const t = useTranslator();
  return (
    <Section title={t('home.steps.title')} sunken>
      <ol className="grid gap-6 md:grid-cols-3 md:gap-8">
        {STEPS.map((step, index) => (
          <li key={step} className="border-ink border-t-2 pt-4">
            <p className="figures font-bold text-link" aria-hidden="true">
              {index + 1}
            </p>
            <h3 className="text-xl">{t(`home.steps.${step}.title`)}</h3>
            <p className="mt-2 max-w-[46ch] text-ink-soft">{t(`home.steps.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

const REASONS = [
  ['history', 'search'],
  ['dealers', 'shield'],
  ['papers', 'document'],
  ['shipping', 'ship'],
  ['prices', 'tag'],
  ['people', 'chat'],
] as const satisfies [string, IconName][];

export function Reasons() {
  const t = useTranslator();
  return (
    <Section title={t('home.reasons.title')} sunken>
      <ul className="grid gap-x-8 gap-y-7 sm:grid-cols-2 lg:grid-cols-3">
        {REASONS.map(([reason, icon]) => (
          <li key={reason} className="flex gap-4">
            <Icon name={icon} className="mt-0.5 size-6 text-verified" />
            <div>
              <h3 className="text-lg">{t(`home.reasons.${reason}.title`)}</h3>
              <p className="text-ink-soft">{t(`home.reasons.${reason}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The shared `name` makes the browser keep only one answer open, even without JavaScript. */
export function Faq() {
  const t = useTranslator();
  return (
    <Section title={t('home.faq.title')} id="faqs">
      <div className="max-w-3xl divide-y divide-line border-line border-y">
        {faq.map(({ question, answer }) => (
          <details key={question} name="faq" className="group">
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-semibold text-lg [&::-webkit-details-marker]:hidden">
              {question}
              <Icon name="down" className="size-5 transition-transform duration-150 group-open:rotate-180" />
            </summary>
            <p className="max-h-40 max-w-prose overflow-y-auto pb-5 text-ink-soft">{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}
