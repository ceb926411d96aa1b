import { LANGUAGES } from '../i18n/t.ts';

/** Path patterns of the application's pages, without language, in the syntax of the web client's router. */
export const PAGE_PATHS = [
  '',
  'home',
  'scenes',
  'login',
  'sign-up',
  'reset-password/request',
  'reset-password/:userUuid/:token',
  'reset-password/successful',
  'confirm-email/:userUuid/:token',
  'onboarding',
  'upgrade/:account/:plan',
  'upgrade/:account/:plan/billing-cycle',
  'upgrade/:account/:plan/pay/:planPrice/:discount?',
  'upgrade-completed/:order',
  'profile',
  'help',
  'terms',
  'privacy',
  'cookies',
  'support',
  'operators',
  'scenes/all',
  'scenes/shared',
  'trash',
  'project/:uuid',
  'accept-invitation/:uuid',
  'invitation_invalid',
  'request-access/:type/:uuid/:invitation?',
  'people-and-settings',
  'storage',
  'library',
  'internal/upload-library-models',
  'internal/upload-library-materials',
  'analytics/:uuid',
  'comments',
  'preview/:uuid',
  'builder/:uuid',
] as const;

const PATTERN = new RegExp(
  `^(?:/(?:${LANGUAGES.join('|')}))?(?:${PAGE_PATHS.map(patternOf).join('|')})/?$`,
  'i',
);

/** Whether a path is a page of the application; all others answer 404. */
export function isPagePath(path: string): boolean {
  return PATTERN.test(path);
}

function patternOf(path: string): string {
  const steps = path === '' ? [] : path.split('/');
  return steps
    .map((step) => {
      if (step === '*') {
        return '(?:/.*)?';
      }
      if (!step.startsWith(':')) {
        return `/${step}`;
      }
      return step.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+';
    })
    .join('');
}
