import { ImportLight } from '#features/catalog/landed-cost/components/import-light.tsx';
import { landedText } from '#features/catalog/landed-cost/model/landed-text.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Facts } from '#ui/admin/side-panel.tsx';
import type { BookingDestination } from '../model/booking-contract.ts';

/** Where the car goes and what the import rules said at the payment, with what the buyer declared. */
export function DestinationFacts({ destination }: { destination: BookingDestination }) {
  const t = useTranslator();
  const { check, cost, port_name: port, shown_light: shown, buying_for: name, rows } = destination;
  const { buying_for_country: declared } = destination;
  const missing = cost.missing.map(({ sentence }) => sentence);
  const rules = rows.find(({ list }) => list === 'rules')?.ids ?? [];
  return (
    <section aria-labelledby="booking-destination" className="grid gap-2">
      <h3 id="booking-destination" className="text-base">
        {t('admin.bookings.destination')}
      </h3>
      <Facts
        facts={[
          [t('admin.bookings.destination.place'), [port, check.country_name].filter(Boolean).join(', ')],
          [t('admin.bookings.destination.light'), <ImportLight key="light" light={check.light} />],
          [
            t('admin.bookings.destination.shown'),
            shown ? <ImportLight key="shown" light={shown} /> : t('admin.bookings.destination.notShown'),
          ],
          [t('admin.bookings.destination.why'), check.sentence],
          [
            t('admin.bookings.destination.cost'),
            landedText({ landed: cost.total, shown_as: cost.shown_as, missing }, t),
          ],
          [t('admin.bookings.destination.assessed'), t.date(check.on)],
          [
            t('admin.bookings.destination.rules'),
            t('admin.bookings.destination.version', { version: t.number(check.version), rules: t.list(rules) }),
          ],
          [
            t('admin.bookings.destination.declared'),
            declared && `${name ?? t('admin.bookings.destination.erased')}, ${t.region(declared)}`,
          ],
        ]}
      />
      <p className="text-ink-soft text-sm">{check.notice}</p>
    </section>
  );
}
