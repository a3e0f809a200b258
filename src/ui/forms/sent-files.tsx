import { TEXT_LINK } from '../button.tsx';
import { Icon } from '../icon.tsx';

type SentFile = { url: string; format: 'pdf' | 'jpg' };
type SentFilesProps = {
  files: SentFile[];
  /** Names a file by its format and its number, counted from 1. */
  nameOf: (format: SentFile['format'], number: string) => string;
};

/** Photos to look at and PDFs that a user sent. A click downloads one. */
export function SentFiles({ files, nameOf }: SentFilesProps) {
  if (files.length === 0) return null;
  return (
    <ul className="flex flex-wrap items-center gap-3">
      {files.map(({ url, format }, index) => (
        <li key={url}>
          {format === 'jpg' ? (
            <a href={url} download className="block overflow-hidden rounded-md border border-line">
              <img
                src={url}
                alt={nameOf(format, String(index + 1))}
                width={128}
                height={96}
                loading="lazy"
                className="h-24 w-32 bg-sunken object-cover"
              />
            </a>
          ) : (
            <a href={url} download className={`${TEXT_LINK} gap-2`}>
              <Icon name="document" />
              {nameOf(format, String(index + 1))}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
