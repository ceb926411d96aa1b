import { resolve } from 'node:path';
import { z } from 'zod';
import { isAddressRange } from './address-range.ts';
import { FAILPOINTS } from './failpoint.ts';
import { isExposedTo, type ProcessName } from './process-secrets.ts';
import { readSecretFiles } from './secret-files.ts';

/** Roles of the gateway; each may run as a separate process. */
export const GATEWAY_ROLES = ['http', 'collab', 'live', 'outbox'] as const;
export type GatewayRole = (typeof GATEWAY_ROLES)[number];

const SECOND_MS = 1_000;
const PROJECT_ROOT = resolve(import.meta.dirname, '../../../..');

const PAYPAL_LIVE_URL = 'https://api-m.paypal.com';

const optional = z.string().nullable().default(null);
const url = z.url().transform((value) => value.replace(/\/+$/, ''));
/** An external key with a known format. */
const key = (form: RegExp, message: string) => z.string().regex(form, message).nullable().default(null);
/** A link for users, optionally with `{lang}`. */
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
  /** Port of the gateway. */
  PORT: port.default(3000),
  /** Address that the gateway binds to; `0.0.0.0` accepts other machines. */
  HOST: z.string().default('127.0.0.1'),
  /** Base of every absolute link; `http://localhost:<PORT>` when unset. */
  PUBLIC_URL: url.optional(),
  /** `lan`: the gateway speaks HTTPS by a certificate of this machine, for phones of the same network. */
  HTTPS: z.literal('lan').nullable().default(null),
  DIORAMA_DATA_DIR: z.string().default('.data'),
  /** Creates the demo account and its scenes on the first start. */
  DIORAMA_DEMO: flag.default(false),
  /**
   * Private: the demo account's password, chosen by the start command; the gateway generates one if unset.
   */
  DIORAMA_DEMO_PASSWORD: z.string().optional(),
  /** Private: port of a worker's `/health` and `/metrics`; 0 uses any free port. */
  DIORAMA_HEALTH_PORT: port.default(0),
  /** Private: point at which tests kill a process; rejected with live keys of a payment provider. */
  DIORAMA_FAILPOINT: z.enum(FAILPOINTS).nullable().default(null),
  /** A list: the first key signs, all of them verify. */
  SECRET_KEY: list.pipe(
    z.array(z.string().min(32, 'each key must have 32 characters or more')).min(1, 'is required'),
  ),
  DATABASE_URL: z
    .string({ error: 'is required' })
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://'),
  /** If set, the queues and the bus run on Redis, else on PostgreSQL. */
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must begin with redis:// or rediss://')
    .nullable()
    .default(null),
  /** If set, objects are stored in this S3 store, else as files in the data folder. */
  S3_ENDPOINT: url.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().default('diorama'),
  S3_ACCESS_KEY: optional,
  /** Origin by which clients read files from the S3 store, without the gateway. */
  FILES_URL: url
    .refine((value) => URL.parse(value)?.origin === value, 'must be an origin without a path')
    .nullable()
    .default(null),
  S3_SECRET_KEY: optional,
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .default('smtp://127.0.0.1:1025'),
  MAIL_FROM: z.string().default('Diorama <hello@diorama.test>'),
  OPERATOR_EMAILS: list.transform((emails) => emails.map((email) => email.toLowerCase())),
  /** Allows scrapers on other machines to read `/metrics`. */
  METRICS_TOKEN: optional,
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_ISSUER: z.string().default('https://accounts.google.com'),
  GOOGLE_JWKS_URL: url.default('https://www.googleapis.com/oauth2/v3/certs'),
  /** Origins from which profile pictures are downloaded. */
  GOOGLE_PICTURE_ORIGINS: z
    .string()
    .default([3, 4, 5, 6].map((server) => `https://lh${server}.googleusercontent.com`).join(','))
    .transform((origins) => origins.split(',').map((origin) => origin.trim())),
  /** `sandbox` accepts test cards from everyone; the demo always uses it. */
  PAYMENTS: z.literal('sandbox').nullable().default(null),
  STRIPE_SECRET_KEY: key(/^(sk|rk)_(test|live)_\S+$/, 'must look like sk_live_… or sk_test_…'),
  STRIPE_PUBLISHABLE_KEY: key(/^pk_(test|live)_\S+$/, 'must look like pk_live_… or pk_test_…'),
  STRIPE_WEBHOOK_SECRET: key(/^whsec_\S+$/, 'must look like whsec_…'),
  STRIPE_API_URL: url.default('https://api.stripe.com'),
  PAYPAL_CLIENT_ID: key(/^\S+$/, 'must hold no spaces'),
  PAYPAL_SECRET: key(/^\S+$/, 'must hold no spaces'),
  PAYPAL_WEBHOOK_ID: key(/^\S+$/, 'must hold no spaces'),
  PAYPAL_API_URL: url.default(PAYPAL_LIVE_URL),
  /** Who sells, as invoices name them; required beside keys for real money. Lines of the address are separated by `|`. */
  INVOICE_SELLER_NAME: optional,
  INVOICE_SELLER_ADDRESS: optional,
  INVOICE_SELLER_TAX_ID: optional,
  INVOICE_SELLER_EMAIL: z.email().nullable().default(null),
  /** Tax that prices include, in per cent; invoices show it. */
  INVOICE_TAX_RATE: number.transform(Number).pipe(z.number().max(100)).nullable().default(null),
  /** End date of the promotion. */
  PROMO_END: z
    .string()
    .refine((value) => !Number.isNaN(Date.parse(value)), 'must be a date')
    .nullable()
    .default(null),
  /** Percentage off during the promotion. */
  PROMO_DISCOUNT: number.transform(Number).pipe(z.number().max(100)).nullable().default(null),
  REIMAGINE_URL: url.optional(),
  REIMAGINE_KEY: optional,
  /** Whether the service also accepts a depth image. */
  REIMAGINE_DEPTH: flag.default(false),
  CHROMIUM_PATH: optional,
  /** External links; `{lang}` becomes the visitor's language. */
  HELP_URL: link,
  MARKETING_URL: link,
  SUPPORT_URL: link,
  TERMS_URL: link,
  PRIVACY_URL: link,
  COOKIES_URL: link,
  /** Tag manager container, such as `GTM-ABC123`; loaded only with the visitor's consent. */
  GTM_ID: z
    .string()
    .regex(/^GTM-[A-Z0-9]+$/, 'must look like GTM-ABC123')
    .nullable()
    .default(null),
  /** URL for product analytics, used after the visitor's consent. */
  ANALYTICS_URL: url.optional(),
  ANALYTICS_KEY: optional,
  TRACKING_COOKIE_DAYS: number.transform(Number).default(30),
  /** Addresses and CIDR ranges that may not sign up, sign in or pay. */
  BLOCKED_IPS: list.refine((entries) => entries.every(isAddressRange), 'must be addresses or CIDR ranges'),
  BLOCKED_COUNTRIES: list.transform((countries) => countries.map((country) => country.toUpperCase())),
  /** Addresses and CIDR ranges of trusted proxies, whose `X-Forwarded-For` is used. */
  TRUSTED_PROXIES: list.refine(
    (entries) => entries.every(isAddressRange),
    'must be addresses or CIDR ranges',
  ),
  /** Header with the visitor's country, set by a proxy. */
  COUNTRY_HEADER: optional,
  /** Multiplies every rate limit; 0 disables them. */
  RATE_LIMIT_FACTOR: number.transform(Number).default(1),
  /** Lets people see everything and write nothing. */
  READ_ONLY: flag.default(false),
  /** Folder of the nightly backup, or `s3://bucket/prefix`. */
  BACKUP_DIR: optional,
  /** Store of backups in buckets. */
  BACKUP_S3_ENDPOINT: url.optional(),
  BACKUP_S3_REGION: z.string().default('us-east-1'),
  BACKUP_S3_ACCESS_KEY: optional,
  BACKUP_S3_SECRET_KEY: optional,
  /** Time of day of the backup, in the time zone of the worker. */
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 03:30')
    .default('03:00'),
  /** OTLP collector over HTTP, which receives spans. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  SHUTDOWN_GRACE_S: number.transform(Number).default(8),
  GATEWAY_ROLES: list
    .transform((roles) => (roles.length === 0 ? [...GATEWAY_ROLES] : roles))
    .pipe(z.array(z.enum(GATEWAY_ROLES))),
});

/** The seller that invoices name; without a name the product itself stands there. */
export type Seller = {
  name: string | null;
  /** Its lines. */
  address: string[];
  taxId: string | null;
  email: string | null;
  /** Tax that prices include, in per cent. */
  taxRate: number | null;
};

/** The parsed environment, the source of all configuration at start-up. */
export type Env = ReturnType<typeof toEnv>;

/**
 * Reads the environment of a process.
 * @param reader the process; those that sign nothing need no key.
 * Secrets may come from files, see {@link readSecretFiles}.
 * @throws Error that lists in one line every variable that is missing or invalid.
 */
export function loadEnv(source: NodeJS.ProcessEnv = process.env, reader: ProcessName = 'gateway'): Env {
  const variables = isExposedTo(reader, 'SECRET_KEY')
    ? ENV_VARIABLES
    : ENV_VARIABLES.extend({ SECRET_KEY: list });
  const given = Object.entries(readSecretFiles(source));
  const present = Object.fromEntries(given.filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(present);
  const problems = parsed.success
    ? [
        ...findHalfGroups(parsed.data),
        ...findPlainUrl(parsed.data),
        ...findFilesUrl(parsed.data),
        ...findMixedKeys(parsed.data),
        ...findSandbox(parsed.data),
        ...findSeller(parsed.data),
        ...findFailpoint(parsed.data),
      ]
    : parsed.error.issues.map((issue) => `${issue.path[0]?.toString() ?? '?'} ${issue.message}`);
  if (!parsed.success || problems.length > 0) {
    throw new Error(`The environment is not usable: ${problems.join('; ')}`);
  }
  return toEnv(parsed.data);
}

type Variables = z.output<typeof ENV_VARIABLES>;

/** Variables that must be set together. */
const GROUPS = [
  ['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'],
  ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_ACCESS_KEY', 'BACKUP_S3_SECRET_KEY'],
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['PAYPAL_CLIENT_ID', 'PAYPAL_SECRET', 'PAYPAL_WEBHOOK_ID'],
  ['PROMO_END', 'PROMO_DISCOUNT'],
  ['ANALYTICS_URL', 'ANALYTICS_KEY'],
  ['INVOICE_SELLER_NAME', 'INVOICE_SELLER_ADDRESS'],
] as const satisfies readonly (readonly (keyof Variables)[])[];

function findHalfGroups(vars: Variables): string[] {
  return GROUPS.flatMap((group) => {
    const missing = group.filter((name) => vars[name] === null || vars[name] === undefined);
    const isHalf = missing.length > 0 && missing.length < group.length;
    return isHalf ? [`${missing.join(', ')} must be set too, as ${group.join(', ')} go together`] : [];
  });
}

/** Reports a public URL that browsers would not reach. */
function findPlainUrl({ HTTPS, PUBLIC_URL }: Variables): string[] {
  return HTTPS === 'lan' && PUBLIC_URL !== undefined && !PUBLIC_URL.startsWith('https:')
    ? ['PUBLIC_URL must begin with https:// beside HTTPS=lan']
    : [];
}

/** Reports an origin of files that has no store, or that is the pages' own, in which files must not run. */
function findFilesUrl({ FILES_URL, S3_ENDPOINT, PUBLIC_URL }: Variables): string[] {
  if (FILES_URL === null) {
    return [];
  }
  const isOwn = PUBLIC_URL !== undefined && new URL(PUBLIC_URL).origin === FILES_URL;
  return [
    ...(S3_ENDPOINT === undefined ? ['FILES_URL needs an S3 store: set S3_ENDPOINT'] : []),
    ...(isOwn ? ['FILES_URL must be another origin than PUBLIC_URL'] : []),
  ];
}

/** Reports a mix of test keys and live keys, which is a mistake. */
function findMixedKeys({
  STRIPE_SECRET_KEY: secret,
  STRIPE_PUBLISHABLE_KEY: publishable,
}: Variables): string[] {
  const isTest = (text: string) => text.split('_')[1] === 'test';
  return secret !== null && publishable !== null && isTest(secret) !== isTest(publishable)
    ? ['STRIPE_PUBLISHABLE_KEY must be for the same mode as STRIPE_SECRET_KEY, test or live']
    : [];
}

/** Reports the sandbox together with live keys, as test cards would then buy real plans. */
function findSandbox(vars: Variables): string[] {
  return vars.PAYMENTS === 'sandbox' && takesRealMoney(vars)
    ? ['PAYMENTS must not be sandbox beside keys for real money']
    : [];
}

function takesRealMoney({ STRIPE_SECRET_KEY, PAYPAL_CLIENT_ID, PAYPAL_API_URL }: Variables): boolean {
  return (
    STRIPE_SECRET_KEY?.split('_')[1] === 'live' ||
    (PAYPAL_CLIENT_ID !== null && PAYPAL_API_URL === PAYPAL_LIVE_URL)
  );
}

/** An invoice without a seller is not valid. */
function findSeller(vars: Variables): string[] {
  return takesRealMoney(vars) && vars.INVOICE_SELLER_NAME === null
    ? ['INVOICE_SELLER_NAME and INVOICE_SELLER_ADDRESS must be set beside keys for real money']
    : [];
}

/** Reports a failpoint with live keys: only the sandbox and test keys are allowed with it. */
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
    publicUrl: vars.PUBLIC_URL ?? `http${vars.HTTPS === null ? '' : 's'}://localhost:${vars.PORT}`,
    https: vars.HTTPS,
    /** Absolute path. */
    dataDir: resolve(vars.DIORAMA_DATA_DIR),
    demo: vars.DIORAMA_DEMO,
    demoPassword: vars.DIORAMA_DEMO_PASSWORD ?? null,
    healthPort: vars.DIORAMA_HEALTH_PORT,
    failpoint: vars.DIORAMA_FAILPOINT,
    /** The first signs, all verify; empty in a process that signs nothing. */
    secretKeys: vars.SECRET_KEY,
    databaseUrl: vars.DATABASE_URL,
    redisUrl: vars.REDIS_URL,
    s3: hasS3 ? { endpoint, region: vars.S3_REGION, bucket: vars.S3_BUCKET, accessKey, secretKey } : null,
    /** Null while the gateway serves files. */
    filesUrl: vars.FILES_URL,
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
    isReadOnly: vars.READ_ONLY,
    /** Address and time of day of the nightly backup; null without one. */
    backup: vars.BACKUP_DIR === null ? null : { address: vars.BACKUP_DIR, at: vars.BACKUP_AT },
    backupStore: toBackupStore(vars),
    /** Base address of the collector of spans. */
    otlpEndpoint: vars.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    shutdownGraceMs: vars.SHUTDOWN_GRACE_S * SECOND_MS,
    gatewayRoles: new Set(vars.GATEWAY_ROLES) as ReadonlySet<GatewayRole>,
    /** Folder of the built web client. */
    webDist: resolve(PROJECT_ROOT, 'web/dist'),
  };
}

function toBackupStore(vars: Variables) {
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_ACCESS_KEY: accessKey } = vars;
  const { BACKUP_S3_SECRET_KEY: secretKey, BACKUP_S3_REGION: region } = vars;
  return endpoint === undefined || accessKey === null || secretKey === null
    ? null
    : { endpoint, region, accessKey, secretKey };
}

function toProviders(vars: Variables) {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = vars;
  const { PAYPAL_CLIENT_ID, PAYPAL_SECRET, PAYPAL_WEBHOOK_ID } = vars;
  const { PROMO_END, PROMO_DISCOUNT, GOOGLE_CLIENT_ID, REIMAGINE_URL } = vars;
  return {
    google:
      GOOGLE_CLIENT_ID === null
        ? null
        : {
            clientId: GOOGLE_CLIENT_ID,
            issuer: vars.GOOGLE_ISSUER,
            jwksUrl: vars.GOOGLE_JWKS_URL,
            pictureOrigins: vars.GOOGLE_PICTURE_ORIGINS,
          },
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
    /** Who sells, on invoices; `taxRate` in per cent, included in prices. */
    seller: toSeller(vars),
    /** Whether test cards are accepted: where configured, and in the demo, which has no other provider. */
    hasSandboxPayments:
      vars.PAYMENTS === 'sandbox' ||
      (vars.DIORAMA_DEMO && STRIPE_SECRET_KEY === null && PAYPAL_CLIENT_ID === null),
    /** `end` is the date as written, `discount` in per cent. */
    promo:
      PROMO_END === null || PROMO_DISCOUNT === null ? null : { end: PROMO_END, discount: PROMO_DISCOUNT },
    reimagine:
      REIMAGINE_URL === undefined
        ? null
        : { url: REIMAGINE_URL, key: vars.REIMAGINE_KEY, takesDepth: vars.REIMAGINE_DEPTH },
  };
}

function toSeller(vars: Variables): Seller {
  return {
    name: vars.INVOICE_SELLER_NAME,
    address: vars.INVOICE_SELLER_ADDRESS?.split('|').map((line) => line.trim()) ?? [],
    taxId: vars.INVOICE_SELLER_TAX_ID,
    email: vars.INVOICE_SELLER_EMAIL,
    taxRate: vars.INVOICE_TAX_RATE,
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

/** Sets the folder for temporary files of libraries, in place of the system's. */
export function setTemporaryFolder(folder: string): void {
  process.env.TMPDIR = folder;
}
