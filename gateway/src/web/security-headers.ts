import type { Env } from '@diorama/shared/server/runtime/env.ts';
import type { Middleware } from 'koa';

/** A year, during which browsers use only HTTPS. */
const STRICT_TRANSPORT = 'max-age=31536000';

/**
 * Keeps browsers to HTTPS where the product is reached over it. Not with a certificate of this machine: after that the
 * same address may be plain HTTP again.
 */
export function requireSecureTransport({ publicUrl, https }: Pick<Env, 'publicUrl' | 'https'>): Middleware {
  const isSecure = new URL(publicUrl).protocol === 'https:' && https === null;
  return (ctx, next) => {
    if (isSecure) {
      ctx.set('Strict-Transport-Security', STRICT_TRANSPORT);
    }
    return next();
  };
}

/** Sources of other origins that a page may use, by directive. */
export type ForeignSources = Partial<
  Record<'script-src' | 'style-src' | 'connect-src' | 'img-src' | 'frame-src', readonly string[]>
>;

/** Sources of the configured services; none where none is configured. */
export function foreignSources(
  env: Pick<Env, 'gtmId' | 'analytics' | 'google' | 'stripe' | 'paypal'>,
): ForeignSources {
  const tags = env.gtmId === null ? [] : ['https://www.googletagmanager.com'];
  const measured =
    env.gtmId === null ? [] : ['https://*.google-analytics.com', 'https://*.analytics.google.com'];
  const analytics = env.analytics === null ? [] : [new URL(env.analytics.url).origin];
  // The button is an iframe of Google's, which its script inserts.
  const google = env.google === null ? [] : ['https://accounts.google.com/gsi/'];
  // Card forms are iframes of the providers, and banks authenticate their customers in them.
  const stripe = env.stripe === null ? [] : ['https://js.stripe.com', 'https://*.stripe.com'];
  const paypal = env.paypal === null ? [] : ['https://*.paypal.com', 'https://*.paypalobjects.com'];
  const payments = [...stripe, ...paypal];
  return {
    'script-src': [...tags, ...google, ...payments],
    'style-src': google,
    'img-src': [...tags, ...measured, ...payments],
    'connect-src': [...tags, ...measured, ...analytics, ...google, ...payments],
    'frame-src': [...google, ...payments],
  };
}

/**
 * The headers of a page. Scripts come from us alone; models are decoded by WebAssembly and in workers; `framedBy` are the
 * origins whose pages may show it in a frame.
 */
export function pagePolicy(options: {
  publicUrl: string;
  filesUrl: string | null;
  framedBy: readonly string[] | 'all' | 'none';
  foreign: ForeignSources;
}): Record<string, string> {
  // Files have absolute addresses on the public address, which is another origin when the page was opened by
  // another name of this machine.
  const { filesUrl, framedBy, foreign } = options;
  const own = `'self' ${new URL(options.publicUrl).origin}${filesUrl === null ? '' : ` ${filesUrl}`}`;
  const and = (directive: keyof ForeignSources) =>
    (foreign[directive] ?? []).map((source) => ` ${source}`).join('');
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'wasm-unsafe-eval'${and('script-src')}`,
    `style-src 'self' 'unsafe-inline'${and('style-src')}`,
    `img-src ${own} data: blob:${and('img-src')}`,
    "font-src 'self' data:",
    `connect-src ${own} data: blob: ws: wss:${and('connect-src')}`,
    `frame-src 'self'${and('frame-src')}`,
    "worker-src 'self' blob:",
    `media-src ${own} blob:`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors(framedBy)}`,
  ].join('; ');
  return {
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), xr-spatial-tracking=(self)',
  };
}

function frameAncestors(framedBy: readonly string[] | 'all' | 'none'): string {
  if (framedBy === 'all') {
    return '*';
  }
  const valid = (framedBy === 'none' ? [] : framedBy).filter((origin) =>
    /^https?:\/\/[a-z0-9.*-]+(:\d+)?$/i.test(origin),
  );
  return valid.length === 0 ? "'none'" : valid.join(' ');
}
