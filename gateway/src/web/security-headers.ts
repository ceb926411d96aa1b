/**
 * The headers of a page. Scripts come from us alone; models are decoded by WebAssembly and in workers; an embed may
 * be framed by the origins its scene names, by all when it names none, and nothing else may be framed at all.
 */
export function pagePolicy(page: string, embedOrigins: readonly string[]): Record<string, string> {
  const ancestors = page === 'embed' ? frameAncestors(embedOrigins) : "'none'";
  const policy = [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self' data: blob: ws: wss:",
    "worker-src 'self' blob:",
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
  ].join('; ');
  return {
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), xr-spatial-tracking=(self)',
  };
}

function frameAncestors(origins: readonly string[]): string {
  if (origins.length === 0) {
    return '*';
  }
  const valid = origins.filter((origin) => /^https?:\/\/[a-z0-9.*-]+(:\d+)?$/i.test(origin));
  return valid.length === 0 ? "'none'" : valid.join(' ');
}
