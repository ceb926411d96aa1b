import type { AccountRef } from '@diorama/shared/contract/auth.ts';
import { ROLE, type Role, type Subject } from '@diorama/shared/domain/roles.ts';
import { EllipsisVertical, LogOut, SlidersHorizontal, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '../../api/provider.tsx';
import { IconButton } from '../../components/button/icon-button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Checkbox } from '../../components/field/checkbox.tsx';
import { Dropdown } from '../../components/menu/dropdown.tsx';
import type { MenuItem } from '../../components/menu/menu-items.ts';
import { Confirm } from '../../components/modal/modal.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useRefreshUser } from '../../hooks/use-refresh-user.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import { type MemberItem, memberNameOf } from '../invite/member-item.ts';
import { RoleSelect } from '../invite/role-select.tsx';
import type { MemberChanges } from '../invite/use-member-changes.ts';
import { MemberAvatar } from '../invite/who-has-access.tsx';
import { AccessDialog } from './access-dialog.tsx';
import classes from './people.module.css';

/** One member: name, access, role, and actions. */
export function MemberRow({
  member,
  workspace,
  changes,
  isChosen,
  onChoose,
  onRemove,
}: {
  member: MemberItem;
  workspace: AccountRef;
  changes: MemberChanges;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslations('people');
  const user = useUser();
  const [dialog, setDialog] = useState<'access' | 'leave' | null>(null);
  const name = memberNameOf(member);
  const isSelf = member.user?.uuid === user?.uuid;
  const isManager = workspace.role !== 'guest';
  const label = t('people.actions', { name });
  return (
    <li className={classes.row} data-chosen={isChosen || undefined}>
      {isManager && (
        <Checkbox
          isLabelHidden
          label={t('people.select', { name })}
          checked={isChosen}
          onChange={(event) => onChoose(event.target.checked)}
        />
      )}
      <MemberAvatar member={member} />
      <span className={classes.who}>
        <span className="truncate">
          {name} {isSelf && <span className="text-(--text-3)">({t('people.you')})</span>}
        </span>
        <span className={classes.email}>
          {member.user ? `${member.extra?.email} · ` : ''}
          <SharedEntities member={member} />
        </span>
      </span>
      <span className={classes.place}>
        <MemberState member={member} />
        <MemberRole member={member} changes={changes} isManager={isManager} />
      </span>
      <Dropdown
        label={label}
        items={menuItems()}
        trigger={(props) => (
          <IconButton
            {...props}
            size="small"
            label={label}
            icon={<EllipsisVertical size={16} aria-hidden="true" />}
          />
        )}
      />
      {dialog === 'access' && (
        <AccessDialog member={member} changes={changes} onClose={() => setDialog(null)} />
      )}
      {dialog === 'leave' && (
        <LeaveDialog member={member} workspaceName={workspace.name} onClose={() => setDialog(null)} />
      )}
    </li>
  );

  function menuItems(): MenuItem[] {
    const access: MenuItem = {
      key: 'access',
      label: t('people.access'),
      icon: <SlidersHorizontal size={16} aria-hidden="true" />,
      onSelect: () => setDialog('access'),
    };
    const leave: MenuItem = {
      key: 'leave',
      label: t('people.leave'),
      icon: <LogOut size={16} aria-hidden="true" />,
      isDangerous: true,
      needsServer: true,
      onSelect: () => setDialog('leave'),
    };
    const remove: MenuItem = {
      key: 'remove',
      label: t('people.remove'),
      icon: <UserMinus size={16} aria-hidden="true" />,
      isDangerous: true,
      needsServer: true,
      onSelect: onRemove,
    };
    const line: MenuItem = { kind: 'separator', key: 'line' };
    return [...(isManager ? [access, line] : []), isSelf ? leave : remove];
  }
}

/** Short description of a member's access or invitations. */
function SharedEntities({ member }: { member: MemberItem }) {
  const { t } = useTranslations('people');
  const grants = member.grants?.filter(({ state }) => member.user === null || state === 'accepted') ?? [];
  const count = (subject: Subject) => grants.filter((grant) => grant.subject === subject).length;
  if (grants.some(({ role }) => role === ROLE.admin)) {
    return t('shared.all');
  }
  const parts = [
    count('accounts') > 0 && t('shared.accounts'),
    count('projects') > 0 && t('shared.projects', { count: count('projects') }),
    count('compositions') > 0 && t('shared.compositions', { count: count('compositions') }),
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : t('shared.nothing');
}

function MemberState({ member }: { member: MemberItem }) {
  const { t } = useTranslations('people');
  if (!member.extra?.pending) {
    return null;
  }
  const states = member.grants?.map(({ state }) => state) ?? [];
  const state =
    (['pending', 'expired', 'declined'] as const).find((one) => states.includes(one)) ?? 'pending';
  return <Badge kind={state === 'pending' ? 'info' : 'warning'}>{t(`state.${state}`)}</Badge>;
}

/** Role of a member. Managers change it here for all subjects at once; the access dialog changes single ones. */
function MemberRole({
  member,
  changes,
  isManager,
}: {
  member: MemberItem;
  changes: MemberChanges;
  isManager: boolean;
}) {
  const { t } = useTranslations('people');
  const toast = useToast();
  const role = member.role ?? ROLE.view;
  const name = memberNameOf(member);
  if (!isManager) {
    return <span className={classes.role}>{t(`role.${role}`)}</span>;
  }
  const handleChange = async (next: Role) => {
    if (await changes.setRoles(member, next)) {
      toast({ kind: 'success', text: t('people.changed', { name, role: t(`role.${next}`) }) });
    }
  };
  return (
    <span className={classes.role}>
      <RoleSelect
        size="small"
        label={t('role.of', { name })}
        subject={role >= ROLE.admin ? 'accounts' : 'compositions'}
        role={role}
        isDisabled={changes.isBusy}
        needsServer
        onChange={handleChange}
      />
    </span>
  );
}

/** Leaves a workspace with everything in it, and opens the home page. */
function LeaveDialog({
  member,
  workspaceName,
  onClose,
}: {
  member: MemberItem;
  workspaceName: string;
  onClose: () => void;
}) {
  const { t } = useTranslations('people');
  const { client } = useApi();
  const refreshUser = useRefreshUser();
  const toast = useToast();
  const navigate = useNavigate();
  const path = usePath();
  const showError = useErrorToast();
  const leave = async () => {
    try {
      await client.call('deleteMember', { params: { id: member.uuid } });
      await refreshUser();
      toast({ kind: 'success', text: t('people.left', { name: workspaceName }) });
      navigate(path('home'));
    } catch (error) {
      showError(error);
    }
  };
  return (
    <Confirm
      isDangerous
      title={t('people.leave.title', { name: workspaceName })}
      text={t('people.leave.text')}
      confirmLabel={t('people.leave')}
      onConfirm={() => {
        leave();
      }}
      onClose={onClose}
    />
  );
}
