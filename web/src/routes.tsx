import { LANGUAGES, type Language } from '@diorama/shared/i18n/t.ts';
import { WifiOff } from 'lucide-react';
import { type ComponentType, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { useApi } from './api/provider.tsx';
import { Button } from './components/button/button.tsx';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { EmptyState } from './components/feedback/empty-state.tsx';
import { lazyComponent } from './components/lazy-component.ts';
import { lazyPart } from './components/lazy-part.tsx';
import { ToastProvider } from './components/toast/toast.tsx';
import { TooltipLayer } from './components/tooltip/tooltip-layer.tsx';
import { Guard } from './guards/guard.tsx';
import { preferredLanguage } from './guards/language-of-path.ts';
import {
  isRedirectIfLogged,
  ONBOARDING,
  PAGES,
  type PagePath,
  REDIRECTS,
  RESET_DONE,
} from './guards/pages.ts';
import { useIsOnline } from './hooks/use-is-online.ts';
import { LanguageProvider, useT } from './hooks/use-language.tsx';
import { usePath } from './hooks/use-path.ts';
import { Measurement } from './screens/consent/measurement.tsx';
import { ClientNotices } from './screens/notices/client-notices.tsx';
import { SignInNotes } from './screens/notices/sign-in-notes.tsx';
import classes from './screens/offline/offline-notice.module.css';
import { mayHavePayments } from './screens/upgrade/pay/may-have-payments.ts';
import { UpgradeProvider } from './screens/upgrade/upgrade-context.tsx';

/** Fetches the workspace layout and its scene lists, which pages without that layout do not need. */
export const loadWorkspace = () => import('./screens/workspace.tsx');

const WorkspaceFrame = lazyComponent(async () => (await loadWorkspace()).WorkspaceFrame);
const UpgradeStepScreen = lazyComponent(
  async () => (await import('./screens/upgrade/upgrade-screen.tsx')).UpgradeStepScreen,
);
const NotFoundScreen = lazyComponent(
  async () => (await import('./screens/not-found/not-found-screen.tsx')).NotFoundScreen,
);
const PendingPayments = lazyPart(
  async () => (await import('./screens/upgrade/pay/pending-payments.tsx')).PendingPayments,
);

/** Component of each page. */
const SCREENS: Record<PagePath, ComponentType> = {
  login: lazyComponent(async () => (await import('./screens/login/login-screen.tsx')).LoginScreen),
  'sign-up': lazyComponent(async () => (await import('./screens/sign-up/sign-up-screen.tsx')).SignUpScreen),
  'reset-password/request': lazyComponent(
    async () => (await import('./screens/reset-password/request-reset-screen.tsx')).RequestResetScreen,
  ),
  'reset-password/:userUuid/:token': lazyComponent(
    async () => (await import('./screens/reset-password/choose-password-screen.tsx')).ChoosePasswordScreen,
  ),
  [RESET_DONE]: lazyComponent(
    async () => (await import('./screens/reset-password/reset-done-screen.tsx')).ResetDoneScreen,
  ),
  'confirm-email/:userUuid/:token': lazyComponent(
    async () => (await import('./screens/confirm-email/confirm-email-screen.tsx')).ConfirmEmailScreen,
  ),
  [ONBOARDING]: lazyComponent(
    async () => (await import('./screens/onboarding/onboarding-screen.tsx')).OnboardingScreen,
  ),
  'upgrade/:account/:plan': lazyComponent(
    async () => (await import('./screens/upgrade/upgrade-screen.tsx')).UpgradeScreen,
  ),
  'upgrade/:account/:plan/billing-cycle': UpgradeStepScreen,
  'upgrade/:account/:plan/pay/:planPrice/:discount?': UpgradeStepScreen,
  'upgrade-completed/:order': lazyComponent(
    async () =>
      (await import('./screens/upgrade-completed/upgrade-completed-screen.tsx')).UpgradeCompletedScreen,
  ),
  profile: lazyComponent(async () => (await import('./screens/profile/profile-screen.tsx')).ProfileScreen),
  help: lazyComponent(async () => (await import('./screens/prose/prose-screen.tsx')).HelpScreen),
  terms: lazyComponent(async () => (await import('./screens/prose/prose-screen.tsx')).TermsScreen),
  privacy: lazyComponent(async () => (await import('./screens/prose/prose-screen.tsx')).PrivacyScreen),
  cookies: lazyComponent(async () => (await import('./screens/prose/prose-screen.tsx')).CookiesScreen),
  support: lazyComponent(async () => (await import('./screens/support/support-screen.tsx')).SupportScreen),
  operators: lazyComponent(
    async () => (await import('./screens/operators/operators-screen.tsx')).OperatorsScreen,
  ),
  'scenes/all': lazyComponent(async () => (await loadWorkspace()).AllScenesScreen),
  'scenes/shared': lazyComponent(async () => (await loadWorkspace()).SharedScenesScreen),
  trash: lazyComponent(async () => (await import('./screens/trash/trash-screen.tsx')).TrashScreen),
  'project/:uuid': lazyComponent(async () => (await loadWorkspace()).ProjectScreen),
  'accept-invitation/:uuid': lazyComponent(
    async () =>
      (await import('./screens/accept-invitation/accept-invitation-screen.tsx')).AcceptInvitationScreen,
  ),
  invitation_invalid: lazyComponent(
    async () => (await import('./screens/accept-invitation/invalid-invitation.tsx')).InvalidInvitationScreen,
  ),
  'request-access/:type/:uuid/:invitation?': lazyComponent(
    async () => (await import('./screens/request-access/request-access-screen.tsx')).RequestAccessScreen,
  ),
  'people-and-settings': lazyComponent(
    async () =>
      (await import('./screens/people-and-settings/people-and-settings-screen.tsx')).PeopleAndSettingsScreen,
  ),
  storage: lazyComponent(async () => (await import('./screens/storage/storage-screen.tsx')).StorageScreen),
  library: lazyComponent(async () => (await import('./screens/library/library-screen.tsx')).LibraryScreen),
  'internal/upload-library-models': lazyComponent(
    async () => (await import('./screens/upload-library/upload-models-screen.tsx')).UploadModelsScreen,
  ),
  'internal/upload-library-materials': lazyComponent(
    async () => (await import('./screens/upload-library/upload-materials-screen.tsx')).UploadMaterialsScreen,
  ),
  'analytics/:uuid': lazyComponent(
    async () => (await import('./screens/analytics/analytics-screen.tsx')).AnalyticsScreen,
  ),
  comments: lazyComponent(
    async () => (await import('./screens/comments/comments-screen.tsx')).CommentsScreen,
  ),
  'preview/:uuid': lazyComponent(
    async () => (await import('./screens/preview/preview-screen.tsx')).PreviewScreen,
  ),
  'builder/:uuid': lazyComponent(async () => (await import('./editor/editor-page.tsx')).EditorPage),
};

/** Guard 1 (the language of the address), then the others, then the page in its layout. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<LanguageFrame language={null} />}>{pageRoutes()}</Route>
      {LANGUAGES.map((language) => (
        <Route key={language} path={language} element={<LanguageFrame language={language} />}>
          {pageRoutes()}
        </Route>
      ))}
    </Routes>
  );
}

function pageRoutes(): ReactNode {
  return (
    <>
      {REDIRECTS.map(({ path, to }) => (
        <Route key={path} path={path} element={<RedirectTo page={to} />} />
      ))}
      {[true, false].map((leadsBack) => (
        <Route
          key={String(leadsBack)}
          element={
            <Guard access="session" isRedirectIfLogged={leadsBack}>
              <WorkspaceFrame />
            </Guard>
          }
        >
          {PAGES.filter((page) => page.layout === 'main' && isRedirectIfLogged(page) === leadsBack).map(
            ({ path }) => (
              <Route key={path} path={path} element={<PageContent path={path} />} />
            ),
          )}
        </Route>
      ))}
      {PAGES.filter(({ layout }) => layout === 'none').map((page) => (
        <Route
          key={page.path}
          path={page.path}
          element={
            <Guard
              access={page.access}
              isRedirectIfLogged={isRedirectIfLogged(page)}
              isOnboarding={page.path === ONBOARDING}
            >
              <PageContent path={page.path} />
            </Guard>
          }
        />
      ))}
      <Route path="*" element={<NotFoundScreen />} />
    </>
  );
}

function PageContent({ path }: { path: PagePath }) {
  const Screen = SCREENS[path];
  return <Screen />;
}

function LanguageFrame({ language: named }: { language: Language | null }) {
  const language = useMemo(() => named ?? preferredLanguage(), [named]);
  const { pathname } = useLocation();
  const { live } = useApi();
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => live.start(language), [live, language]);
  return (
    <LanguageProvider language={language}>
      <ToastProvider>
        <UpgradeProvider>
          <ErrorBoundary fallback={<CrashScreen />} resetKey={pathname}>
            <Suspense fallback={null}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
          <ClientNotices />
        </UpgradeProvider>
        <OfflineNotice />
        <SignInNotes />
        {mayHavePayments(localStorage) && <PendingPayments />}
        <Measurement />
        <TooltipLayer />
      </ToastProvider>
    </LanguageProvider>
  );
}

function RedirectTo({ page }: { page: string }) {
  const path = usePath();
  const { search } = useLocation();
  return <Navigate replace to={path(page) + search} />;
}

/** Shown in place of a page that threw during rendering, so that the user can continue. */
function CrashScreen() {
  const t = useT();
  return (
    <main role="alert">
      <EmptyState
        heading="h1"
        title={t('problem.crash.title')}
        text={t('problem.crash.text')}
        action={
          <Button variant="primary" onClick={() => window.location.reload()}>
            {t('problem.crash.reload')}
          </Button>
        }
      />
    </main>
  );
}

/** Shows a strip above the page while the server is unreachable. Reads retry automatically. */
function OfflineNotice() {
  const t = useT();
  const isOnline = useIsOnline();
  useEffect(() => {
    document.documentElement.toggleAttribute('data-offline', !isOnline);
    return () => document.documentElement.removeAttribute('data-offline');
  }, [isOnline]);
  return (
    <div role="status" className="fixed z-(--layer-toast) top-0 right-0 left-0">
      {!isOnline && (
        <p className={classes.notice}>
          <WifiOff size={16} aria-hidden="true" />
          <span>
            <strong>{t('offline.title')}</strong> {t('offline.text')}
          </span>
        </p>
      )}
    </div>
  );
}
