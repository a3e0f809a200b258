import type { Translator } from '#lib/i18n/translator.ts';

const KB = 1_000;
const MB = 1_000 * KB;
const GB = 1_000 * MB;
const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
/** Shows two units as the smaller one up to this many. */
const BEFORE_NEXT = 2;

/** 1,234 MB as 1.2 GB. Kilobytes and so on are powers of 1,000, as disks are sold. */
export function sizeText(bytes: number, t: Translator): string {
  if (bytes >= GB) return t('system.size.gb', { size: t.number(bytes / GB, 'oneDecimal') });
  if (bytes >= MB) return t('system.size.mb', { size: t.number(bytes / MB, 'oneDecimal') });
  return t('system.size.kb', { size: t.number(bytes / KB, 'oneDecimal') });
}

export function durationText(seconds: number, t: Translator): string {
  if (seconds >= BEFORE_NEXT * HOUR_S) return t('system.hours', { count: Math.round(seconds / HOUR_S) });
  if (seconds >= BEFORE_NEXT * MINUTE_S) return t('system.minutes', { count: Math.round(seconds / MINUTE_S) });
  return t('system.seconds', { count: Math.round(seconds) });
}

/** Returns the name of a job, queue or service. Names of other releases may have no message and are shown untranslated. */
export function nameText(kind: 'job' | 'queue' | 'service', name: string, t: Translator): string {
  const id = `system.${kind}.${name.replaceAll(' ', '-')}`;
  return t.hasMessage(id) ? t(id) : name;
}
