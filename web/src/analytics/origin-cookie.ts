/** Origin of a visitor: the campaign, and the user whose referral link it was. */
export type Origin = { utm?: Record<string, string>; referrer?: string };

const NAME = 'diorama_origin';
const DAY_S = 24 * 60 * 60;
const MAX_VALUE = 200;
const UTM = ['source', 'medium', 'campaign', 'term', 'content'] as const;

/** Reads the origin from the address of a visit; empty if the address contains none. */
export function originOf(query: URLSearchParams): Origin {
  const utm = Object.fromEntries(
    UTM.flatMap((name) => {
      const value = query.get(`utm_${name}`);
      return value === null || value === '' ? [] : [[name, value.slice(0, MAX_VALUE)]];
    }),
  );
  const referrer = query.get('referrer')?.slice(0, MAX_VALUE);
  return {
    ...(Object.keys(utm).length > 0 && { utm }),
    ...(referrer !== undefined && referrer !== '' && { referrer }),
  };
}

/** The cookie that keeps the origin until the visitor signs up, in the format of `document.cookie`. */
export function writeOrigin(origin: Origin, options: { days: number; isSecure: boolean }): string {
  const value = encodeURIComponent(JSON.stringify(origin));
  const maxAge = Math.round(options.days * DAY_S);
  return `${NAME}=${value}; path=/; max-age=${maxAge}; SameSite=Lax${options.isSecure ? '; Secure' : ''}`;
}

/** Origin stored in the cookie; empty if it is missing or has another format. */
export function readOrigin(cookies: string): Origin {
  const value = cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${NAME}=`))
    ?.slice(NAME.length + 1);
  if (value === undefined) {
    return {};
  }
  try {
    return cleaned(JSON.parse(decodeURIComponent(value)));
  } catch {
    return {};
  }
}

function cleaned(value: unknown): Origin {
  const { utm, referrer } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  const query = new URLSearchParams();
  for (const [name, text] of Object.entries(typeof utm === 'object' && utm !== null ? utm : {})) {
    query.set(`utm_${name}`, String(text));
  }
  if (typeof referrer === 'string') {
    query.set('referrer', referrer);
  }
  return originOf(query);
}
