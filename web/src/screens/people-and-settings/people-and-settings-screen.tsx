import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import { lazyComponent } from '../../components/lazy-component.ts';
import { LazyPanel } from '../../components/tabs/lazy-panel.tsx';
import { Tabs } from '../../components/tabs/tabs.tsx';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useRequests } from '../../hooks/use-requests.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import classes from './people-and-settings.module.css';

const TAB_KEYS = ['people', 'settings', 'billing'] as const;
type TabKey = (typeof TAB_KEYS)[number];

const CONTENTS: Record<TabKey, ComponentType> = {
  people: lazyComponent(async () => (await import('./people-tab.tsx')).PeopleTab),
  settings: lazyComponent(async () => (await import('./settings-tab.tsx')).SettingsTab),
  billing: lazyComponent(async () => (await import('./billing-tab.tsx')).BillingTab),
};

/** Members, settings and billing of the workspace; `?tab=` selects the tab. */
export function PeopleAndSettingsScreen() {
  const { t } = useTranslations('people');
  const [query, setQuery] = useSearchParams();
  const tab = TAB_KEYS.find((key) => key === query.get('tab')) ?? 'people';
  useTitle(tab === 'people' ? t('title') : `${t(`tab.${tab}`)} · ${t('title')}`);
  const workspace = useWorkspace();
  const isManager = workspace !== null && workspace.role !== 'guest';
  const { requests } = useRequests(isManager ? workspace.uuid : null);
  const labelOf = (key: TabKey) =>
    key === 'people' && requests.length > 0 ? `${t('tab.people')} (${requests.length})` : t(`tab.${key}`);
  const handleChange = (next: TabKey) => setQuery(next === 'people' ? {} : { tab: next });
  return (
    <div className={classes.page}>
      <h1 className="mb-5 text-20 tracking-[-0.01em]">{t('title')}</h1>
      <Tabs
        label={t('tabs')}
        value={tab}
        onChange={handleChange}
        tabs={TAB_KEYS.map((key) => ({
          key,
          label: labelOf(key),
          content: <LazyPanel content={CONTENTS[key]} />,
        }))}
      />
    </div>
  );
}
