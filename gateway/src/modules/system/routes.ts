import { networkInterfaces } from 'node:os';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { systemRoutes } from '@diorama/shared/contract/system.ts';
import { LANGUAGES } from '@diorama/shared/i18n/t.ts';
import { documentJsonSchema } from '@diorama/shared/scene/document.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import { writeOpenApi } from '../../contract/openapi.ts';
import { DEMO_EMAIL, hasDemoAccount } from '../../demo/account.ts';
import type { Deps } from '../../deps.ts';

/** A check that takes longer than this counts as failing. */
const CHECK_MS = 2_000;
const LOOPBACK = /^(localhost|127\.|\[?::1)/;

/** Health, configuration and the contract itself. */
export function systemHandlers(deps: Deps): HandlersOf<typeof systemRoutes> {
  const { db, env, store, pingQueues } = deps;
  return {
    getHealth: async (_input, { ctx }) => {
      const [database, queues, objects] = await Promise.all([
        passes(async () => db.raw('select 1')),
        passes(pingQueues),
        passes(() => store.health()),
      ]);
      const checks = { database, queues, store: objects };
      const status = Object.values(checks).every((check) => check === 'ok') ? 'ok' : 'failing';
      ctx.set('Cache-Control', 'no-store');
      if (status === 'failing') {
        throw new CodedError('server.unavailable', { extra: { checks } });
      }
      return { status, checks };
    },
    getConfig: async () => {
      const url = new URL(env.publicUrl);
      const isLoopback = LOOPBACK.test(url.hostname);
      return {
        publicUrl: env.publicUrl,
        isLoopback,
        lanUrl: isLoopback ? lanUrl(env.host, env.port) : null,
        demo: (await hasDemoAccount(deps)) ? { email: DEMO_EMAIL, password: env.demoPassword } : null,
        googleClientId: env.google?.clientId ?? null,
        helpUrl: env.helpUrl,
        marketingUrl: env.marketingUrl,
        supportUrl: env.supportUrl,
        termsUrl: env.termsUrl,
        privacyUrl: env.privacyUrl,
        cookiesUrl: env.cookiesUrl,
        locales: [...LANGUAGES],
      };
    },
    getOpenApi: async () => writeOpenApi(env.publicUrl),
    getDocumentSchema: async () => documentJsonSchema(),
  };
}

async function passes(check: () => Promise<unknown>): Promise<'ok' | 'failing'> {
  const timer = Promise.withResolvers<'failing'>();
  const timeout = setTimeout(() => timer.resolve('failing'), CHECK_MS);
  try {
    return await Promise.race([check().then(() => 'ok' as const), timer.promise]);
  } catch {
    // Which check failed is the whole answer; the part that fails logs its own reason.
    return 'failing';
  } finally {
    clearTimeout(timeout);
  }
}

/** The address other machines reach us by, if we listen on it. */
function lanUrl(host: string, port: number): string | null {
  if (host !== '0.0.0.0' && host !== '::') {
    return null;
  }
  const address = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find((candidate) => candidate.family === 'IPv4' && !candidate.internal);
  return address ? `http://${address.address}:${port}` : null;
}
