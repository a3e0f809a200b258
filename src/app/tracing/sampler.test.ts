import * as api from '@opentelemetry/api';
import * as sdk from '@opentelemetry/sdk-trace';
import { expect, test } from 'vitest';
import { samplerOf } from './open-tracing.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const parent = (traceFlags: number) =>
  api.trace.setSpanContext(api.ROOT_CONTEXT, {
    traceId: TRACE,
    spanId: 'b7ad6b7169203331',
    traceFlags,
    isRemote: true,
  });
const isSampled = (ratio: number, trusts: boolean, context: api.Context) =>
  samplerOf(sdk, ratio, trusts).shouldSample(context, TRACE, 'GET /', api.SpanKind.SERVER, {}, []).decision ===
  sdk.SamplingDecision.RECORD_AND_SAMPLED;

test('follows the decision of a trusted proxy and ignores that of a stranger', () => {
  const [sampled, notSampled] = [parent(1), parent(0)];
  expect([isSampled(0, true, sampled), isSampled(1, true, notSampled)]).toEqual([true, false]);
  expect([isSampled(0, false, sampled), isSampled(1, false, notSampled)]).toEqual([false, true]);
});

test('without a parent, samples by the ratio', () => {
  expect([isSampled(0, true, api.ROOT_CONTEXT), isSampled(1, true, api.ROOT_CONTEXT)]).toEqual([false, true]);
});
