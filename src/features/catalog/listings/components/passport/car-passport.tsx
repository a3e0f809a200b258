import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import { type PassportGroup, passportOf } from '../../model/facts/car-passport.ts';
import type { ListingResponse } from '../../model/listing-contract.ts';
import { CarSection } from '../car-section.tsx';
import { factText, sourceText } from './fact-text.ts';
import './car-passport.css';

/** Facts that decide about import, shipping and charging, with their sources, including missing ones. */
export function CarPassport({ car }: { car: ListingResponse }) {
  const t = useTranslator();
  const { groups, lacksBatteryData } = passportOf(car);
  const unknown = groups.flatMap((group) => group.unknown);
  return (
    <CarSection title={t('car.passport')}>
      <p className="text-ink-soft">{t('car.passport.about')}</p>
      <div className="grid items-start gap-x-10 gap-y-0 md:gap-y-5">
        {groups.map((group, place) => (
          <Group key={group.name} group={group} open={place === 0} />
        ))}
      </div>
      {lacksBatteryData && (
        <p className="flex gap-2 rounded-md bg-waiting-ground p-3 text-waiting">
          <Icon name="warning" className="mt-0.5 size-5 shrink-0" />
          {t('car.passport.noBattery')}
        </p>
      )}
      {unknown.length > 0 && (
        <p>{t('car.passport.unknown', { facts: t.list(unknown.map((name) => t(`car.fact.${name}`))) })}</p>
      )}
      {groups.some(({ facts }) => facts.some(({ source }) => source === 'catalog')) && (
        <p className="text-ink-soft text-sm">{t('car.passport.catalog')}</p>
      )}
    </CarSection>
  );
}

function Group({ group: { name, facts, unknown }, open }: { group: PassportGroup; open: boolean }) {
  const t = useTranslator();
  return (
    <details className="passport-group group/fold" open={open}>
      <summary className="flex min-h-12 cursor-pointer items-center gap-3 border-line border-b py-1">
        <h3 className="min-w-0 grow font-semibold text-base">{t(`car.passport.${name}`)}</h3>
        <span className="shrink-0 text-ink-soft text-sm">
          {t('car.passport.known', { known: facts.length, total: facts.length + unknown.length })}
        </span>
        <Icon name="down" className="passport-arrow size-4 text-ink-soft group-open/fold:rotate-180" />
      </summary>
      <dl>
        {facts.map((fact) => (
          <div key={fact.name} className="passport-fact border-line border-b py-2">
            <dt className="text-ink-soft">{t(`car.fact.${fact.name}`)}</dt>
            <dd className="figures min-w-0">{factText(t, fact)}</dd>
            <dd className="figures text-ink-soft text-sm">{sourceText(t, fact)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
