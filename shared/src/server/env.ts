import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { FAILPOINTS } from './failpoint.ts';
import { isGivenTo, type ProcessName } from './process-secrets.ts';

/** The parts of the gateway; each may run as a process of its own. */
export const GATEWAY_ROLES = ['http', 'collab', 'live', 'outbox'] as const;
export type GatewayRole = (typeof GATEWAY_ROLES)[number];

const SECOND_MS = 1_000;
const PROJECT_ROOT = resolve(import.meta.dirname, '../../..');

const PAYPAL_LIVE_URL = 'https://api-m.paypal.com';

const optional = z.string().nullable().default(null);
const url = z.url().transform((value) => value.replace(/\/+$/, ''));
/** A key that somebody else made and that has their form. */
const key = (form: RegExp, message: string) => z.string().regex(form, message).nullable().default(null);
/** An address a person is led to; `{lang}` may stand in it. */
const link = z
  .string()
  .refine(
    (value) => /^(https?|mailto):/.test(value) && URL.canParse(value),
    'must be an http, https or mailto address',
  )
  .nullable()
  .default(null);
const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );
const flag = z.enum(['0', '1', 'false', 'true']).transform((value) => value === '1' || value === 'true');
const number = z.string().regex(/^\d+(\.\d+)?$/, 'must be a number, zero or more');
const port = number.transform(Number).pipe(z.int().min(0).max(65_535));

/**
 * Every variable that the processes read. `compose.yaml` names the public ones and a test compares the two.
 * An empty value counts as unset. Variables that start with `DIORAMA_` and are not in the README are private
 * between the start command and the processes that it runs.
 */
export const ENV_VARIABLES = z.object({
  /** Where the gateway listens. */
  PORT: port.default(3000),
  /** The address it listens on; `0.0.0.0` lets other machines in. */
  HOST: z.string().default('127.0.0.1'),
  /** Begins every absolute link; `http://localhost:<PORT>` when unset. */
  PUBLIC_URL: url.optional(),
  DIORAMA_DATA_DIR: z.string().default('.data'),
  /** Makes the demo account and its scenes on a first start. */
  DIORAMA_DEMO: flag.default(false),
  /** Private: the demo account's password, chosen by the start command; the gateway chooses one where that has not. */
  DIORAMA_DEMO_PASSWORD: z.string().optional(),
  /** Private: where a worker answers `/health` and `/metrics`; 0 takes any free port. */
  DIORAMA_HEALTH_PORT: port.default(0),
  /** Private: where tests let a process die; refused beside keys of a payment provider for live money. */
  DIORAMA_FAILPOINT: z.enum(FAILPOINTS).nullable().default(null),
  /** A list: the first key signs, all of them verify. */
  SECRET_KEY: list.pipe(
    z.array(z.string().min(32, 'each key must have 32 characters or more')).min(1, 'is required'),
  ),
  DATABASE_URL: z
    .string({ error: 'is required' })
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://'),
  /** With it the queues and the bus run on Redis, else on PostgreSQL. */
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must begin with redis:// or rediss://')
    .nullable()
    .default(null),
  /** With it objects go to this S3 store, else to files under the data folder. */
  S3_ENDPOINT: url.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().default('diorama'),
  S3_ACCESS_KEY: optional,
  S3_SECRET_KEY: optional,
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .default('smtp://127.0.0.1:1025'),
  MAIL_FROM: z.string().default('Diorama <hello@diorama.test>'),
  OPERATOR_EMAILS: list.transform((emails) => emails.map((email) => email.toLowerCase())),
  /** Lets a scraper that is not on this machine read `/metrics`. */
  METRICS_TOKEN: optional,
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_ISSUER: z.string().default('https://accounts.google.com'),
  GOOGLE_JWKS_URL: url.default('https://www.googleapis.com/oauth2/v3/certs'),
  /** `sandbox` lets everybody pay with test cards; the demo has it of its own accord. */
  PAYMENTS: z.literal('sandbox').nullable().default(null),
  STRIPE_SECRET_KEY: key(/^(sk|rk)_(test|live)_\S+$/, 'must look like sk_live_… or sk_test_…'),
  STRIPE_PUBLISHABLE_KEY: key(/^pk_(test|live)_\S+$/, 'must look like pk_live_… or pk_test_…'),
  STRIPE_WEBHOOK_SECRET: key(/^whsec_\S+$/, 'must look like whsec_…'),
  STRIPE_API_URL: url.default('https://api.stripe.com'),
  PAYPAL_CLIENT_ID: key(/^\S+$/, 'must hold no spaces'),
  PAYPAL_SECRET: key(/^\S+$/, 'must hold no spaces'),
  PAYPAL_WEBHOOK_ID: key(/^\S+$/, 'must hold no spaces'),
  PAYPAL_API_URL: url.default(PAYPAL_LIVE_URL),
  /** When the promotion ends, as a date. */
  PROMO_END: z
    .string()
    .refine((value) => !Number.isNaN(Date.parse(value)), 'must be a date')
    .nullable()
    .default(null),
  /** Per cent off while the promotion runs. */
  PROMO_DISCOUNT: number.transform(Number).pipe(z.number().max(100)).nullable().default(null),
  REIMAGINE_URL: url.optional(),
  REIMAGINE_KEY: optional,
  /** Whether the service also takes how far everything in the view is. */
  REIMAGINE_DEPTH: flag.default(false),
  CHROMIUM_PATH: optional,
  /** Addresses outside of Diorama; `{lang}` in one becomes the visitor's language. */
  HELP_URL: link,
  MARKETING_URL: link,
  SUPPORT_URL: link,
  TERMS_URL: link,
  PRIVACY_URL: link,
  COOKIES_URL: link,
  /** The tag manager's container, such as `GTM-ABC123`; loaded only with the visitor's consent. */
  GTM_ID: z
    .string()
    .regex(/^GTM-[A-Z0-9]+$/, 'must look like GTM-ABC123')
    .nullable()
    .default(null),
  /** Where product analytics are sent once the visitor consents. */
  ANALYTICS_URL: url.optional(),
  ANALYTICS_KEY: optional,
  TRACKING_COOKIE_DAYS: number.transform(Number).default(30),
  /** Addresses and CIDR ranges that may not sign up, sign in or pay. */
  BLOCKED_IPS: list.refine((entries) => entries.every(isAddressRange), 'must be addresses or CIDR ranges'),
  BLOCKED_COUNTRIES: list.transform((countries) => countries.map((country) => country.toUpperCase())),
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-For` is believed. */
  TRUSTED_PROXIES: list.refine(
    (entries) => entries.every(isAddressRange),
    'must be addresses or CIDR ranges',
  ),
  /** The header in which a proxy tells the visitor's country. */
  COUNTRY_HEADER: optional,
  /** Multiplies every rate limit; 0 switches them off. */
  RATE_LIMIT_FACTOR: number.transform(Number).default(1),
  SHUTDOWN_GRACE_S: number.transform(Number).default(8),
  GATEWAY_ROLES: list
    .transform((roles) => (roles.length === 0 ? [...GATEWAY_ROLES] : roles))
    .pipe(z.array(z.enum(GATEWAY_ROLES))),
});

/** The parsed environment, from which everything is configured once at start-up. */
export type Env = ReturnType<typeof toEnv>;

/**
 * Reads the environment of a process.
 * @param reader which process it is: those that sign nothing need no key.
 * @throws Error that names in one line every variable that is missing or wrong.
 */
export function loadEnv(source: NodeJS.ProcessEnv = process.env, reader: ProcessName = 'gateway'): Env {
  const variables = isGivenTo(reader, 'SECRET_KEY')
    ? ENV_VARIABLES
    : ENV_VARIABLES.extend({ SECRET_KEY: list });
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(present);
  const problems = parsed.success
    ? [
        ...findHalfGroups(parsed.data),
        ...findMixedKeys(parsed.data),
        ...findSandbox(parsed.data),
        ...findFailpoint(parsed.data),
      ]
    : parsed.error.issues.map((issue) => `${issue.path[0]?.toString() ?? '?'} ${issue.message}`);
  if (!parsed.success || problems.length > 0) {
    throw new Error(`The environment is not usable: ${problems.join('; ')}`);
  }
  return toEnv(parsed.data);
}

/** Whether the text is an address, or one with a prefix of a length its family has. */
function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  return bits > 0 && isPrefix && rest.length === 0;
}

type Variables = z.output<typeof ENV_VARIABLES>;

/** Variables that only make sense together. */
const GROUPS = [
  ['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'],
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['PAYPAL_CLIENT_ID', 'PAYPAL_SECRET', 'PAYPAL_WEBHOOK_ID'],
  ['PROMO_END', 'PROMO_DISCOUNT'],
  ['ANALYTICS_URL', 'ANALYTICS_KEY'],
] as const satisfies readonly (readonly (keyof Variables)[])[];

function findHalfGroups(vars: Variables): string[] {
  return GROUPS.flatMap((group) => {
    const missing = group.filter((name) => vars[name] === null || vars[name] === undefined);
    const isHalf = missing.length > 0 && missing.length < group.length;
    return isHalf ? [`${missing.join(', ')} must be set too, as ${group.join(', ')} go together`] : [];
  });
}

/** Keys for tests beside keys for money: one of them is a mistake. */
function findMixedKeys({
  STRIPE_SECRET_KEY: secret,
  STRIPE_PUBLISHABLE_KEY: publishable,
}: Variables): string[] {
  const isTest = (text: string) => text.split('_')[1] === 'test';
  return secret !== null && publishable !== null && isTest(secret) !== isTest(publishable)
    ? ['STRIPE_PUBLISHABLE_KEY must be for the same mode as STRIPE_SECRET_KEY, test or live']
    : [];
}

/** Whoever can pay with test cards beside those who pay with money has for nothing what others pay for. */
function findSandbox({ PAYMENTS, STRIPE_SECRET_KEY, PAYPAL_CLIENT_ID, PAYPAL_API_URL }: Variables): string[] {
  const isLive =
    STRIPE_SECRET_KEY?.split('_')[1] === 'live' ||
    (PAYPAL_CLIENT_ID !== null && PAYPAL_API_URL === PAYPAL_LIVE_URL);
  return PAYMENTS === 'sandbox' && isLive ? ['PAYMENTS must not be sandbox beside keys for real money'] : [];
}

/** Nothing that takes people's money may be made to die on purpose: only the sandbox and test keys may stand beside a failpoint. */
function findFailpoint({ DIORAMA_FAILPOINT, STRIPE_SECRET_KEY, PAYPAL_CLIENT_ID }: Variables): string[] {
  const isForMoney = STRIPE_SECRET_KEY?.split('_')[1] === 'live' || PAYPAL_CLIENT_ID !== null;
  return DIORAMA_FAILPOINT !== null && isForMoney
    ? ['DIORAMA_FAILPOINT must not be set where payments are real']
    : [];
}

function toEnv(vars: Variables) {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = vars;
  const hasS3 = endpoint !== undefined && accessKey !== null && secretKey !== null;
  return {
    port: vars.PORT,
    host: vars.HOST,
    publicUrl: vars.PUBLIC_URL ?? `http://localhost:${vars.PORT}`,
    /** Absolute path. */
    dataDir: resolve(vars.DIORAMA_DATA_DIR),
    demo: vars.DIORAMA_DEMO,
    demoPassword: vars.DIORAMA_DEMO_PASSWORD ?? null,
    healthPort: vars.DIORAMA_HEALTH_PORT,
    failpoint: vars.DIORAMA_FAILPOINT,
    /** The first signs, all verify; none in a process that signs nothing. */
    secretKeys: vars.SECRET_KEY,
    databaseUrl: vars.DATABASE_URL,
    redisUrl: vars.REDIS_URL,
    s3: hasS3 ? { endpoint, region: vars.S3_REGION, bucket: vars.S3_BUCKET, accessKey, secretKey } : null,
    smtpUrl: vars.SMTP_URL,
    mailFrom: vars.MAIL_FROM,
    /** In lower case. */
    operatorEmails: vars.OPERATOR_EMAILS,
    metricsToken: vars.METRICS_TOKEN,
    ...toProviders(vars),
    chromiumPath: vars.CHROMIUM_PATH,
    ...toLinks(vars),
    blockedIps: vars.BLOCKED_IPS,
    /** ISO codes in upper case. */
    blockedCountries: vars.BLOCKED_COUNTRIES,
    trustedProxies: vars.TRUSTED_PROXIES,
    countryHeader: vars.COUNTRY_HEADER,
    rateLimitFactor: vars.RATE_LIMIT_FACTOR,
    shutdownGraceMs: vars.SHUTDOWN_GRACE_S * SECOND_MS,
    gatewayRoles: new Set(vars.GATEWAY_ROLES) as ReadonlySet<GatewayRole>,
    /** The built web pages. */
    webDist: resolve(PROJECT_ROOT, 'web/dist'),
  };
}

function toProviders(vars: Variables) {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = vars;
  const { PAYPAL_CLIENT_ID, PAYPAL_SECRET, PAYPAL_WEBHOOK_ID } = vars;
  const { PROMO_END, PROMO_DISCOUNT, GOOGLE_CLIENT_ID, REIMAGINE_URL } = vars;
  return {
    google:
      GOOGLE_CLIENT_ID === null
        ? null
        : { clientId: GOOGLE_CLIENT_ID, issuer: vars.GOOGLE_ISSUER, jwksUrl: vars.GOOGLE_JWKS_URL },
    stripe:
      STRIPE_SECRET_KEY === null || STRIPE_PUBLISHABLE_KEY === null || STRIPE_WEBHOOK_SECRET === null
        ? null
        : {
            secretKey: STRIPE_SECRET_KEY,
            publishableKey: STRIPE_PUBLISHABLE_KEY,
            webhookSecret: STRIPE_WEBHOOK_SECRET,
            apiUrl: vars.STRIPE_API_URL,
          },
    paypal:
      PAYPAL_CLIENT_ID === null || PAYPAL_SECRET === null || PAYPAL_WEBHOOK_ID === null
        ? null
        : {
            clientId: PAYPAL_CLIENT_ID,
            secret: PAYPAL_SECRET,
            webhookId: PAYPAL_WEBHOOK_ID,
            apiUrl: vars.PAYPAL_API_URL,
          },
    /** Whether whoever has a test card can pay with it: where it was asked for, and in the demo, which has no other way. */
    hasSandboxPayments:
      vars.PAYMENTS === 'sandbox' ||
      (vars.DIORAMA_DEMO && STRIPE_SECRET_KEY === null && PAYPAL_CLIENT_ID === null),
    /** `end` is a date as written, `discount` per cent. */
    promo:
      PROMO_END === null || PROMO_DISCOUNT === null ? null : { end: PROMO_END, discount: PROMO_DISCOUNT },
    reimagine:
      REIMAGINE_URL === undefined
        ? null
        : { url: REIMAGINE_URL, key: vars.REIMAGINE_KEY, takesDepth: vars.REIMAGINE_DEPTH },
  };
}

function toLinks(vars: Variables) {
  return {
    helpUrl: vars.HELP_URL,
    marketingUrl: vars.MARKETING_URL,
    supportUrl: vars.SUPPORT_URL,
    termsUrl: vars.TERMS_URL,
    privacyUrl: vars.PRIVACY_URL,
    cookiesUrl: vars.COOKIES_URL,
    gtmId: vars.GTM_ID,
    analytics:
      vars.ANALYTICS_URL === undefined || vars.ANALYTICS_KEY === null
        ? null
        : { url: vars.ANALYTICS_URL, key: vars.ANALYTICS_KEY },
    trackingCookieDays: vars.TRACKING_COOKIE_DAYS,
  };
}

/** Has libraries that gather files in the system's temporary folder gather them in this one. */
export function setTemporaryFolder(folder: string): void {
  process.env.TMPDIR = folder;
}
