import { useState } from 'react';
import { differsFromModelYear } from '#features/catalog/listings/model/facts/fact-conflicts.ts';
import {
  BATTERY_NAMES,
  type FieldGroup,
  fieldsWith,
  type GroupedName,
  hasBattery,
  RENTAL_NAMES,
} from '#features/catalog/listings/model/listing-fields.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import { CatalogNote } from './catalog-note.tsx';
import { FieldInput } from './field-input.tsx';
import { useSellFields } from './sell-fields.tsx';

/** Facts that decide about import, folded away because most sellers have only some of them at hand. */
export function MoreFacts() {
  const t = useTranslator();
  const { values } = useSellFields();
  const isElectrified = hasBattery(values.fuelType) || BATTERY_NAMES.some((name) => values[name] !== '');
  const isRented = values.RentSell === 'Rent' || RENTAL_NAMES.some((name) => values[name] !== '');
  return (
    <div className="border-line border-t">
      <Fold group="import">
        <CatalogNote />
        {differsFromModelYear(values) && (
          <p className="flex gap-2 text-waiting">
            <Icon name="warning" className="mt-0.5 size-5 shrink-0" />
            {t('sell.productionMonth.differs')}
          </p>
        )}
      </Fold>
      {isElectrified && <Fold group="battery" />}
      {isRented && <Fold group="rental" />}
    </div>
  );
}

type FoldProps = { group: FieldGroup; children?: React.ReactNode };

function Fold({ group, children }: FoldProps) {
  const t = useTranslator();
  const { values } = useSellFields();
  const names: readonly GroupedName[] = fieldsWith({ group });
  const count = names.filter((name) => values[name] !== '').length;
  const [open] = useState(count > 0);
  return (
    <details className="group/fold border-line border-b" open={open}>
      <summary className="flex min-h-12 cursor-pointer flex-wrap items-center gap-x-3 py-2">
        <span className="min-w-0 grow font-semibold">{t(`sell.more.${group}`)}</span>
        <span className="text-ink-soft text-sm">{t('sell.more.filled', { count, total: names.length })}</span>
        <Icon name="down" className="size-4 text-ink-soft group-open/fold:rotate-180" />
      </summary>
      <div className="grid gap-5 pb-5">
        <p className="text-ink-soft">{t(`sell.more.${group}.why`)}</p>
        {children}
        <div className="grid items-start gap-5 sm:grid-cols-2">
          {names.map((name) => (
            <FieldInput key={name} name={name} />
          ))}
        </div>
      </div>
    </details>
  );
}
