import type { ComponentType } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ButtonLink } from '../../components/button/button.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { Logo } from '../../components/logo.tsx';
import { LazyPanel } from '../../components/tabs/lazy-panel.tsx';
import { Tabs } from '../../components/tabs/tabs.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useFreshUser, useUser } from '../../hooks/use-user.ts';
import { AuthLayout } from '../../layouts/auth-layout.tsx';
import { LanguageMenu } from '../../layouts/language-menu.tsx';
import { AuthCard } from '../auth-card.tsx';
import classes from './operators.module.css';

const TAB_KEYS = ['overview', 'queues', 'accounts', 'payments', 'storage', 'limits'] as const;
type TabKey = (typeof TAB_KEYS)[number];

const CONTENTS: Record<TabKey, ComponentType> = {
  overview: lazyComponent(async () => (await import('./overview-tab.tsx')).OverviewTab),
  queues: lazyComponent(async () => (await import('./queues-tab.tsx')).QueuesTab),
  accounts: lazyComponent(async () => (await import('./accounts-tab.tsx')).AccountsTab),
  storage: lazyComponent(async () => (await import('./overdue/overdue-tab.tsx')).OverdueTab),
  limits: lazyComponent(async () => (await import('./limits/limits-tab.tsx')).LimitsTab),
  payments: lazyComponent(async () => (await import('./payments/payments-tab.tsx')).PaymentsTab),
};

/** Pages for operators of the installation; other users see a message. */
export function OperatorsScreen() {
  const user = useUser();
  useFreshUser();
  return user?.isOperator ? <OperatorsPage /> : <Refused />;
}

/**
 * Tabs for operators; `?tab=` selects one. The page has a separate layout, as that of a suspended workspace would hide
 * it.
 */
function OperatorsPage() {
  const { t } = useTranslations('operators');
  const path = usePath();
  const [query, setQuery] = useSearchParams();
  const tab = TAB_KEYS.find((key) => key === query.get('tab')) ?? 'overview';
  useTitle(tab === 'overview' ? t('title') : `${t(`tab.${tab}`)} · ${t('title')}`);
  return (
    <div className={classes.frame}>
      <header className="flex h-(--header-height) items-center gap-3 px-6 py-0 max-md:pr-4 max-md:pl-4">
        <Link to={path('home')} className={classes.brand} aria-label={t('home')}>
          <Logo size={24} />
        </Link>
        <h1 className="text-20 tracking-[-0.01em] truncate">{t('title')}</h1>
        <span className="flex items-center gap-2 ml-auto">
          <LanguageMenu />
          <ButtonLink to={path('home')} className={classes.home}>
            {t('home')}
          </ButtonLink>
        </span>
      </header>
      <main className="w-full max-w-(--page-width) flex-1 px-6 pt-0 pb-16 mx-auto my-0 max-md:pr-4 max-md:pl-4">
        <Tabs
          label={t('tabs')}
          value={tab}
          onChange={(next) => setQuery(next === 'overview' ? {} : { tab: next })}
          tabs={TAB_KEYS.map((key) => ({
            key,
            label: t(`tab.${key}`),
            content: <LazyPanel content={CONTENTS[key]} />,
          }))}
        />
      </main>
    </div>
  );
}

/** Message for other users. An operator whose address is unconfirmed is asked to confirm it. */
function Refused() {
  const { t } = useTranslations('operators');
  const path = usePath();
  const user = useUser();
  useTitle(t('title'));
  if (user?.isUnconfirmedOperator) {
    return (
      <AuthLayout>
        <AuthCard title={t('unconfirmed.title')} intro={t('unconfirmed.text', { email: user.email })}>
          <ButtonLink to={path('profile')} variant="primary" size="large" isWide>
            {t('unconfirmed.action')}
          </ButtonLink>
        </AuthCard>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout>
      <AuthCard title={t('title')} intro={t('refused.text')}>
        <ButtonLink to={path('home')} size="large" isWide>
          {t('home')}
        </ButtonLink>
      </AuthCard>
    </AuthLayout>
  );
}
