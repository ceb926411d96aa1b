/** How a visitor came: the campaign and the friend whose link it was. */
export type Origin = { utm?: Record<string, string>; referrer?: string };

const NAME = 'diorama_origin';
const DAY_S = 24 * 60 * 60;
const MAX_VALUE = 200;
const UTM = ['source', 'medium', 'campaign', 'term', 'content'] as const;

/** What the address of a visit says of how the visitor came; nothing of it where it says nothing. */
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

/** The cookie that keeps it until the visitor signs up, in the words of `document.cookie`. */
export function writeOrigin(origin: Origin, options: { days: number; isSecure: boolean }): string {
  const value = encodeURIComponent(JSON.stringify(origin));
  const maxAge = Math.round(options.days * DAY_S);
  return `${NAME}=${value}; path=/; max-age=${maxAge}; SameSite=Lax${options.isSecure ? '; Secure' : ''}`;
}

/** What the cookie keeps; nothing where there is none, or somebody else wrote it. */
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
