import { LANGUAGES, type Language } from '@diorama/shared/i18n/t.ts';
import { type ComponentType, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { lazyComponent } from './components/lazy-component.ts';
import { ToastProvider } from './components/toast/toast.tsx';
import type { Access } from './guards/access.ts';
import { Guard } from './guards/guard.tsx';
import { preferredLanguage } from './guards/language-of-path.ts';
import { LanguageProvider } from './hooks/use-language.tsx';
import { usePath } from './hooks/use-path.ts';
import { MainLayout } from './layouts/main-layout.tsx';
import { Measurement } from './screens/consent/measurement.tsx';
import { CrashBoundary } from './screens/crash/crash-boundary.tsx';
import { AllScenesScreen } from './screens/dashboard/all-scenes-screen.tsx';
import { OrganiseProvider } from './screens/dashboard/organise/organise-context.tsx';
import { SharedScenesScreen } from './screens/dashboard/shared-scenes-screen.tsx';
import { ClientNotices } from './screens/notices/client-notices.tsx';
import { SignInNotes } from './screens/notices/sign-in-notes.tsx';
import { OfflineNotice } from './screens/offline/offline-notice.tsx';
import { ProjectScreen } from './screens/project/project-screen.tsx';

type Page = {
  path: string;
  access: Access;
  /** Whether login leads back here. */
  isRedirectIfLogged: boolean;
  /** `main` has the sidebar and header; `none` is the page alone. */
  layout: 'main' | 'none';
  Screen: ComponentType;
};

const LoginScreen = lazyComponent(async () => (await import('./screens/login/login-screen.tsx')).LoginScreen);
const SignUpScreen = lazyComponent(
  async () => (await import('./screens/sign-up/sign-up-screen.tsx')).SignUpScreen,
);
const RequestResetScreen = lazyComponent(
  async () => (await import('./screens/reset-password/request-reset-screen.tsx')).RequestResetScreen,
);
const ChoosePasswordScreen = lazyComponent(
  async () => (await import('./screens/reset-password/choose-password-screen.tsx')).ChoosePasswordScreen,
);
const ResetDoneScreen = lazyComponent(
  async () => (await import('./screens/reset-password/reset-done-screen.tsx')).ResetDoneScreen,
);
const ConfirmEmailScreen = lazyComponent(
  async () => (await import('./screens/confirm-email/confirm-email-screen.tsx')).ConfirmEmailScreen,
);
const OnboardingScreen = lazyComponent(
  async () => (await import('./screens/onboarding/onboarding-screen.tsx')).OnboardingScreen,
);
const UpgradeScreen = lazyComponent(
  async () => (await import('./screens/upgrade/upgrade-screen.tsx')).UpgradeScreen,
);
const ProfileScreen = lazyComponent(
  async () => (await import('./screens/profile/profile-screen.tsx')).ProfileScreen,
);
const OperatorsScreen = lazyComponent(
  async () => (await import('./screens/operators/operators-screen.tsx')).OperatorsScreen,
);
const NotFoundScreen = lazyComponent(
  async () => (await import('./screens/not-found/not-found-screen.tsx')).NotFoundScreen,
);
const PeopleAndSettingsScreen = lazyComponent(
  async () =>
    (await import('./screens/people-and-settings/people-and-settings-screen.tsx')).PeopleAndSettingsScreen,
);
const AcceptInvitationScreen = lazyComponent(
  async () =>
    (await import('./screens/accept-invitation/accept-invitation-screen.tsx')).AcceptInvitationScreen,
);
const InvalidInvitationScreen = lazyComponent(
  async () => (await import('./screens/accept-invitation/invalid-invitation.tsx')).InvalidInvitationScreen,
);
const RequestAccessScreen = lazyComponent(
  async () => (await import('./screens/request-access/request-access-screen.tsx')).RequestAccessScreen,
);
const HelpScreen = lazyComponent(async () => (await import('./screens/prose/prose-screen.tsx')).HelpScreen);
const TermsScreen = lazyComponent(async () => (await import('./screens/prose/prose-screen.tsx')).TermsScreen);
const PrivacyScreen = lazyComponent(
  async () => (await import('./screens/prose/prose-screen.tsx')).PrivacyScreen,
);
const CookiesScreen = lazyComponent(
  async () => (await import('./screens/prose/prose-screen.tsx')).CookiesScreen,
);
const SupportScreen = lazyComponent(
  async () => (await import('./screens/support/support-screen.tsx')).SupportScreen,
);
const CommentsScreen = lazyComponent(
  async () => (await import('./screens/comments/comments-screen.tsx')).CommentsScreen,
);
const TrashScreen = lazyComponent(async () => (await import('./screens/trash/trash-screen.tsx')).TrashScreen);
const LibraryScreen = lazyComponent(
  async () => (await import('./screens/library/library-screen.tsx')).LibraryScreen,
);
const UploadModelsScreen = lazyComponent(
  async () => (await import('./screens/upload-library/upload-models-screen.tsx')).UploadModelsScreen,
);
const UploadMaterialsScreen = lazyComponent(
  async () => (await import('./screens/upload-library/upload-materials-screen.tsx')).UploadMaterialsScreen,
);
const EditorPage = lazyComponent(async () => (await import('./editor/editor-page.tsx')).EditorPage);

/** Where a workspace is set up, once. */
const ONBOARDING = 'onboarding';

/** Every page of the application. Each address exists bare and under each language. */
const PAGES: readonly Page[] = [
  { path: 'login', access: 'public-only', isRedirectIfLogged: false, layout: 'none', Screen: LoginScreen },
  { path: 'sign-up', access: 'public-only', isRedirectIfLogged: false, layout: 'none', Screen: SignUpScreen },
  {
    path: 'reset-password/request',
    access: 'public-only',
    isRedirectIfLogged: false,
    layout: 'none',
    Screen: RequestResetScreen,
  },
  {
    path: 'reset-password/:userUuid/:token',
    access: 'public-only',
    isRedirectIfLogged: false,
    layout: 'none',
    Screen: ChoosePasswordScreen,
  },
  {
    path: 'reset-password/successful',
    access: 'public-only',
    isRedirectIfLogged: false,
    layout: 'none',
    Screen: ResetDoneScreen,
  },
  {
    path: 'confirm-email/:userUuid/:token',
    access: 'open',
    isRedirectIfLogged: false,
    layout: 'none',
    Screen: ConfirmEmailScreen,
  },
  {
    path: ONBOARDING,
    access: 'session',
    isRedirectIfLogged: true,
    layout: 'none',
    Screen: OnboardingScreen,
  },
  {
    path: 'upgrade/:account/:plan/*',
    access: 'session',
    isRedirectIfLogged: true,
    layout: 'none',
    Screen: UpgradeScreen,
  },
  { path: 'profile', access: 'session', isRedirectIfLogged: true, layout: 'main', Screen: ProfileScreen },
  { path: 'help', access: 'open', isRedirectIfLogged: false, layout: 'none', Screen: HelpScreen },
  { path: 'terms', access: 'open', isRedirectIfLogged: false, layout: 'none', Screen: TermsScreen },
  { path: 'privacy', access: 'open', isRedirectIfLogged: false, layout: 'none', Screen: PrivacyScreen },
  { path: 'cookies', access: 'open', isRedirectIfLogged: false, layout: 'none', Screen: CookiesScreen },
  { path: 'support', access: 'open', isRedirectIfLogged: false, layout: 'none', Screen: SupportScreen },
  { path: 'operators', access: 'session', isRedirectIfLogged: true, layout: 'none', Screen: OperatorsScreen },
  {
    path: 'scenes/all',
    access: 'session',
    isRedirectIfLogged: false,
    layout: 'main',
    Screen: AllScenesScreen,
  },
  {
    path: 'scenes/shared',
    access: 'session',
    isRedirectIfLogged: false,
    layout: 'main',
    Screen: SharedScenesScreen,
  },
  {
    path: 'trash',
    access: 'session',
    isRedirectIfLogged: true,
    layout: 'main',
    Screen: TrashScreen,
  },
  {
    path: 'project/:uuid',
    access: 'session',
    isRedirectIfLogged: true,
    layout: 'main',
    Screen: ProjectScreen,
  },
  {
    path: 'accept-invitation/:uuid',
    access: 'open',
    isRedirectIfLogged: false,
    layout: 'none',
    Screen: AcceptInvitationScreen,
  },
  {
    path: 'invitation_invalid',
    access: 'open',
    isRedirectIfLogged: false,
    layout: 'none',
    Screen: InvalidInvitationScreen,
  },
  {
    path: 'request-access/:type/:uuid/:invitation?',
    access: 'session',
    isRedirectIfLogged: true,
    layout: 'none',
    Screen: RequestAccessScreen,
  },
  {
    path: 'people-and-settings',
    access: 'session',
    isRedirectIfLogged: true,
    layout: 'main',
    Screen: PeopleAndSettingsScreen,
  },
  { path: 'library', access: 'session', isRedirectIfLogged: true, layout: 'main', Screen: LibraryScreen },
  {
    path: 'internal/upload-library-models',
    access: 'session',
    isRedirectIfLogged: true,
    layout: 'main',
    Screen: UploadModelsScreen,
  },
  {
    path: 'internal/upload-library-materials',
    access: 'session',
    isRedirectIfLogged: true,
    layout: 'main',
    Screen: UploadMaterialsScreen,
  },
  { path: 'comments', access: 'session', isRedirectIfLogged: true, layout: 'main', Screen: CommentsScreen },
  {
    path: 'builder/:uuid',
    access: 'session',
    isRedirectIfLogged: true,
    layout: 'none',
    Screen: EditorPage,
  },
];

/** Addresses that only lead on, and where to. */
const REDIRECTS = [
  { path: '', to: 'home' },
  { path: 'home', to: 'scenes' },
  { path: 'scenes', to: 'scenes/all' },
] as const;

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
      {[true, false].map((isRedirectIfLogged) => (
        <Route
          key={String(isRedirectIfLogged)}
          element={
            <Guard access="session" isRedirectIfLogged={isRedirectIfLogged}>
              <MainFrame />
            </Guard>
          }
        >
          {PAGES.filter(
            (page) => page.layout === 'main' && page.isRedirectIfLogged === isRedirectIfLogged,
          ).map(({ path, Screen }) => (
            <Route key={path} path={path} element={<Screen />} />
          ))}
        </Route>
      ))}
      {PAGES.filter(({ layout }) => layout === 'none').map(({ path, access, isRedirectIfLogged, Screen }) => (
        <Route
          key={path}
          path={path}
          element={
            <Guard access={access} isRedirectIfLogged={isRedirectIfLogged} isOnboarding={path === ONBOARDING}>
              <Screen />
            </Guard>
          }
        />
      ))}
      <Route path="*" element={<NotFoundScreen />} />
    </>
  );
}

function LanguageFrame({ language: named }: { language: Language | null }) {
  const language = useMemo(() => named ?? preferredLanguage(), [named]);
  const { pathname } = useLocation();
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <LanguageProvider language={language}>
      <ToastProvider>
        <CrashBoundary place={pathname}>
          <Suspense fallback={null}>
            <Outlet />
          </Suspense>
        </CrashBoundary>
        <OfflineNotice />
        <ClientNotices />
        <SignInNotes />
        <Measurement />
      </ToastProvider>
    </LanguageProvider>
  );
}

function MainFrame() {
  return (
    <OrganiseProvider>
      <MainLayout>
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </MainLayout>
    </OrganiseProvider>
  );
}

function RedirectTo({ page }: { page: string }) {
  const path = usePath();
  const { search } = useLocation();
  return <Navigate replace to={path(page) + search} />;
}
