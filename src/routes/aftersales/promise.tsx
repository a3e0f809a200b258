import { useId } from 'react';
import { type MetaFunction, useLoaderData } from 'react-router';
import { promiseCalls } from '#features/aftersales/aftersales-calls.ts';
import type { PromiseResponse } from '#features/aftersales/claims/model/claim-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, type Load, pageMeta, pageOfMatches, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';

const load: Load<PromiseResponse> = ({ api }) => api.call(promiseCalls.read);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

export const meta: MetaFunction<typeof loader> = ({ matches }) => {
  const { site, t } = pageOfMatches(matches);
  return pageMeta({ title: t('promise.title'), description: t('promise.intro'), site, path: paths.promise });
};

/** The terms of the promise, and how its claims were decided. */
export default function AsDescribed() {
  const t = useTranslator();
  const promise = useLoaderData<typeof loader>();
  const { claims, decided, upheld_percent: upheld, median_days: days } = promise.counted;
  return (
    <div className="mx-auto grid max-w-3xl grid-cols-1 gap-8 px-4 py-8 md:px-8 md:py-12">
      <header className="grid gap-3">
        <h1 className="text-2xl">{t('promise.title')}</h1>
        <p className="max-w-prose text-ink-soft text-lg">{t('promise.intro')}</p>
      </header>
      <Part title={t('promise.covered')}>
        <List items={promise.covered} />
      </Part>
      <Part title={t('promise.howMuch')}>
        <p>{promise.how_much}</p>
      </Part>
      <Part title={t('promise.howLong')}>
        <p>{promise.how_long}</p>
      </Part>
      <Part title={t('promise.notCovered')}>
        <List items={promise.not_covered} />
      </Part>
      <Part title={t('promise.counted')}>
        <dl className="grid gap-4 sm:grid-cols-3">
          <Figure name={t('promise.claims')} value={t.number(claims)} />
          <Figure
            name={t('promise.upheld')}
            value={upheld === null ? null : t('promise.percent', { share: t.number(upheld) })}
          />
          <Figure
            name={t('promise.days')}
            value={days === null ? null : t('promise.dayCount', { days: t.number(days) })}
          />
        </dl>
        <p className="text-ink-soft text-sm">{t('promise.counted.text', { decided: t.number(decided) })}</p>
      </Part>
      <p className="text-ink-soft text-sm">{t('promise.version', { version: String(promise.version) })}</p>
    </div>
  );
}

function Figure({ name, value }: { name: string; value: string | null }) {
  const t = useTranslator();
  return (
    <div className="grid content-start gap-1 rounded-lg border border-line bg-surface p-4">
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd className={value === null ? '' : 'figures font-semibold text-xl'}>{value ?? t('promise.notEnough')}</dd>
    </div>
  );
}

function List({ items }: { items: string[] }) {
  return (
    <ul className="grid list-disc gap-1 ps-5">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}
