import { ROLE, type Role } from '@diorama/shared/domain/roles.ts';
import { useState } from 'react';
import { useApi } from '../../api/provider.tsx';
import { Avatar } from '../../components/avatar/avatar.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import primitives from '../../components/primitives.module.css';
import { useToast } from '../../components/toast/toast.tsx';
import { useDates } from '../../hooks/use-dates.ts';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useRequests } from '../../hooks/use-requests.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { RoleSelect } from '../invite/role-select.tsx';
import classes from './people.module.css';

type Request = ReturnType<typeof useRequests>['requests'][number];

/** Access requests and the owner's answers; hidden if there are none. */
export function Requests({ accountUuid, onAnswer }: { accountUuid: string; onAnswer: () => void }) {
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
  const [isBusy, setIsBusy] = useState(false);
  const { uuid, name = '', email = '', subject = 'compositions', entity, createdBy, createdAt } = request;

  const answer = async (work: () => Promise<unknown>, text: string) => {
    setIsBusy(true);
    try {
      await work();
      toast({ kind: 'success', text });
    } catch (error) {
      showError(error);
    } finally {
      setIsBusy(false);
      onAnswer();
    }
  };
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
            answer(
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
            answer(
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
