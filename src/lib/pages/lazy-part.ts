import { type ComponentType, lazy } from 'react';

const Nothing = () => null;

/**
 * A component that is loaded when it is first rendered, for a part without which its page is complete. `Failed`, by default
 * nothing, takes its place if it cannot be loaded, for example offline.
 */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Failed: ComponentType = Nothing,
) {
  return lazy(() =>
    load().catch((): { default: ComponentType<Props> } => ({ default: Failed as ComponentType<Props> })),
  );
}
