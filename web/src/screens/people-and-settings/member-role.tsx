import { ROLE, type Role } from '@diorama/shared/domain/roles.ts';
import { useToast } from '../../components/toast/toast.tsx';
import { usePeopleTranslations } from '../../hooks/use-people-translations.ts';
import { type MemberItem, nameOf } from '../invite/member-item.ts';
import { RoleSelect } from '../invite/role-select.tsx';
import type { MemberChanges } from '../invite/use-member-changes.ts';
import classes from './people.module.css';

/** Role of a member. Managers change it here for all subjects at once; the access dialog changes single ones. */
export function MemberRole({
  member,
  changes,
  isManager,
}: {
  member: MemberItem;
  changes: MemberChanges;
  isManager: boolean;
}) {
  const { t } = usePeopleTranslations();
  const toast = useToast();
  const role = member.role ?? ROLE.view;
  const name = nameOf(member);
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
