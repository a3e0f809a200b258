import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import type { OrderFileResponse } from '../../model/file-contract.ts';
import { FILE_KINDS } from '../../model/step.ts';

const KB = 1024;

/** The files of an order by type, each with its size, its fingerprint, who added it and when. */
export function FileGroups({ items }: { items: OrderFileResponse[] }) {
  const t = useTranslator();
  if (items.length === 0) return <p className="text-ink-soft">{t('room.none')}</p>;
  return (
    <div className="grid gap-5">
      {FILE_KINDS.map((kind) => {
        const files = items.filter((file) => file.kind === kind);
        if (files.length === 0) return null;
        return (
          <div key={kind} className="grid gap-2">
            <h3 className="font-semibold">
              {t('room.group', { kind: t(`shipments.kind.${kind}`), count: t.number(files.length) })}
            </h3>
            <ul className="grid gap-2">
              {files.map((file) => (
                <FileItem key={file.id} file={file} />
              ))}
            </ul>
          </div>
        );
      })}
    </div>
  );
}

function FileItem({ file }: { file: OrderFileResponse }) {
  const t = useTranslator();
  const { name, url, by, told_at: told, captured_at: captured, bytes, sha256, step, openings } = file;
  const isLate = Date.parse(told) - Date.parse(captured) > 60_000;
  return (
    <li className="grid gap-0.5 rounded-md border border-line p-3">
      <a href={url} download className={`${TEXT_LINK} w-fit max-w-full gap-2`}>
        <Icon name="document" />
        <span className="wrap-anywhere min-w-0">{name}</span>
      </a>
      <p className="text-ink-soft text-sm">
        {t('room.file.added', { by: t(`room.by.${by}`), time: t.utcTime(told), size: sizeOf(bytes, t) })}
        {step !== null && ` · ${t(`shipments.step.${step}`)}`}
        {isLate && ` · ${t('room.file.captured', { time: t.utcTime(captured) })}`}
        {openings !== null && ` · ${t('room.file.openings', { count: openings })}`}
      </p>
      <details className="text-sm">
        <summary className="cursor-pointer py-1 text-link">{t('room.file.fingerprint')}</summary>
        <p className="figures wrap-anywhere text-ink-soft">SHA-256 {sha256}</p>
      </details>
    </li>
  );
}

function sizeOf(bytes: number, t: ReturnType<typeof useTranslator>): string {
  if (bytes < KB * KB) return t('room.size.kb', { size: t.number(Math.max(Math.round(bytes / KB), 1)) });
  return t('room.size.mb', { size: t.number(Math.round((bytes / KB / KB) * 10) / 10) });
}
