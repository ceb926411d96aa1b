import { MAX_SUSPENSION_REASON } from '@diorama/shared/contract/accounts.ts';
import { formatBytes, formatNumber } from '@diorama/shared/i18n/format.ts';
import { Building2, Search } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useList } from '../../api/hooks.ts';
import { WorkspaceLogo } from '../../components/avatar/avatar.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Pending } from '../../components/feedback/pending.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { SearchField } from '../../components/field/search-field.tsx';
import { TextArea } from '../../components/field/text-area.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import primitives from '../../components/primitives.module.css';
import { Select } from '../../components/select/select.tsx';
import { useDates } from '../../hooks/use-dates.ts';
import { useDebounced } from '../../hooks/use-debounced.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import classes from './accounts.module.css';
import { OperationDialog } from './payments/operation-dialog.tsx';
import { type AccountItem, useSuspension } from './use-suspension.ts';
import { useWhileVisible } from './use-while-visible.ts';

const SEARCH_WAIT_MS = 200;
const LOOK_AGAIN_MS = 10_000;
const STATES = ['all', 'active', 'suspended'] as const;
type State = (typeof STATES)[number];

/** All workspaces of the installation, with actions to suspend and restore. `?state=` and `?q=` filter them. */
export function AccountsTab() {
  const { t } = useTranslations('operators');
  const [query, setQuery] = useSearchParams();
  const [text, setText] = useState(query.get('q') ?? '');
  const search = useDebounced(text.trim(), SEARCH_WAIT_MS);
  const state = STATES.find((known) => known === query.get('state')) ?? 'all';
  const setState = (next: State) =>
    setQuery({ tab: 'accounts', ...(next !== 'all' && { state: next }) }, { replace: true });
  return (
    <div className={primitives.stack4}>
      <div className={primitives.bar}>
        <div className={classes.search}>
          <SearchField label={t('accounts.search')} value={text} onChange={setText} />
        </div>
        <div className="w-[10rem] max-md:w-full">
          <Select
            label={t('accounts.filter')}
            value={state}
            options={STATES.map((value) => ({ value, label: t(`accounts.filter.${value}`) }))}
            onChange={setState}
          />
        </div>
      </div>
      <Accounts search={search} state={state} />
    </div>
  );
}

function Accounts({ search, state }: { search: string; state: State }) {
  const { t } = useTranslations('operators');
  const user = useUser();
  const [asking, setAsking] = useState<AccountItem | null>(null);
  const list = useList('listOperatorAccounts', {
    query: {
      ...(search !== '' && { q: search }),
      ...(state !== 'all' && { isActive: state === 'active' ? 'true' : 'false' }),
    },
  });
  const { busy, setActive } = useSuspension(list);
  useWhileVisible(list.reload, LOOK_AGAIN_MS);
  const { members } = list;
  if (members === undefined) {
    return <Pending of={list} title={t('accounts.error')} placeholder={<AccountsSkeleton />} />;
  }
  return (
    <>
      <p className={primitives.mutedProse} role="status">
        {t('accounts.count', { count: list.totalItems })}
      </p>
      {members.length === 0 ? (
        <NoAccounts search={search} state={state} />
      ) : (
        <ul className={primitives.card} aria-label={t('accounts.list')}>
          {members.map((account) => (
            <AccountRow
              key={account.uuid}
              account={account}
              isOwn={account.owner?.uuid === user?.uuid}
              isBusy={busy === account.uuid}
              onSuspend={() => setAsking(account)}
              onReactivate={() => {
                setActive(account, { isActive: true });
              }}
            />
          ))}
        </ul>
      )}
      {list.hasMore && <LoadMore list={list} />}
      {asking && (
        <SuspendDialog
          name={asking.name ?? ''}
          isOwn={asking.owner?.uuid === user?.uuid}
          onConfirm={(reason) => {
            setAsking(null);
            setActive(asking, { isActive: false, reason });
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}

function NoAccounts({ search, state }: { search: string; state: State }) {
  const { t } = useTranslations('operators');
  if (search !== '') {
    return (
      <EmptyState
        picture={<Search size={40} strokeWidth={1.25} aria-hidden="true" />}
        title={t('accounts.none.title', { query: search })}
        text={t('accounts.none.text')}
      />
    );
  }
  const isSuspended = state === 'suspended';
  return (
    <EmptyState
      picture={<Building2 size={40} strokeWidth={1.25} aria-hidden="true" />}
      title={t(isSuspended ? 'accounts.empty.suspended' : 'accounts.empty.title')}
      text={t(isSuspended ? 'accounts.empty.suspended.text' : 'accounts.empty.text')}
    />
  );
}

function AccountsSkeleton() {
  return (
    <div className={primitives.stack3} aria-busy="true">
      {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((key) => (
        <Skeleton key={key} height="var(--space-16)" />
      ))}
    </div>
  );
}

/** Asks for the reason of a suspension, which the owner of the workspace reads. */
function SuspendDialog({
  name,
  isOwn,
  onConfirm,
  onClose,
}: {
  name: string;
  /** Whether the operator owns the workspace. */
  isOwn: boolean;
  onConfirm: (reason: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslations('operators');
  const [text, setText] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const reason = text.trim();
  return (
    <OperationDialog
      title={t('suspend.title', { name })}
      text={isOwn ? `${t('suspend.text')} ${t('suspend.own')}` : t('suspend.text')}
      confirm={{ label: t('suspend.confirm'), variant: 'danger' }}
      isBusy={false}
      onSubmit={() => (reason === '' ? setIsMissing(true) : onConfirm(reason))}
      onClose={onClose}
    >
      <TextArea
        label={t('suspend.reason')}
        hint={t('suspend.reason.hint')}
        value={text}
        rows={4}
        maxLength={MAX_SUSPENSION_REASON}
        error={isMissing && reason === '' ? t('suspend.reason.missing') : undefined}
        onChange={(event) => setText(event.target.value)}
      />
    </OperationDialog>
  );
}

/** One workspace: owner, size, and whether it is suspended. */
function AccountRow({
  account,
  isOwn,
  isBusy,
  onSuspend,
  onReactivate,
}: {
  account: AccountItem;
  isOwn: boolean;
  isBusy: boolean;
  onSuspend: () => void;
  onReactivate: () => void;
}) {
  const { t } = useTranslations('operators');
  const { name = '', isActive = true } = account;
  return (
    <li className={classes.row} data-suspended={!isActive || undefined}>
      <WorkspaceLogo workspace={{ name, logoUrl: account.logoUrl ?? null }} size={32} />
      <span className="flex min-w-0 flex-col">
        <span className={primitives.titleRow}>
          <span className="font-medium wrap-anywhere">{name}</span>
          {isOwn && <Badge kind="info">{t('accounts.yours')}</Badge>}
          {!isActive && <Badge kind="warning">{t('accounts.suspended')}</Badge>}
        </span>
        <span className={primitives.mutedProse}>
          {account.owner?.name} · {account.ownerEmail}
        </span>
        <SuspendedNote account={account} />
      </span>
      <AccountFacts account={account} />
      <span className={classes.action}>
        {isActive ? (
          <NetworkButton
            isLoading={isBusy}
            aria-label={t('accounts.suspend.of', { name })}
            onClick={onSuspend}
          >
            {t('accounts.suspend')}
          </NetworkButton>
        ) : (
          <NetworkButton
            variant="primary"
            isLoading={isBusy}
            aria-label={t('accounts.reactivate.of', { name })}
            onClick={onReactivate}
          >
            {t('accounts.reactivate')}
          </NetworkButton>
        )}
      </span>
    </li>
  );
}

function SuspendedNote({ account }: { account: AccountItem }) {
  const { t } = useTranslations('operators');
  const dates = useDates();
  const { isActive, suspendedAt, suspendedBy, suspensionReason } = account;
  if (isActive || !suspendedAt) {
    return null;
  }
  const time = dates.relative(suspendedAt);
  return (
    <>
      <span className={primitives.mutedProse}>
        {suspendedBy
          ? t('accounts.suspended.by', { time, name: suspendedBy })
          : t('accounts.suspended.at', { time })}
      </span>
      {suspensionReason && <span className={primitives.mutedProse}>{suspensionReason}</span>}
    </>
  );
}

function AccountFacts({ account }: { account: AccountItem }) {
  const { t, language } = useTranslations('operators');
  const dates = useDates();
  const { plan = '', storage, totalScenes = 0, totalMembers = 0, createdAt } = account;
  const facts = [
    [t('accounts.plan'), plan],
    [
      t('accounts.storage'),
      storage &&
        t('accounts.storage.used', {
          used: formatBytes(language, storage.used),
          available: formatBytes(language, storage.available),
        }),
    ],
    [t('accounts.scenes'), formatNumber(language, totalScenes)],
    // The owner is no member, but counts as a user of the workspace.
    [t('accounts.people'), formatNumber(language, totalMembers + 1)],
    [t('accounts.created'), createdAt && dates.date(createdAt)],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
