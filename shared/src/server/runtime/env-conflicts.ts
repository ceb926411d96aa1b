import { PAYPAL_LIVE_URL, type Variables } from './env-variables.ts';

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

/** Descriptions of variables that contradict each other or lack another one. */
export function findConflicts(vars: Variables): string[] {
  return [
    findHalfGroups,
    findPlainUrl,
    findFilesUrl,
    findMixedKeys,
    findSandbox,
    findSeller,
    findFailpoint,
  ].flatMap((find) => find(vars));
}
