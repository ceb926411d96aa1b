import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { systemRoutes } from '@diorama/shared/contract/system.ts';
import { isLoopback } from '@diorama/shared/domain/loopback.ts';
import { type Promotion, runningPromotion } from '@diorama/shared/domain/promotion.ts';
import { LANGUAGES, type Language } from '@diorama/shared/i18n/t.ts';
import { documentJsonSchema } from '@diorama/shared/scene/document.ts';
import { requestEmail } from '@diorama/shared/server/delivery/emails.ts';
import { findMailbox } from '@diorama/shared/server/people/mailboxes.ts';
import { runChecks } from '@diorama/shared/server/runtime/health.ts';
import { constantJson } from '../../contract/deferred-json.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import { writeOpenApi } from '../../contract/openapi.ts';
import { DEMO_EMAIL, DEMO_PASSWORD, hasDemoAccount } from '../../demo/account.ts';
import type { Deps } from '../../deps.ts';
import { lanUrl } from '../../web/host-guard.ts';

/** A support request to the operators, and the page it came from. */
type Question = {
  message: string;
  email?: string | undefined;
  page?: string | undefined;
  order?: string | undefined;
  requestId?: string | undefined;
  userId: string | null;
  language: Language;
};

/** Health, configuration and the contract itself. */
export function systemHandlers(deps: Deps): HandlersOf<typeof systemRoutes> {
  const { env, clock } = deps;
  const openApi = constantJson(() => writeOpenApi(env.publicUrl));
  const documentSchema = constantJson(documentJsonSchema);
  return {
    getHealth: async (_input, { ctx }) => {
      const { isHealthy, checks } = await runChecks(deps.checks);
      ctx.set('Cache-Control', 'no-store');
      if (!isHealthy) {
        throw new CodedError('server.unavailable', { extra: { checks }, headers: { 'Retry-After': '1' } });
      }
      const { database = 'error', queues = 'error', store: objects = 'error' } = checks;
      return { status: 'ok', checks: { database, queues, store: objects } };
    },
    getConfig: async () => {
      const url = new URL(env.publicUrl);
      return {
        publicUrl: env.publicUrl,
        isLoopback: isLoopback(url.hostname),
        lanUrl: lanUrl(env),
        demo: (await hasDemoAccount(deps)) ? { email: DEMO_EMAIL, password: DEMO_PASSWORD } : null,
        googleClientId: env.google?.clientId ?? null,
        helpUrl: env.helpUrl,
        marketingUrl: env.marketingUrl,
        supportUrl: env.supportUrl,
        termsUrl: env.termsUrl,
        privacyUrl: env.privacyUrl,
        cookiesUrl: env.cookiesUrl,
        gtmId: env.gtmId,
        analytics: env.analytics,
        trackingCookieDays: env.trackingCookieDays,
        reimagine: env.reimagine !== null || env.demo,
        reimagineDepth: env.reimagine === null ? env.demo : env.reimagine.takesDepth,
        payments: deps.payments.find()?.name ?? null,
        paymentProviders: deps.payments.providers.map(({ name }) => name),
        stripeKey: env.stripe?.publishableKey ?? null,
        paypalClientId: env.paypal?.clientId ?? null,
        promotion: serializePromotion(runningPromotion(env.promo, clock.now())),
        locales: [...LANGUAGES],
        isReadOnly: deps.readOnly.isOn,
      };
    },
    askSupport: async ({ body }, { actor, language }) => {
      await mailSupport(deps, { ...body, userId: actor?.userId ?? null, language });
      return undefined;
    },
    getOpenApi: async () => openApi,
    getDocumentSchema: async () => documentSchema,
  };
}

function serializePromotion(promotion: Promotion | null) {
  return promotion && { endsAt: new Date(promotion.end).toISOString(), discount: promotion.discount };
}

/** Requests one mail to each operator. A reply goes to the requesting user. */
async function mailSupport(deps: Pick<Deps, 'db' | 'env'>, question: Question): Promise<void> {
  const { db, env } = deps;
  const recipients = await supportAddresses(deps);
  await db.transaction(async (trx) => {
    const person = question.userId === null ? null : await findMailbox(trx, { id: question.userId });
    const props = {
      name: person?.name ?? null,
      email: question.email ?? person?.email ?? null,
      userId: question.userId,
      message: question.message,
      page: question.page ?? null,
      order: question.order ?? null,
      requestId: question.requestId ?? null,
      url: env.publicUrl,
    };
    for (const to of recipients) {
      await requestEmail(trx, { to, template: 'support', locale: question.language, props });
    }
  });
}

/** The operators; otherwise the demo account, which is one, else the product's sender address. */
async function supportAddresses(deps: Pick<Deps, 'db' | 'env'>): Promise<readonly string[]> {
  const { operatorEmails, mailFrom } = deps.env;
  if (operatorEmails.length > 0) {
    return operatorEmails;
  }
  const [own = mailFrom] = /[^\s<>]+@[^\s<>]+/.exec(mailFrom) ?? [];
  return [(await hasDemoAccount(deps)) ? DEMO_EMAIL : own];
}
