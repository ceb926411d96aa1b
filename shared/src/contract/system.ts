import { z } from 'zod';
import { defineRoutes } from './define.ts';
import { email, line, text, time } from './fields.ts';

const check = z.enum(['ok', 'error']);

export const systemRoutes = defineRoutes({
  getHealth: {
    route: 'GET /api/health',
    auth: 'none',
    summary: 'Checks whether the gateway reaches its stores.',
    response: z.object({ status: check, checks: z.object({ database: check, queues: check, store: check }) }),
    errors: ['server.unavailable'],
  },
  getConfig: {
    route: 'GET /api/config',
    auth: 'none',
    summary: 'Returns the public configuration of the installation for the web client.',
    response: z.object({
      publicUrl: z.string(),
      isLoopback: z.boolean(),
      lanUrl: z.string().nullable(),
      demo: z.object({ email: z.string(), password: z.string() }).nullable(),
      googleClientId: z.string().nullable(),
      helpUrl: z.string().nullable(),
      marketingUrl: z.string().nullable(),
      supportUrl: z.string().nullable(),
      termsUrl: z.string().nullable(),
      privacyUrl: z.string().nullable(),
      cookiesUrl: z.string().nullable(),
      gtmId: z.string().nullable(),
      analytics: z.object({ url: z.string(), key: z.string() }).nullable(),
      trackingCookieDays: z.number(),
      /** Whether a service that generates pictures of views is configured. */
      reimagine: z.boolean(),
      /** Whether the service also accepts a depth image of the view. */
      reimagineDepth: z.boolean(),
      /** The default payment provider of the installation; null without any. */
      payments: z.enum(['stripe', 'paypal', 'sandbox']).nullable(),
      /** All configured payment providers, the default first. */
      paymentProviders: z.array(z.enum(['stripe', 'paypal', 'sandbox'])),
      /** Publishable key for Stripe's payment form in the browser. */
      stripeKey: z.string().nullable(),
      /** Client id for PayPal's buttons in the browser. */
      paypalClientId: z.string().nullable(),
      promotion: z.object({ endsAt: time, discount: z.number() }).nullable(),
      locales: z.array(z.string()),
      /** Whether everything can be seen and nothing be written for now. */
      isReadOnly: z.boolean(),
    }),
  },
  askSupport: {
    route: 'POST /api/support',
    auth: 'optional',
    summary: 'Emails a question to the operators of the installation. A logged-in user needs no address.',
    status: 202,
    body: z.object({
      message: text(5_000).pipe(z.string().trim().min(1)),
      email: email.optional(),
      page: line(500).optional(),
      order: z.uuid().optional(),
      requestId: line(100).optional(),
    }),
    limit: 'support',
  },
  getOpenApi: {
    route: 'GET /api/docs',
    auth: 'none',
    summary: 'Returns this contract as an OpenAPI document.',
    response: z.record(z.string(), z.unknown()),
  },
  getDocumentSchema: {
    route: 'GET /api/docs/scene-document.json',
    auth: 'none',
    summary: 'Returns the JSON schema of the scene document.',
    response: z.record(z.string(), z.unknown()),
  },
});
