/** Headers of files that no page is made of: scripts, styles, fonts, pictures. Short, for they are many. */
export const fileHeaders = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Headers of every other answer, errors included. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(self)',
  'x-frame-options': 'DENY',
} as const;

export const TRANSPORT_SECURITY = 'max-age=63072000; includeSubDomains';

/** For answers that are data: nothing in them may load or run anything. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** For the service worker, which fetches our own files and nothing else. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** Origins of others that a page may load scripts and frames from, and talk to. */
export type ThirdParties = { scripts: string[]; frames: string[]; calls: string[] };

/** With thirdParties, whose frames do not say that they may be embedded. */
export const THIRD_PARTY_EMBEDDER_POLICY = 'unsafe-none';

/** For pages: only our own files, the inline scripts with these hashes (`'sha256-…'`), and what thirdParties need. */
export function pagePolicy(scriptHashes: string[], thirdParties?: ThirdParties): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scriptHashes, ...(thirdParties?.scripts ?? [])].join(' ')}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${["'self'", ...(thirdParties?.calls ?? [])].join(' ')}`,
    ...(thirdParties ? [`frame-src ${thirdParties.frames.join(' ')}`] : []),
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
