/** What the policy of pages takes as a site: a scheme, a host that may begin with a star, and a port. */
const ORIGIN = /^https?:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/;
/** The most sites one scene names. */
export const MOST_ORIGINS = 50;

/**
 * Reads sites out of a text, one a line; what follows on the host is left away, as addresses are pasted whole.
 * @returns the sites, the first line that is none, and whether there are more of them than a scene may name.
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
  return { origins, wrong, isTooMany: origins.length > MOST_ORIGINS };
}
