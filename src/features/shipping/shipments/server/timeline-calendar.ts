import type { RentalTimes } from '#features/payments/rental-offers/model/rental-offer.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { StepResponse, TimelineResponse } from '../model/shipment-contract.ts';

const MAX_LINE_BYTES = 74;

type Calendar = { timeline: TimelineResponse; rental: RentalTimes | null; host: string };

/**
 * Writes the steps of a timeline as an iCalendar (RFC 5545), each as a day at its place. The pick-up and the return of a rental have their hour,
 * and name it by the clock of the car too. `host` makes the ids unique.
 */
export function calendarOf({ timeline, rental, host }: Calendar, t: Translator): string {
  const { number, cars, as_of: time } = timeline;
  const events = cars.flatMap(({ listing_id: id, make, model, steps }) =>
    steps.flatMap((step) => {
      const day = dayOf(step);
      if (day === null) return [];
      const name = t(`shipments.step.${step.step}`);
      const car = `${make} ${model}`;
      const moment = rental && step.state !== 'done' ? momentOf(step, rental) : null;
      const when = moment && t.localTime(moment, rental?.time_zone ?? 'UTC');
      const summary = when
        ? t(step.step === 'pick_up' ? 'shipments.calendar.pickUp' : 'shipments.calendar.rental', {
            car,
            step: name,
            time: when,
          })
        : t('shipments.calendar.entry', { car, step: name, certainty: certaintyOf(step, t) });
      const lines = [
        'BEGIN:VEVENT',
        `UID:${number}-${id}-${step.step}@${host}`,
        `DTSTAMP:${compact(time)}`,
        moment ? `DTSTART:${compact(moment)}` : `DTSTART;VALUE=DATE:${day}`,
        `SUMMARY:${escaped(summary)}`,
        ...(step.note ? [`DESCRIPTION:${escaped(step.note)}`] : []),
        ...(step.place ? [`LOCATION:${escaped(`${step.place.name}, ${t.region(step.place.country)}`)}`] : []),
        ...(moment && rental?.place ? [`LOCATION:${escaped(rental.place)}`] : []),
        'TRANSP:TRANSPARENT',
        'END:VEVENT',
      ];
      return lines;
    }),
  );
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//CarQuay//Orders//EN', `X-WR-CALNAME:${escaped(number)}`];
  const lines = [...head, 'REFRESH-INTERVAL;VALUE=DURATION:PT6H', ...events, 'END:VCALENDAR'];
  return `${lines.flatMap(folded).join('\r\n')}\r\n`;
}

/** When a renter picks up the car or brings it back; null for other steps. */
function momentOf({ step }: StepResponse, { pick_up_at: pickUp, return_at: back }: RentalTimes): string | null {
  if (step === 'pick_up') return pickUp;
  return step === 'return' ? back : null;
}

/** The day of a step at its place; its due date while nothing is known; null once it is passed or canceled. */
function dayOf({ state, at, due_at: due, time_zone: zone }: StepResponse): string | null {
  if (state === 'passed' || state === 'canceled') return null;
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone ?? 'UTC', dateStyle: 'short' });
  return format.format(new Date(at ?? due)).replaceAll('-', '');
}

function certaintyOf({ state, at, certainty }: StepResponse, t: Translator): string {
  if (state === 'done') return t('shipments.state.done');
  return t(at && certainty === 'estimated' ? 'shipments.calendar.expected' : 'shipments.calendar.due');
}

const compact = (time: string) => time.replace(/[-:]|\.\d+/g, '');

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
}

/** Splits a line so that none is longer than the standard allows, and no character is cut. */
function folded(line: string): string[] {
  const lines: string[] = [];
  let current = '';
  for (const character of line) {
    if (Buffer.byteLength(current + character) > MAX_LINE_BYTES) {
      lines.push(current);
      current = ' ';
    }
    current += character;
  }
  return [...lines, current];
}
