import { type ComponentType, lazy } from 'react';
import { loadMessages } from '../i18n/document-messages.ts';
import type { MessageArea } from '../i18n/translator.ts';

const Nothing = () => null;

type LazyPartOptions = {
  /** Replaces a part that cannot be loaded, for example offline. By default nothing is shown. */
  Failed?: ComponentType;
  /** Messages that only the part needs, listed in `LATER_AREAS`. */
  areas?: readonly MessageArea[];
};

/** Creates a component that loads with its messages on first render, for a part that its page can do without. */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { Failed = Nothing, areas = [] }: LazyPartOptions = {},
) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      // The server has all messages.
      const [part] = await Promise.all([load(), import.meta.env.SSR ? null : loadMessages(areas)]);
      return part;
    } catch {
      return { default: Failed as ComponentType<Props> };
    }
  });
}
