import type { AccountRef } from '@diorama/shared/contract/auth.ts';
import { ROLE, type Subject } from '@diorama/shared/domain/roles.ts';
import { EllipsisVertical, LogOut, SlidersHorizontal, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../components/button/icon-button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Checkbox } from '../../components/field/checkbox.tsx';
import { Dropdown } from '../../components/menu/dropdown.tsx';
import type { MenuItem } from '../../components/menu/menu-items.ts';
import { usePeopleTranslations } from '../../hooks/use-people-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import { type MemberItem, nameOf } from '../invite/member-item.ts';
import type { MemberChanges } from '../invite/use-member-changes.ts';
import { MemberAvatar } from '../invite/who-has-access.tsx';
import { AccessDialog } from './access-dialog.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { MemberRole } from './member-role.tsx';
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
  const { t } = usePeopleTranslations();
  const user = useUser();
  const [dialog, setDialog] = useState<'access' | 'leave' | null>(null);
  const name = nameOf(member);
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
        <span className={classes.name}>
          {name} {isSelf && <span className={classes.you}>({t('people.you')})</span>}
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
            tip="none"
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
      kind: 'action',
      key: 'access',
      label: t('people.access'),
      icon: <SlidersHorizontal size={16} aria-hidden="true" />,
      onSelect: () => setDialog('access'),
    };
    const leave: MenuItem = {
      kind: 'action',
      key: 'leave',
      label: t('people.leave'),
      icon: <LogOut size={16} aria-hidden="true" />,
      isDangerous: true,
      needsServer: true,
      onSelect: () => setDialog('leave'),
    };
    const remove: MenuItem = {
      kind: 'action',
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
  const { t } = usePeopleTranslations();
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
  const { t } = usePeopleTranslations();
  if (!member.extra?.pending) {
    return null;
  }
  const states = member.grants?.map(({ state }) => state) ?? [];
  const state =
    (['pending', 'expired', 'declined'] as const).find((one) => states.includes(one)) ?? 'pending';
  return <Badge kind={state === 'pending' ? 'info' : 'warning'}>{t(`state.${state}`)}</Badge>;
}
