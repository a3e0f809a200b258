import type { Translator } from '#lib/i18n/translator.ts';
import type { StepResponse, TimelineResponse } from '../model/shipment-contract.ts';

const MAX_LINE_BYTES = 74;

/** Writes the steps of a timeline as an iCalendar (RFC 5545), each as a day at its place. `host` makes the ids unique. */
export function calendarOf(timeline: TimelineResponse, host: string, t: Translator): string {
  const { number, cars, as_of: time } = timeline;
  const events = cars.flatMap(({ listing_id: car, make, model, steps }) =>
    steps.flatMap((step) => {
      const day = dayOf(step);
      if (day === null) return [];
      const name = t(`shipments.step.${step.step}`);
      const lines = [
        'BEGIN:VEVENT',
        `UID:${number}-${car}-${step.step}@${host}`,
        `DTSTAMP:${compact(time)}`,
        `DTSTART;VALUE=DATE:${day}`,
        `SUMMARY:${escaped(t('shipments.calendar.entry', { car: `${make} ${model}`, step: name, certainty: certaintyOf(step, t) }))}`,
        ...(step.note ? [`DESCRIPTION:${escaped(step.note)}`] : []),
        ...(step.place ? [`LOCATION:${escaped(`${step.place.name}, ${t.region(step.place.country)}`)}`] : []),
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
