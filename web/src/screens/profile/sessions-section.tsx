import type { ResultOf } from '@diorama/shared/contract/index.ts';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useGet } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { Confirm } from '../../components/modal/modal.tsx';
import primitives from '../../components/primitives.module.css';
import { useToast } from '../../components/toast/toast.tsx';
import { useDates } from '../../hooks/use-dates.ts';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { SectionActions, SettingsSection } from '../section/settings-section.tsx';
import classes from './profile.module.css';

/** Parsed user agent for display. */
type UserAgent = { browser: string; system: string; isPhone: boolean };

/** In order of matching: most browsers also contain the names of others. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];

type SessionItem = ResultOf<'listSessions'>['member'][number];

/** Active sessions of the user, with buttons to end one or all. */
export function SessionsSection() {
  const { t } = useTranslations('account');
  const { client, session } = useApi();
  const toast = useToast();
  const showError = useErrorToast();
  const { data, error, mutate, reload } = useGet('listSessions', {});
  const [isAsking, setIsAsking] = useState(false);
  const all = useSubmit(async () => {
    await client.call('endSessions');
    await session.signOut();
  }, showError);
  const end = async (item: SessionItem) => {
    await client.call('endSession', { params: { id: item.uuid } });
    toast({ kind: 'success', text: t('profile.sessions.ended') });
    await mutate();
  };
  if (error !== undefined && data === undefined) {
    return (
      <SettingsSection title={t('profile.sessions')}>
        <ErrorState error={error} onRetry={reload} />
      </SettingsSection>
    );
  }
  return (
    <SettingsSection title={t('profile.sessions')} text={t('profile.sessions.text')}>
      {data === undefined ? (
        <Skeleton height="8rem" />
      ) : (
        <ul className={primitives.card}>
          {data.member.map((item) => (
            <SessionLine
              key={item.uuid}
              item={item}
              onEnd={() => {
                end(item).catch(showError);
              }}
            />
          ))}
        </ul>
      )}
      <SectionActions>
        <Button onClick={() => setIsAsking(true)}>{t('profile.sessions.all')}</Button>
      </SectionActions>
      {isAsking && (
        <Confirm
          title={t('profile.sessions.all.title')}
          text={t('profile.sessions.all.text')}
          confirmLabel={t('profile.sessions.all')}
          onConfirm={all.submit}
          onClose={() => setIsAsking(false)}
        />
      )}
    </SettingsSection>
  );
}

function SessionLine({ item, onEnd }: { item: SessionItem; onEnd: () => void }) {
  const { t } = useTranslations('account');
  const dates = useDates();
  const agent = parseUserAgent(item.agent);
  const Icon = agent?.isPhone ? Smartphone : Monitor;
  const name = agent === null ? t('profile.agent.unknown') : t('profile.agent', agent);
  return (
    <li className={classes.session}>
      <Icon size={20} aria-hidden="true" className="shrink-0 text-(--text-2)" />
      <div className={primitives.grow}>
        <p className={primitives.ellipsis} title={item.agent}>
          {name}
        </p>
        <p className={primitives.faint}>
          {t('profile.sessions.used', { when: dates.relative(item.lastUsedAt) })}
          {item.remember && ` · ${t('profile.sessions.remembered')}`}
        </p>
      </div>
      {item.isCurrent ? (
        <Badge kind="success">{t('profile.sessions.current')}</Badge>
      ) : (
        <NetworkButton
          size="small"
          aria-label={t('profile.sessions.end.label', { agent: name })}
          onClick={onEnd}
        >
          {t('profile.sessions.end')}
        </NetworkButton>
      )}
    </li>
  );
}

/** Parses a user agent; `null` for an unknown one. */
export function parseUserAgent(text: string): UserAgent | null {
  const browser = BROWSERS.find(([pattern]) => pattern.test(text))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(text))?.[1];
  return browser === undefined || system === undefined
    ? null
    : { browser, system, isPhone: /Mobile|iPhone|Android/.test(text) };
}
