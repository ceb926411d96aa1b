import { ROLE, type Role } from '@diorama/shared/domain/roles.ts';
import { Search, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { Avatar } from '../../components/avatar/avatar.tsx';
import { Button } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Pending } from '../../components/feedback/pending.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { SearchField } from '../../components/field/search-field.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import primitives from '../../components/primitives.module.css';
import { useToast } from '../../components/toast/toast.tsx';
import { useAccount, useWorkspace } from '../../hooks/use-account.ts';
import { useDates } from '../../hooks/use-dates.ts';
import { useDebounced } from '../../hooks/use-debounced.ts';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useRequests } from '../../hooks/use-requests.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { InviteDialog } from '../invite/invite-dialog.tsx';
import { RoleSelect } from '../invite/role-select.tsx';
import { MemberList } from './member-list.tsx';
import classes from './people.module.css';
import { useLinkedWorkspace } from './use-linked-workspace.ts';

const SEARCH_WAIT_MS = 200;

/** Members, invited users and access requests of the workspace. */
export function PeopleTab() {
  useLinkedWorkspace();
  const workspace = useWorkspace();
  return workspace && <People key={workspace.uuid} workspace={workspace} />;
}

function People({ workspace }: { workspace: NonNullable<ReturnType<typeof useWorkspace>> }) {
  const { t } = useTranslations('people');
  const { data: account } = useAccount();
  const [text, setText] = useState('');
  const [isInviting, setIsInviting] = useState(false);
  const search = useDebounced(text.trim(), SEARCH_WAIT_MS);
  const isManager = workspace.role !== 'guest';
  const list = useList(
    'listMembers',
    { query: { 'account.uuid': workspace.uuid, ...(search !== '' && { name: search }) } },
    { isOldAfter: ({ topic }) => topic === 'invitation' || topic === 'account' },
  );
  const { members } = list;
  const invite = (
    <Button
      variant="primary"
      icon={<UserPlus size={16} aria-hidden="true" />}
      onClick={() => setIsInviting(true)}
    >
      {t('invite.action')}
    </Button>
  );
  return (
    <div className={primitives.stack4}>
      {isManager && <Requests accountUuid={workspace.uuid} onAnswer={list.reload} />}
      {isManager && (
        <div className={classes.bar}>
          <div className={classes.search}>
            <SearchField label={t('people.search')} value={text} onChange={setText} />
          </div>
          {invite}
        </div>
      )}
      {!isManager && <p className={primitives.muted}>{t('people.guest')}</p>}
      {members === undefined && (
        <Pending of={list} title={t('people.error')} placeholder={<PeopleSkeleton />} />
      )}
      {members && (
        <MemberList
          members={members}
          total={list.totalItems}
          owner={search === '' ? account?.owner : undefined}
          workspace={workspace}
          onChange={list.reload}
        />
      )}
      {members?.length === 0 && isManager && search === '' && (
        <EmptyState
          picture={<Users size={40} strokeWidth={1.25} aria-hidden="true" />}
          title={t('people.empty.title')}
          text={t('people.empty.text')}
          action={invite}
        />
      )}
      {members?.length === 0 && search !== '' && (
        <EmptyState
          picture={<Search size={40} strokeWidth={1.25} aria-hidden="true" />}
          title={t('people.none.title', { query: search })}
          text={t('people.none.text')}
        />
      )}
      {list.hasMore && <LoadMore list={list} />}
      {isInviting && (
        <InviteDialog
          entity={null}
          onClose={() => {
            setIsInviting(false);
            list.reload();
          }}
        />
      )}
    </div>
  );
}

function PeopleSkeleton() {
  return (
    <div className={primitives.stack3} aria-busy="true">
      {Array.from({ length: 4 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows that are all alike
        <Skeleton key={at} height="var(--space-10)" />
      ))}
    </div>
  );
}

type Request = ReturnType<typeof useRequests>['requests'][number];

/** Access requests and the owner's answers; hidden if there are none. */
function Requests({ accountUuid, onAnswer }: { accountUuid: string; onAnswer: () => void }) {
  const { t } = useTranslations('people');
  const { requests, reload } = useRequests(accountUuid);
  if (requests.length === 0) {
    return null;
  }
  return (
    <section className={classes.requests}>
      <h2 className={primitives.text14}>{t('requests.title')}</h2>
      <p className={primitives.muted}>{t('requests.text')}</p>
      <ul className={primitives.stack}>
        {requests.map((request) => (
          <RequestRow
            key={request.uuid}
            request={request}
            onAnswer={() => {
              reload();
              onAnswer();
            }}
          />
        ))}
      </ul>
    </section>
  );
}

function RequestRow({ request, onAnswer }: { request: Request; onAnswer: () => void }) {
  const { t } = useTranslations('people');
  const { client } = useApi();
  const dates = useDates();
  const toast = useToast();
  const showError = useErrorToast();
  const [role, setRole] = useState<Role>(request.role ?? ROLE.view);
  const { uuid, name = '', email = '', subject = 'compositions', entity, createdBy, createdAt } = request;

  const { isBusy, submit } = useSubmit(
    async (work: () => Promise<unknown>, text: string) => {
      await work();
      toast({ kind: 'success', text });
      onAnswer();
    },
    (error) => {
      showError(error);
      onAnswer();
    },
  );
  return (
    <li className={classes.row}>
      {createdBy && <Avatar person={createdBy} size={32} />}
      <span className={classes.who}>
        <span className="wrap-anywhere">
          <strong>{name}</strong> {t(`requests.asks.${subject}`, { thing: entity?.name ?? '' })}
        </span>
        <span className={classes.email}>
          {request.isEmailConfirmed ? email : t('requests.unconfirmed', { email })}
          {createdAt !== undefined && ` · ${dates.relative(createdAt)}`}
        </span>
      </span>
      <span className={classes.answers}>
        <span className={classes.role}>
          <RoleSelect
            size="small"
            label={t('role.of', { name })}
            subject={subject}
            role={role}
            isDisabled={isBusy}
            onChange={setRole}
          />
        </span>
        <NetworkButton
          size="small"
          variant="primary"
          aria-label={t('requests.accept.of', { name })}
          disabled={isBusy}
          onClick={() =>
            submit(
              () => client.call('acceptRequest', { params: { id: uuid }, body: { role } }),
              t('requests.accepted', { name }),
            )
          }
        >
          {t('requests.accept')}
        </NetworkButton>
        <NetworkButton
          size="small"
          aria-label={t('requests.decline.of', { name })}
          disabled={isBusy}
          onClick={() =>
            submit(
              () => client.call('deleteInvitation', { params: { id: uuid } }),
              t('requests.declined', { name }),
            )
          }
        >
          {t('requests.decline')}
        </NetworkButton>
      </span>
    </li>
  );
}
