import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { FileOpening } from '../model/file-contract.ts';

/** Who opened which file of an order. */
export function FileOpenings({ openings }: { openings: FileOpening[] }) {
  const t = useTranslator();
  return (
    <details>
      <summary className="cursor-pointer py-1 font-semibold">{t('room.openings', { count: openings.length })}</summary>
      <ul className="grid gap-1 pt-2 text-sm">
        {openings.map(({ id, name, by, person, at }) => (
          <li key={id} className="wrap-anywhere">
            <span className="figures text-ink-soft">{t.utcTime(at)}</span>{' '}
            {t('room.opening', { person: person || t('room.opening.deleted'), by: t(`room.by.${by}`), file: name })}
          </li>
        ))}
      </ul>
    </details>
  );
}
