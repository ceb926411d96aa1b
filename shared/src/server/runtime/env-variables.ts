import { z } from 'zod';
import { isAddressRange } from './address-range.ts';
import { FAILPOINTS } from './failpoint.ts';

/** Roles of the gateway; each may run as a separate process. */
export const GATEWAY_ROLES = ['http', 'collab', 'live', 'outbox'] as const;
export type GatewayRole = (typeof GATEWAY_ROLES)[number];

export const PAYPAL_LIVE_URL = 'https://api-m.paypal.com';

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
/** A list with commas. */
export const list = z
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

/** The valid variables, with their defaults. */
export type Variables = z.output<typeof ENV_VARIABLES>;
