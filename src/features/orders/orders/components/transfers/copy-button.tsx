import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { useHydrated } from '#lib/pages/use-hydrated.ts';
import { Icon } from '#ui/icon.tsx';

/** Copies a figure. `name` says which one, for screen readers. Hidden without scripts. */
export function CopyButton({ name, text }: { name: string; text: string }) {
  const t = useTranslator();
  const hydrated = useHydrated();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast(t('transfers.copied', { name })),
      () => showToast(t('transfers.copyFailed'), 'failed'),
    );
  return (
    <button
      type="button"
      disabled={!hydrated}
      onClick={copy}
      aria-label={t('transfers.copy', { name })}
      className="grid size-11 shrink-0 place-items-center rounded-md text-link hover:bg-sunken noscript:hidden"
    >
      <Icon name="copy" className="size-5" />
    </button>
  );
}
