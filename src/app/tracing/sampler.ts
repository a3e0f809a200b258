import type { Sampler } from '@opentelemetry/sdk-trace';

/**
 * Follows the decision of a trusted proxy. Without one, anybody could have all requests recorded by a header, so chance decides: the
 * trace id comes from outside, too.
 */
export function samplerOf(
  sdk: typeof import('@opentelemetry/sdk-trace'),
  ratio: number,
  trustsParent: boolean,
): Sampler {
  const { RECORD_AND_SAMPLED, NOT_RECORD } = sdk.SamplingDecision;
  const chance: Sampler = {
    shouldSample: () => ({ decision: Math.random() < ratio ? RECORD_AND_SAMPLED : NOT_RECORD }),
    toString: () => `Chance{${ratio}}`,
  };
  return new sdk.ParentBasedSampler({
    root: new sdk.TraceIdRatioBasedSampler(ratio),
    ...(!trustsParent && { remoteParentSampled: chance, remoteParentNotSampled: chance }),
  });
}
