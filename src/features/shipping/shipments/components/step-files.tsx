import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import type { StepResponse } from '../model/shipment-contract.ts';

/** The photos and papers that prove a step, and those that are missing once it is its turn. */
export function StepFiles({ step }: { step: StepResponse }) {
  const { state, evidence, papers } = step;
  // A timeline that an older version stored on this device has none.
  const files = step.files ?? [];
  const t = useTranslator();
  const isDue = state === 'done' || state === 'passed' || state === 'next';
  // Export papers say themselves which of them are missing.
  const wanted = isDue && papers.length === 0 ? evidence.map(({ kind }) => kind) : [];
  const kinds = [...new Set([...wanted, ...files.map(({ kind }) => kind)])];
  if (kinds.length === 0) return null;
  return (
    <ul aria-label={t('shipments.evidence')} className="grid gap-1 text-sm">
      {kinds.map((kind) => {
        const ofKind = files.filter((file) => file.kind === kind);
        const name = t(`shipments.kind.${kind}`);
        return (
          <li key={kind} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className={`flex items-center gap-2 ${ofKind.length > 0 ? 'text-verified' : 'text-ink-soft'}`}>
              <Icon name={ofKind.length > 0 ? 'check' : 'document'} className="size-4" />
              {ofKind.length > 0 ? name : t('shipments.evidence.missing', { kind: name })}
            </span>
            {ofKind.map(({ id, name: file, url }) => (
              <a key={id} href={url} download className={`${TEXT_LINK} wrap-anywhere min-w-0`}>
                {file}
              </a>
            ))}
          </li>
        );
      })}
    </ul>
  );
}
