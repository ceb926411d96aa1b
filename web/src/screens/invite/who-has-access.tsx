import type { Subject } from '@diorama/shared/domain/roles.ts';
import { X } from 'lucide-react';
import { useGet } from '../../api/hooks.ts';
import { Avatar } from '../../components/avatar/avatar.tsx';
import { NetworkIconButton } from '../../components/button/network-button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import fieldClasses from '../../components/field/field.module.css';
import primitives from '../../components/primitives.module.css';
import { useTranslations } from '../../hooks/use-translations.ts';
import { type MemberGrant, type MemberItem, memberNameOf } from './member-item.ts';
import { RoleSelect } from './role-select.tsx';
import { useMemberChanges } from './use-member-changes.ts';

/** Members and invited users of one subject, with their roles. */
export function WhoHasAccess({ subject, iri }: { subject: Exclude<Subject, 'accounts'>; iri: string }) {
  const { t } = useTranslations('people');
  const { data, reload } = useGet(
    'listMembers',
    { query: { [subject]: iri, pagination: 'false' } },
    { isOldAfter: ({ topic }) => topic === 'invitation' || topic === 'account' },
  );
  const rows = data?.member.flatMap((member) => {
    const grant = member.grants?.find((one) => one['@id'] === iri);
    return grant ? [{ member, grant }] : [];
  });
  return (
    <section className="flex flex-col gap-2 pt-4 border-t border-(--hairline)">
      <h3 className="text-13 font-semibold">{t('invite.who')}</h3>
      {rows === undefined && <Skeleton height="var(--space-12)" />}
      {rows?.length === 0 && <p className={fieldClasses.hint}>{t('invite.who.none')}</p>}
      {rows && rows.length > 0 && (
        <ul className="flex overflow-y-auto max-h-[14rem] flex-col">
          {rows.map((row) => (
            <AccessRow key={row.member.uuid} {...row} onChange={reload} />
          ))}
        </ul>
      )}
      <p className={fieldClasses.hint}>{t('invite.who.owner')}</p>
    </section>
  );
}

function AccessRow({
  member,
  grant,
  onChange,
}: {
  member: MemberItem;
  grant: MemberGrant;
  onChange: () => void;
}) {
  const { t } = useTranslations('people');
  const changes = useMemberChanges(onChange);
  const name = memberNameOf(member);
  return (
    <li className={primitives.listRow}>
      <MemberAvatar member={member} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="text-13 truncate">{name}</span>
        {member.user && <span className="text-(--text-3) text-12 truncate">{member.extra?.email}</span>}
      </span>
      {grant.state !== 'accepted' && (
        <Badge kind={grant.state === 'pending' ? 'info' : 'warning'}>{t(`state.${grant.state}`)}</Badge>
      )}
      <span className="w-[7rem] shrink-0">
        <RoleSelect
          size="small"
          label={t('role.of', { name })}
          subject={grant.subject}
          role={grant.role}
          isDisabled={changes.isBusy}
          needsServer
          onChange={(role) => changes.setRole(member, grant, role)}
        />
      </span>
      <NetworkIconButton
        size="small"
        label={t('access.remove', { name })}
        icon={<X size={16} aria-hidden="true" />}
        disabled={changes.isBusy}
        onClick={() => changes.take(member, grant)}
      />
    </li>
  );
}

/** Picture of a member; before joining, the first letter of the address. */
export function MemberAvatar({ member }: { member: MemberItem }) {
  const person = member.user ?? {
    name: member.extra?.email ?? '',
    avatarUrl: null,
    avatarColor: 'var(--text-3)',
  };
  return <Avatar person={person} size={32} />;
}
