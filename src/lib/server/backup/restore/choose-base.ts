import { ConfigError } from '#lib/config-error.ts';
import type { ArchiveStatus, Gap, Manifest } from '../generation.ts';
import { lsnOf } from '../wal-objects.ts';

export type RestoreTarget = Date | 'latest';
/** A generation as its objects describe it. Without a status, no WAL was archived. */
export type Described = { id: string; bases: Manifest[]; status: ArchiveStatus | null };
/** `through`: the latest time to which the base can be rolled forward. `gap`: WAL after it is missing. */
export type Choice = { id: string; base: Manifest; through: Date; gap: Gap | null };

/**
 * Returns the newest base from which a time can be reached. Throws `ConfigError` if there is none, and names the nearest times that
 * can be restored.
 */
export function chooseBase(generations: Described[], target: RestoreTarget): Choice {
  const choices = generations.flatMap(({ id, bases, status }) =>
    status ? bases.map((base) => ({ id, base, ...endOf(base, status) })) : [],
  );
  if (choices.length === 0) throw new ConfigError('There is no complete base backup to restore. Check BACKUP_TO.');
  const latest = choices.toSorted((a, b) => time(a.through) - time(b.through) || ended(a) - ended(b));
  if (target === 'latest') return latest.at(-1)!;
  const fitting = choices.filter((each) => ended(each) <= time(target) && time(target) <= time(each.through));
  const newest = fitting.toSorted((a, b) => ended(a) - ended(b)).at(-1);
  if (newest) return newest;
  const first = Math.min(...choices.map(ended));
  const last = latest.at(-1)!.through;
  if (time(target) < first) throw refusal(target, `the first base backup ended at ${text(first)}`);
  if (time(target) > time(last))
    throw refusal(target, `commits are archived until ${text(time(last))}. Use --to latest for all of them`);
  const before = Math.max(...choices.map(({ through }) => time(through)).filter((at) => at < time(target)));
  const after = Math.min(...choices.map(ended).filter((at) => at > time(target)));
  throw refusal(target, `nothing is archived between ${text(before)} and ${text(after)}`);
}

function endOf({ startLsn }: Manifest, { gaps, walThrough }: ArchiveStatus): Pick<Choice, 'through' | 'gap'> {
  const gap = gaps.find(({ resumes }) => lsnOf(resumes) > lsnOf(startLsn)) ?? null;
  return { through: new Date(gap?.from ?? walThrough), gap };
}

const refusal = (target: Date, reason: string) =>
  new ConfigError(`${text(time(target))} cannot be restored: ${reason}.`);
const time = (at: Date) => at.getTime();
const ended = ({ base }: Choice) => Date.parse(base.endedAt);
const text = (at: number) => new Date(at).toISOString();
