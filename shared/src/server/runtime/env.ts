import { resolve } from 'node:path';
import { findConflicts } from './env-conflicts.ts';
import { ENV_VARIABLES, type GatewayRole, list, type Variables } from './env-variables.ts';
import { isExposedTo, type ProcessName } from './process-secrets.ts';
import { readSecretFiles } from './secret-files.ts';

const SECOND_MS = 1_000;
const PROJECT_ROOT = resolve(import.meta.dirname, '../../../..');

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
    ? findConflicts(parsed.data)
    : parsed.error.issues.map((issue) => `${issue.path[0]?.toString() ?? '?'} ${issue.message}`);
  if (!parsed.success || problems.length > 0) {
    throw new Error(`The environment is not usable: ${problems.join('; ')}`);
  }
  return toEnv(parsed.data);
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
