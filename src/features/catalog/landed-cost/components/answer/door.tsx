import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { LandedResponse } from '../../model/landed-cost-contract.ts';
import { SourceLine } from './source-line.tsx';

type Door = NonNullable<LandedResponse['door']>;
type Line = Door['lines'][number];
type Leg = Door['legs'][number];

/** What a car costs between the port and the door: each amount with its source, or whom to ask. */
export function DoorCost({ door }: { door: Door }) {
  const t = useTranslator();
  return (
    <section className="grid gap-3">
      <h3 className="text-lg">{t('landed.door')}</h3>
      <ul className="grid gap-2 text-sm">
        {door.lines.map((line) => (
          <li key={line.code}>
            <DoorLine line={line} />
          </li>
        ))}
      </ul>
      {door.legs.length === 0 && <p className="text-sm">{t('landed.door.noLeg')}</p>}
      <ul className="grid gap-2">
        {door.legs.map((leg) => (
          <li key={`${leg.city} ${leg.port}`} className="grid gap-1 rounded-md border border-line p-3 text-sm">
            <DoorLeg leg={leg} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function DoorLeg({ leg }: { leg: Leg }) {
  const t = useTranslator();
  const { city, port_name: port, border, days, line, total, at_least: atLeast, sentence } = leg;
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
        <span>{t('landed.door.leg', { city, port })}</span>
        <span className="figures">
          {total
            ? t('landed.door.range', { low: t.dollars(total.low, 'whole'), high: t.dollars(total.high, 'whole') })
            : t('landed.cost.atLeast', { amount: t.dollars(atLeast, 'whole') })}
        </span>
      </p>
      {days && (
        <p>
          {t('landed.door.days', {
            least: String(days.least),
            most: String(days.most),
            same: days.least === days.most ? 'yes' : 'no',
          })}
        </p>
      )}
      {border && <p>{t('landed.door.border', { border })}</p>}
      <DoorLine line={line} />
      <p className="text-ink-soft">{sentence}</p>
    </>
  );
}

function DoorLine({ line }: { line: Line }) {
  const t = useTranslator();
  const { name, state, amount, ask, sources, checked_on: checkedOn } = line;
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>{name}</span>
        <span className="figures">
          {amount
            ? t('landed.door.range', { low: t.dollars(amount.low, 'whole'), high: t.dollars(amount.high, 'whole') })
            : state === 'included'
              ? t('landed.door.included')
              : ask}
        </span>
      </p>
      {sources.length > 0 && <SourceLine sources={sources} checkedOn={checkedOn} />}
    </>
  );
}
