import type { Access } from './access.ts';

type PageEntry = {
  /** Path without language; each page exists bare and under each language. */
  path: string;
  /** Route name in the specification, for building its addresses by `pathOf`. */
  name?: string;
  access: Access;
  /** `main` has the sidebar and header; `none` is the page alone. */
  layout: 'main' | 'none';
};

/** Path of the onboarding. */
export const ONBOARDING = 'onboarding';

/** Path of the confirmation of a replaced password. */
export const RESET_DONE = 'reset-password/successful';

/** Every page of the application but the 404. */
export const PAGES = [
  { path: 'login', name: 'login', access: 'public-only', layout: 'none' },
  { path: 'sign-up', access: 'public-only', layout: 'none' },
  { path: 'reset-password/request', access: 'public-only', layout: 'none' },
  { path: 'reset-password/:userUuid/:token', access: 'public-only', layout: 'none' },
  { path: RESET_DONE, access: 'public-only', layout: 'none' },
  { path: 'confirm-email/:userUuid/:token', access: 'open', layout: 'none' },
  { path: ONBOARDING, access: 'session', layout: 'none' },
  { path: 'upgrade/:account/:plan', name: 'upgrade', access: 'session', layout: 'none' },
  {
    path: 'upgrade/:account/:plan/billing-cycle',
    name: 'upgrade_billing_cycle',
    access: 'session',
    layout: 'none',
  },
  {
    path: 'upgrade/:account/:plan/pay/:planPrice/:discount?',
    name: 'upgrade_pay',
    access: 'session',
    layout: 'none',
  },
  { path: 'upgrade-completed/:order', access: 'open', layout: 'none' },
  { path: 'profile', access: 'session', layout: 'main' },
  { path: 'help', access: 'open', layout: 'none' },
  { path: 'terms', access: 'open', layout: 'none' },
  { path: 'privacy', access: 'open', layout: 'none' },
  { path: 'cookies', access: 'open', layout: 'none' },
  { path: 'support', access: 'open', layout: 'none' },
  { path: 'operators', access: 'session', layout: 'none' },
  { path: 'scenes/all', access: 'session', layout: 'main' },
  { path: 'scenes/shared', access: 'session', layout: 'main' },
  { path: 'trash', access: 'session', layout: 'main' },
  { path: 'project/:uuid', access: 'session', layout: 'main' },
  { path: 'accept-invitation/:uuid', access: 'open', layout: 'none' },
  { path: 'invitation_invalid', access: 'session', layout: 'none' },
  { path: 'request-access/:type/:uuid/:invitation?', access: 'session', layout: 'none' },
  { path: 'people-and-settings', access: 'session', layout: 'main' },
  { path: 'storage', access: 'session', layout: 'main' },
  { path: 'library', access: 'session', layout: 'main' },
  { path: 'internal/upload-library-models', access: 'session', layout: 'main' },
  { path: 'internal/upload-library-materials', access: 'session', layout: 'main' },
  { path: 'analytics/:uuid', access: 'session', layout: 'main' },
  { path: 'comments', access: 'session', layout: 'main' },
  { path: 'preview/:uuid', access: 'session', layout: 'none' },
  { path: 'builder/:uuid', access: 'session', layout: 'none' },
] as const satisfies readonly PageEntry[];

export type Page = (typeof PAGES)[number];
export type PagePath = Page['path'];

/** Redirecting addresses with their targets. */
export const REDIRECTS = [
  { path: '', to: 'home' },
  { path: 'home', to: 'scenes' },
  { path: 'scenes', to: 'scenes/all' },
] as const;

/** Whether a page, without language, can be the target of an invitation, which comes before the onboarding. */
export function opensBeforeSetUp(path: string): boolean {
  return /^(builder|project)\//.test(path);
}

/** Whether login redirects back to a page: all with a session except the scene list, which is the default target. */
export function isRedirectIfLogged({ path, access }: PageEntry): boolean {
  return access === 'session' && !path.startsWith('scenes');
}
