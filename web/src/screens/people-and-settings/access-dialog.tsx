import { Box, Building2, Folder, RotateCw, X } from 'lucide-react';
import { Button } from '../../components/button/button.tsx';
import { NetworkIconButton } from '../../components/button/network-button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import primitives from '../../components/primitives.module.css';
import { useToast } from '../../components/toast/toast.tsx';
import { useDates } from '../../hooks/use-dates.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useTranslations } from '../../hooks/use-translations.ts';
import { type MemberGrant, type MemberItem, memberNameOf } from '../invite/member-item.ts';
import { RoleSelect } from '../invite/role-select.tsx';
import type { MemberChanges } from '../invite/use-member-changes.ts';
import classes from './people.module.css';

const ICONS = { compositions: Box, projects: Folder, accounts: Building2 } as const;

/** All subjects of a member or invited user, with roles and actions to remove access or to resend the invitation. */
export function AccessDialog({
  member,
  changes,
  onClose,
}: {
  member: MemberItem;
  changes: MemberChanges;
  onClose: () => void;
}) {
  const { t } = useTranslations('people');
  const say = useT();
  const grants = member.grants ?? [];
  return (
    <Modal
      title={t('access.title', { name: memberNameOf(member) })}
      text={t('access.text', { email: member.extra?.email ?? '' })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{say('common.close')}</Button>}
    >
      {grants.length === 0 ? (
        <p className={primitives.muted}>{t('access.none')}</p>
      ) : (
        <ul className="flex overflow-y-auto max-h-[24rem] flex-col" aria-label={t('access.list')}>
          {grants.map((grant) => (
            <GrantRow
              key={`${grant['@id']} ${grant.invitation}`}
              member={member}
              grant={grant}
              changes={changes}
            />
          ))}
        </ul>
      )}
    </Modal>
  );
}

function GrantRow({
  member,
  grant,
  changes,
}: {
  member: MemberItem;
  grant: MemberGrant;
  changes: MemberChanges;
}) {
  const { t } = useTranslations('people');
  const Icon = ICONS[grant.subject];
  const name = memberNameOf(member);
  return (
    <li className={primitives.listRow}>
      <Icon size={16} aria-hidden="true" className="shrink-0 text-(--text-3)" />
      <span className={classes.who}>
        <span className="truncate">{grant.name}</span>
        <span className={classes.email}>
          {t(`subject.${grant.subject}`)}
          <GrantState grant={grant} />
        </span>
      </span>
      {grant.invitation && <Resend member={member} grant={grant} changes={changes} />}
      <span className={classes.role}>
        <RoleSelect
          size="small"
          label={t('role.on', { name, thing: grant.name })}
          subject={grant.subject}
          role={grant.role}
          isDisabled={changes.isBusy}
          needsServer
          onChange={(role) => changes.setRole(member, grant, role)}
        />
      </span>
      <NetworkIconButton
        size="small"
        label={t('access.remove', { name: grant.name })}
        icon={<X size={16} aria-hidden="true" />}
        disabled={changes.isBusy}
        onClick={() => changes.take(member, grant)}
      />
    </li>
  );
}

function GrantState({ grant }: { grant: MemberGrant }) {
  const { t } = useTranslations('people');
  const dates = useDates();
  if (grant.state === 'accepted') {
    return null;
  }
  return (
    <>
      {' '}
      <Badge kind={grant.state === 'pending' ? 'info' : 'warning'}>{t(`state.${grant.state}`)}</Badge>{' '}
      {grant.state === 'pending' &&
        grant.expiresAt !== null &&
        t('access.until', { date: dates.date(grant.expiresAt) })}
    </>
  );
}

function Resend({
  member,
  grant,
  changes,
}: {
  member: MemberItem;
  grant: MemberGrant;
  changes: MemberChanges;
}) {
  const { t } = useTranslations('people');
  const toast = useToast();
  const email = member.extra?.email ?? '';
  const handleClick = async () => {
    if (grant.invitation !== null && (await changes.resend(grant.invitation))) {
      toast({ kind: 'success', text: t('access.resent', { email }) });
    }
  };
  return (
    <NetworkIconButton
      size="small"
      label={t('access.resend.of', { name: grant.name })}
      icon={<RotateCw size={16} aria-hidden="true" />}
      disabled={changes.isBusy}
      onClick={() => {
        handleClick();
      }}
    />
  );
}
