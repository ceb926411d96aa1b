/** The processes of the product. */
export const PROCESS_NAMES = ['gateway', 'worker-assets', 'worker-billing', 'worker-notify'] as const;
export type ProcessName = (typeof PROCESS_NAMES)[number];

const PAYMENTS: readonly ProcessName[] = ['gateway', 'worker-billing'];
const OBJECTS: readonly ProcessName[] = ['gateway', 'worker-assets', 'worker-billing', 'worker-notify'];

/**
 * Secret variables and the processes that need them. The start command and compose.yaml pass them to no other
 * process. So an attacker in a worker that parses user files finds no key that signs, mails or charges.
 */
const READERS: Readonly<Record<string, readonly ProcessName[]>> = {
  SECRET_KEY: ['gateway'],
  DIORAMA_DEMO_PASSWORD: ['gateway'],
  SMTP_URL: ['worker-notify'],
  S3_ENDPOINT: OBJECTS,
  S3_ACCESS_KEY: OBJECTS,
  S3_SECRET_KEY: OBJECTS,
  BACKUP_S3_ENDPOINT: ['worker-notify'],
  BACKUP_S3_ACCESS_KEY: ['worker-notify'],
  BACKUP_S3_SECRET_KEY: ['worker-notify'],
  REIMAGINE_KEY: ['gateway', 'worker-assets'],
  STRIPE_SECRET_KEY: PAYMENTS,
  STRIPE_PUBLISHABLE_KEY: PAYMENTS,
  STRIPE_WEBHOOK_SECRET: PAYMENTS,
  PAYPAL_CLIENT_ID: PAYMENTS,
  PAYPAL_SECRET: PAYMENTS,
  PAYPAL_WEBHOOK_ID: PAYMENTS,
};

/** Variables that not every process receives. */
export const SECRET_VARIABLES = Object.keys(READERS);

/** Whether a process receives a variable of the environment. */
export function isExposedTo(process: ProcessName, variable: string): boolean {
  return READERS[variable]?.includes(process) ?? true;
}

/** The part of an environment that a process receives. */
export function environmentFor(process: ProcessName, all: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(all).filter(([variable]) => isExposedTo(process, variable)));
}
