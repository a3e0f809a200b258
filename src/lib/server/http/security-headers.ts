/** Headers of scripts, styles, fonts and pictures. Few, because these files are many. */
export const fileHeaders = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Headers of all other responses, including errors. */
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

/** Policy of data responses, which load and run nothing. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Policy of the service worker, which only fetches from this origin. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/**
 * Where browsers report what a page's policy forbade. All of them know `report-uri`. `report-to` makes Chromium ignore it, and delivers
 * nothing over http.
 */
export const POLICY_REPORTS = '/csp-reports';

/** Third-party origins that a page may load scripts and frames from and connect to. */
export type ThirdParties = { scripts: string[]; frames: string[]; calls: string[] };

/** Embedder policy of pages with third-party frames, because those frames do not opt in to being embedded. */
export const THIRD_PARTY_EMBEDDER_POLICY = 'unsafe-none';

/** Policy of pages: files of this origin, inline scripts with these hashes (`'sha256-…'`), and the third parties. */
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
    `report-uri ${POLICY_REPORTS}`,
  ].join('; ');
}
