/** A source expression of a content security policy: a scheme, a host that may start with a wildcard, and a port. */
const ORIGIN = /^https?:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/;
/** Limit of sites per scene. */
export const MAX_ORIGINS = 50;

/**
 * Parses sites, one per line; the part after the host is dropped, as users paste whole addresses.
 * @returns the sites, the first invalid line, and whether there are more than the limit.
 */
export function splitOrigins(text: string): {
  origins: string[];
  wrong: string | null;
  isTooMany: boolean;
} {
  const lines = text
    .split(/[\s,;]+/)
    .map((line) => line.trim().toLowerCase())
    .filter((line) => line !== '');
  const origins = [...new Set(lines.map((line) => line.replace(/^(https?:\/\/[^/]+)\/.*$/, '$1')))];
  const wrong = origins.find((origin) => !ORIGIN.test(origin)) ?? null;
  return { origins, wrong, isTooMany: origins.length > MAX_ORIGINS };
}
