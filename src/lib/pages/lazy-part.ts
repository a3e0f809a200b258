import { type ComponentType, lazy } from 'react';
import { loadMessages } from '../i18n/document-messages.ts';
import type { MessageArea } from '../i18n/translator.ts';

const Nothing = () => null;

export type LazyPartOptions = {
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
      return await loadPart(load, areas);
    } catch {
      return { default: Failed as ComponentType<Props> };
    }
  });
}

/** Loads a part and its messages, of which the server has all. */
export async function loadPart<Part>(load: () => Promise<Part>, areas: readonly MessageArea[]): Promise<Part> {
  const [part] = await Promise.all([load(), import.meta.env.SSR ? null : loadMessages(areas)]);
  return part;
}
